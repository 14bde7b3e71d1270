import Association
import Foundation
import JSONText
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// Holds the guide "Alerts" to the program: its example of a message, and its way to check a signature.
@Suite struct AlertsPageTests {
    private static func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Sources/Gateway/Gateway.docc/Alerts.md"), encoding: .utf8)
    }

    /// The text of the first block of a language.
    private static func block(_ language: String) throws -> String {
        let parts = try page().components(separatedBy: "```\(language)\n")
        return try #require(parts.dropFirst().first?.components(separatedBy: "```\n").first)
    }

    /// The message of the page: an old copy at Apple.
    private static func message(at time: UnixTime, secret: WebhookSecret) throws -> WebhookMessage {
        var judgement = Judgement(.stale, reason: "it is revision 1 of 2", revision: 1)
        judgement.healing = UnixTime(rfc3339: "2027-01-16T12:00:00Z")
        judgement.witnesses = [
            .init(app: "ABCDE12345.com.acme.shop", url: "https://go.acme.example/items/1", opensNow: false)
        ]
        let since = try #require(UnixTime(rfc3339: "2027-01-15T08:00:00Z"))
        let seen = try #require(UnixTime(rfc3339: "2027-01-16T10:00:00Z"))
        let state = DriftState(
            vantage: .appleCDN, judgement: judgement, since: since, driftSince: since, lastSeen: seen, badProbes: 1,
            isRaised: true)
        let body = AlertBody(
            event: .raised, tenant: "acme", host: "go.acme.example", file: ObservedFile(.appleCDN, .aasa), state: state,
            time: seen)
        var alert = try PendingAlert.example(1, cause: "apple-cdn/stale", body: body.json)
        alert.key = try #require(UUIDText("6f9f0a52-5b7c-4f0e-9d7a-2f3f6a3c1b11"))
        return try WebhookMessage(AlertBatch(key: alert.key, alerts: [alert]), secret: secret, at: time)
    }

    private static let secret = Array("  a-secret-of-the-test's-own \n".utf8)

    /// A JSON text with its members in order, so that two of them can be compared.
    private static func canonical(_ bytes: [UInt8]) throws -> Data {
        let value = try JSONSerialization.jsonObject(with: Data(bytes))
        return try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    }

    @Test func `the example is what is posted`() throws {
        let secret = try #require(WebhookSecret(Self.secret))
        let message = try Self.message(at: .now(), secret: secret)
        #expect(try Self.canonical(Array(Self.block("json").utf8)) == Self.canonical(message.body))
    }

    /// Runs the page's script over a message.
    private static func judge(
        _ message: WebhookMessage, body: [UInt8], signature: String? = nil
    ) throws -> String {
        let folder = try TemporaryDirectory.make("postern-signature")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try File.replace("\(folder)/body", with: body)
        try File.replace("\(folder)/secret", with: secret)
        let timestamp = try #require(message.headers.value("postern-timestamp"))
        let given = try signature ?? #require(message.headers.value("postern-signature"))
        let script = "cd '\(folder)' && timestamp='\(timestamp)' && signature='\(given)'\n" + (try block("sh"))
        let outcome = try Program.run("/bin/sh", ["-c", script])
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `the page's script takes what is genuine, and nothing that was changed or is old`() throws {
        let secret = try #require(WebhookSecret(Self.secret))
        let message = try Self.message(at: .now(), secret: secret)
        #expect(try Self.judge(message, body: message.body) == "genuine")
        #expect(try Self.judge(message, body: message.body + [0x20]) == "forged")
        #expect(try Self.judge(message, body: message.body, signature: "sha256=00") == "forged")
        let old = try Self.message(at: .now() + .seconds(-600), secret: secret)
        #expect(try Self.judge(old, body: old.body) == "forged")
    }
}
