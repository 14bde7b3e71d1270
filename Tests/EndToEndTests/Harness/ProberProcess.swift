import Foundation
import Glibc

/// A running `postern probe` on free ports.
final class ProberProcess {
    private let process = Process()
    private let folder: TemporaryFolder
    private let addresses: [String: String]

    /// Starts a prober and returns once its listeners accept.
    ///
    /// - Parameters:
    ///   - arguments: Options after `probe` and those for free ports.
    ///   - database: The value of `POSTERN_DATABASE_URL`.
    ///   - variables: More variables of the environment.
    /// - Throws: ``NeverHappened`` when it does not.
    init(_ arguments: [String], database: String, variables: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        process.executableURL = PosternProgram.url
        process.arguments = ["probe", "--health-listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"] + arguments
        process.environment = PosternProgram.environment(database: database).merging(variables) { $1 }
        process.standardError = try folder.file("messages")
        process.standardOutput = try folder.file("output")
        try process.run()
        var found: [String: String] = [:]
        try eventually { [process, folder] in
            for line in try folder.text("output").split(separator: "\n") {
                let words = line.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
                if words.count == 3, let kind = words[1].last, let address = words[2].last { found[kind] = address }
            }
            return found.count == 2 || !process.isRunning
        }
        addresses = found
    }

    deinit {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    /// Asks the health or the admin listener.
    func ask(_ kind: String, _ target: String) throws -> HTTPAnswer {
        try HTTPAnswer.of("GET", target, host: "localhost", at: addresses[kind] ?? "")
    }

    /// What it logged so far.
    var messages: String { get throws { try folder.text("messages") } }

    /// Ends it as a crash does, and waits for the end.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends SIGTERM and waits for the end.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
