import Foundation

/// Runs programs in a folder, with `input`, `output` and `messages` in it as their streams.
enum ChildProgram {
    /// Runs a program to its end.
    ///
    /// - Returns: The exit status.
    static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let input = folder.appending(path: "input")
        if !FileManager.default.fileExists(atPath: input.path) { try Data().write(to: input) }
        for name in ["output", "messages"] { try Data().write(to: folder.appending(path: name)) }
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "messages"))
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
