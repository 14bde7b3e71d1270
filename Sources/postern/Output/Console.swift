import CommandLine
import JSONText
import Platform

/// Standard output for data, standard error for messages.
struct Console: Sendable {
    /// The version of every JSON output: raised when a member changes its meaning or goes.
    static let outputVersion = 1

    /// Writes data as it is.
    ///
    /// - Throws: ``CommandFailure`` when nobody can take it: the disk is full, or the stream is closed.
    func write(_ text: String) throws(CommandFailure) {
        try write(Array(text.utf8))
    }

    /// Writes data as it is.
    ///
    /// - Throws: ``CommandFailure`` when nobody can take it: the disk is full, or the stream is closed.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            try StandardStream.output.write(bytes)
        } catch {
            throw CommandFailure(.software, "the answer could not be written to standard output: \(error)")
        }
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
