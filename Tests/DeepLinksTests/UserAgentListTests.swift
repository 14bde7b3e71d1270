import Foundation
import Testing

@testable import DeepLinks

private let listFolder = ProcessInfo.processInfo.environment["POSTERN_USER_AGENTS"]

/// User agents from lists that others keep, where `scripts/test --slow` could fetch them: `POSTERN_USER_AGENTS` names the
/// folder.
///
/// The measure: 99.5 % of crawlers, 99.5 % of telephones, and no person taken for a crawler.
@Suite(
    .enabled(
        if: listFolder != nil,
        "POSTERN_USER_AGENTS names no folder with the lists that need_user_agents of scripts/lib/packages.sh fetches"))
struct UserAgentListTests {
    /// An entry of `crawler-user-agents` on PyPI.
    private struct Crawler: Decodable {
        var pattern: String
        var instances: [String]?
    }

    /// A line of the data of `fake-useragent` on PyPI, counted from visitors of websites.
    private struct Person: Decodable {
        var useragent: String
        var type: String
        var os: String
    }

    /// Entries of the list whose examples are people in the browsers of these apps and editors, as reviewed.
    private static let people = ["AP3A\\.240617\\.008", "MetaIAB Facebook", "Code\\/1\\.", "Trae\\/", "Fluid"]

    private func data(_ file: String) throws -> Data {
        let folder = try #require(listFolder)
        return try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(file))
    }

    private func client(_ userAgent: String) -> Client { Client(userAgent: Array(userAgent.utf8).span) }

    @Test func `crawlers are known as programs`() throws {
        let entries = try JSONDecoder().decode([Crawler].self, from: try data("crawler-user-agents.json"))
        let agents = entries.filter { !Self.people.contains($0.pattern) }.flatMap { $0.instances ?? [] }
        try #require(agents.count > 1000)
        let missed = agents.filter { !client($0).kind.isProgram }
        #expect(Double(missed.count) <= 0.005 * Double(agents.count), "\(missed)")
    }

    @Test func `people are no programs, and their telephones are known`() throws {
        let lines = try data("browsers.jsonl").split(separator: UInt8(ascii: "\n"))
        let people = try lines.map { try JSONDecoder().decode(Person.self, from: $0) }
        try #require(people.count > 1000)
        let programs = people.filter { client($0.useragent).kind.isProgram }
        #expect(programs.isEmpty, "\(programs.map(\.useragent))")
        let phones = people.filter { $0.type != "desktop" && ["iOS", "Android"].contains($0.os) }
        try #require(phones.count > 1000)
        let wrong = phones.filter { phone in
            switch client(phone.useragent).platform {
            case .ios, .ipados: phone.os != "iOS"
            // Who says only that it may be an iPad is not guessed at (case 78).
            case .macOrIPad: phone.os != "iOS" || phone.type != "tablet"
            case .android: phone.os != "Android"
            case .macos, .windows, .linux, .other: true
            }
        }
        #expect(Double(wrong.count) <= 0.005 * Double(phones.count), "\(wrong.map(\.useragent))")
    }
}
