import CommandLine
import Foundation
import Testing

@testable import postern

/// Holds the reference page to the program: what the page says of a command is the command's help, word for word.
@Suite struct ReferencePageTests {
    private static func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent("Sources/Gateway/Gateway.docc/CommandLine.md"), encoding: .utf8)
    }

    @Test(arguments: SpecTests.specs)
    func `the page has the help of every command`(command: SpecTests.Spec) throws {
        let section = """
            ### \(command.spec.name)

            ```
            \(Program.postern.help(for: command.spec))```

            """
        #expect(try Self.page().contains(section), "put the output of 'postern help \(command.spec.name)' there")
    }

    @Test func `the page has no command that there is not`() throws {
        let headings = try Self.page().split(separator: "\n").filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
        #expect(headings.map(String.init) == Program.postern.commands.map(\.name))
    }

    @Test func `the page has every exit code with its meaning`() throws {
        let page = try Self.page()
        for (code, meaning) in ExitCode.table {
            #expect(page.contains("| \(code.rawValue) | \(meaning) |"))
        }
    }
}
