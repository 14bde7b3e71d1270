import CommandLine
import Foundation
import Testing

@testable import postern

/// Every command that writes takes `--wait`.
@Suite struct FleetWriteTests {
    /// The files of commands, with their text.
    private static func sources() throws -> [(name: String, text: String)] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/postern/Commands")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
            ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }
    }

    @Test func `a command that gives an operation is one that may wait`() throws {
        // What roles may do in the database is nothing that gateways serve.
        let writing = try Self.sources().filter { $0.text.contains("Self.operation") && $0.name != "Grant.swift" }
        #expect(writing.count >= 9)
        for source in writing {
            #expect(
                source.text.contains(": FleetWrite {") || source.text.contains("extension TenantEdit"),
                "\(source.name): declare the command as a FleetWrite, so that it takes --wait")
        }
    }

    @Test func `exactly the commands that write take the options`() throws {
        for command in Program.postern.commands {
            let isWriting = Program.command(of: command) is any FleetWrite.Type
            #expect(command.flags.contains { $0.name == "wait" } == isWriting, "\(command.name)")
        }
        #expect(Program.postern.commands.filter { $0.flags.contains { $0.name == "wait" } }.count >= 20)
    }

    @Test(arguments: [["--timeout", "5s"], ["--ignore-silent"], ["--wait", "--timeout", "soon"]])
    func `options that make no sense are refused before anything is written`(words: [String]) {
        let line = ["tenant", "add", "acme", "--web", "https://www.acme.example/", "--database", "postgresql:///none"]
        #expect(Shell(console: Console()).run(line + words) == .usage)
    }
}
