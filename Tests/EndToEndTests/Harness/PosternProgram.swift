import Foundation

/// The built program, run as a process of its own.
enum PosternProgram {
    /// What a finished command said.
    struct Outcome: Sendable {
        let exitCode: Int32
        let output: String
        let messages: String
    }

    /// The executable: it stands beside the test bundle.
    static let url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("postern")

    /// Runs a command to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - database: The value of `POSTERN_DATABASE_URL`; `nil` leaves it unset.
    ///   - input: Standard input.
    ///   - variables: More variables of the environment.
    /// - Returns: How it ended and what it said.
    /// - Throws: What keeps it from being started.
    static func run(
        _ arguments: [String], database: String? = nil, input: String = "", variables: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = environment(database: database).merging(variables) { $1 }
        let folder = try TemporaryFolder()
        let output = try folder.file("output")
        let messages = try folder.file("messages")
        try Data(input.utf8).write(to: folder.url.appendingPathComponent("input"))
        process.standardOutput = output
        process.standardError = messages
        process.standardInput = try FileHandle(forReadingFrom: folder.url.appendingPathComponent("input"))
        try process.run()
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus, output: try folder.text("output"),
            messages: try folder.text("messages"))
    }

    /// The tests' own environment, with no database but the one given.
    static func environment(database: String?) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["POSTERN_DATABASE_URL"] = database
        environment["POSTERN_DATABASE_DIRECT_URL"] = nil
        environment["POSTERN_ACTOR"] = "end-to-end"
        environment["NOTIFY_SOCKET"] = nil
        return environment
    }
}

/// A folder that goes with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("postern-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Makes an empty file, open for writing.
    func file(_ name: String) throws -> FileHandle {
        let path = url.appendingPathComponent(name)
        try Data().write(to: path)
        return try FileHandle(forWritingTo: path)
    }

    /// The text of a file.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    /// Replaces a file in one step.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: path, options: .atomic)
        return path.path
    }
}
