import DeepLinks
import Foundation
import JSONText
import Testing

/// The reference page tells the truth.
@Suite struct FleetFileReferenceTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Gateway/Gateway.docc/FleetFile.md")

    private func page() throws -> String {
        try String(contentsOf: Self.page, encoding: .utf8)
    }

    @Test func `its example is a valid fleet`() throws {
        let example = try #require(page().components(separatedBy: "```json5\n").dropFirst().first)
        let text = try #require(example.components(separatedBy: "```").first)
        let fleet = try FleetDocument(reading: Array(text.utf8)).fleet()
        #expect(fleet.tenants.map(\.name.text) == ["acme"])
        #expect(fleet.tenants.first?.links?.count == 1)
    }

    @Test(arguments: [
        ("{ x: 0 }", "The file"), ("{ version: 1, tenants: [{ x: 0 }] }", "A tenant"),
        ("{ version: 1, tenants: [{ page: { x: 0 } }] }", "A page"),
        ("{ version: 1, tenants: [{ page: { colors: { x: 0 } } }] }", "Colours"),
        ("{ version: 1, tenants: [{ page: { texts: { de: { x: 0 } } } }] }", "Texts"),
        ("{ version: 1, tenants: [{ limits: { x: 0 } }] }", "Limits"),
        ("{ version: 1, tenants: [{ apps: [{ x: 0 }] }] }", "An app"),
        ("{ version: 1, tenants: [{ domains: [{ x: 0 }] }] }", "A domain"),
        ("{ version: 1, tenants: [{ domains: [{ optOut: { x: 0 } }] }] }", "An opt-out"),
        ("{ version: 1, tenants: [{ domains: [{ associationFiles: { x: 0 } }] }] }", "Association files"),
        ("{ version: 1, tenants: [{ routes: [{ x: 0 }] }] }", "A route"),
        ("{ version: 1, tenants: [{ links: [{ x: 0 }] }] }", "A link"),
    ])
    func `each table lists the keys that the reader knows, in order`(file: String, heading: String) throws {
        let error = try #require(throws: FleetFileError.self) { try FleetDocument(reading: Array(file.utf8)) }
        let refusal = try #require(error.refusals.first { $0.description.contains("unknown name") })
        let known = try #require(refusal.description.components(separatedBy: "known: ").last).components(
            separatedBy: ", ")
        let section = try #require(page().components(separatedBy: "# \(heading)\n").last)
        let table = section.components(separatedBy: "\n").drop { !$0.hasPrefix("|---") }.dropFirst()
        let keys = table.prefix { $0.hasPrefix("|") }.compactMap { row in row.split(separator: "`").dropFirst().first }
        #expect(keys.map(String.init) == known)
    }
}
