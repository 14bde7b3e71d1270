import Foundation
import Testing

/// What the program says to words alone.
@Suite struct ProgramTests {
    @Test func `help and version are data and end well`() throws {
        let help = try PosternProgram.run(["help"])
        #expect(help.exitCode == 0)
        #expect(help.output.contains("usage: postern COMMAND"))
        #expect(help.messages.isEmpty)
        let version = try PosternProgram.run(["--version"])
        #expect(version.output.hasPrefix("postern "))
    }

    struct Line: CustomTestStringConvertible {
        let words: [String]
        let exitCode: Int32
        let message: String
        var testDescription: String { words.joined(separator: " ") }
    }

    static let lines = [
        Line(words: [], exitCode: 64, message: "postern: a command is missing\n'postern help' shows what there is\n"),
        Line(
            words: ["tenant", "lst"], exitCode: 64,
            message: "postern: there is no command 'tenant lst'; did you mean 'tenant list'?\n"
                + "'postern help tenant' shows what there is\n"),
        Line(
            words: ["tenant", "list"], exitCode: 78,
            message: "postern: no database is named: set POSTERN_DATABASE_URL or give --database URL\n"),
        Line(
            words: ["fleet", "apply", "/does/not/exist", "--database=postgresql:///fleet"], exitCode: 66,
            message: "postern: open /does/not/exist: No such file or directory\n"),
    ]

    @Test(arguments: lines)
    func `a line that cannot be run has its exit code and says why`(line: Line) throws {
        let outcome = try PosternProgram.run(line.words)
        #expect(outcome.exitCode == line.exitCode)
        #expect(outcome.messages == line.message)
        #expect(outcome.output.isEmpty)
    }

    @Test func `an answer that nobody can take is a failure, and not one of the input`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" help > /dev/full", PosternProgram.url.path]
        let messages = Pipe()
        process.standardError = messages
        try process.run()
        let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 70)
        #expect(text.contains("could not be written to standard output"))
    }

    @Test func `a database that is away is told apart from a wrong command`() throws {
        let outcome = try PosternProgram.run(["tenant", "list"], database: "postgresql://127.0.0.1:1/fleet")
        #expect(outcome.exitCode == 69)
    }
}
