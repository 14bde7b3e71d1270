import JSONText
import Platform

/// Standard output for data, standard error for messages.
struct Console: Sendable {
    /// The version of every JSON output: raised when a member changes its meaning or goes.
    static let outputVersion = 1

    /// Writes data as it is.
    func write(_ text: String) throws(SystemError) {
        try StandardStream.output.write(text)
    }

    /// Writes data as it is.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try StandardStream.output.write(bytes)
    }

    /// Writes a JSON object of a `version` and the members that the closure writes, and a line end.
    func writeJSON<Failure: Error>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws {
        var writer = JSONWriter(layout: .indented)
        writer.beginObject()
        writer.member("version", Self.outputVersion)
        try members(&writer)
        writer.endObject()
        try write(writer.bytes + [0x0A])
    }

    /// Writes a line for people; a standard error that is closed takes none.
    func note(_ line: String) {
        try? StandardStream.error.write(line + "\n")
    }
}
