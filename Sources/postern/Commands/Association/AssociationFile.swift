import CommandLine
import DeepLinks
import Platform

/// An association file by its path; `-` is standard input.
struct AssociationFile {
    let path: String

    /// Reads the raw bytes, of which far more are taken than any platform reads.
    ///
    /// - Throws: ``CommandFailure`` for a file that is missing or unreadable, whatever the reason.
    func bytes() throws -> [UInt8] {
        do throws(SystemError) {
            return try File.read(path == "-" ? standardInput() : path)
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
    }
}

extension ParsedArguments {
    /// The host of URLs that is given, as a URL has it.
    func urlHost(_ option: Option) throws -> String? {
        guard let host = text(option) else { return nil }
        guard (try? LinkURL("https://\(host)/"))?.hostText == host else {
            throw CommandFailure.refused(option.spelling, host, "a host is a name like go.acme.example")
        }
        return host
    }
}
