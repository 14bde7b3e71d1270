import Cryptography
import JSONText
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// How alerts are told: alone, or together when they have one cause.
@Suite struct AlertBatchTests {
    private static let start = UnixTime(seconds: 1_800_000_000)

    private func alert(
        _ id: Int, at seconds: Int, cause: String = "origin/unreachable", event: AlertEvent = .raised,
        attempts: Int32 = 0
    ) throws -> PendingAlert {
        let digits = String(id)
        let text = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return PendingAlert(
            id: Int64(id), key: try #require(UUIDText(text)), event: event, cause: cause, host: "go.shop.example",
            body: #"{"host":"go.shop.example"}"#, created: Self.start + .seconds(seconds), attempts: attempts)
    }

    private func sort(_ alerts: [PendingAlert], at seconds: Int) -> ([[Int64]], [Int64]) {
        let (ready, waiting) = AlertBatch.sort(alerts, at: Self.start + .seconds(seconds))
        return (ready.map { $0.alerts.map(\.id) }, waiting.map(\.id))
    }

    @Test func `five of one cause within a minute are one, four are four`() throws {
        let five = try (1...5).map { try alert($0, at: $0) }
        #expect(sort(five, at: 61) == ([[1, 2, 3, 4, 5]], []))
        #expect(sort(Array(five.dropLast()), at: 61) == ([[1], [2], [3], [4]], []))
    }

    @Test func `an alert waits a minute for others of its cause, once`() throws {
        let alerts = [try alert(1, at: 0), try alert(2, at: 50)]
        #expect(sort(alerts, at: 59) == ([], [1, 2]))
        #expect(sort(alerts, at: 60) == ([[1], [2]], []))
        #expect(sort([try alert(1, at: 0, attempts: 1)], at: 1) == ([[1]], []))
    }

    @Test func `causes, and what began and what ended, are not mixed`() throws {
        var alerts = try (1...4).map { try alert($0, at: 0) }
        alerts.append(try alert(5, at: 0, cause: "apple-cdn/stale"))
        alerts.append(try alert(6, at: 0, event: .cleared))
        #expect(sort(alerts, at: 60).0 == [[1], [2], [3], [4], [5], [6]])
    }

    @Test func `a storm is one message a minute`() throws {
        let alerts = try (0..<500).map { try alert($0 + 1, at: $0 / 4) }
        let (ready, waiting) = sort(alerts, at: 1000)
        #expect(ready.map(\.count) == [240, 240, 20] && waiting.isEmpty)
    }

    @Test func `a message is signed with its time, and has the same key at every delivery`() throws {
        let batch = AlertBatch(alerts: [try alert(1, at: 0), try alert(2, at: 0)])
        let secret = Array("secret".utf8)
        let message = try WebhookMessage(batch, secret: secret, at: Self.start)
        let again = try WebhookMessage(batch, secret: secret, at: Self.start + .seconds(60))
        #expect(message.headers.value("idempotency-key") == again.headers.value("idempotency-key"))
        #expect(message.body == again.body)
        let tag = try HMACSHA256.tag(of: Array("1800000000.".utf8) + message.body, key: secret)
        #expect(message.headers.value("postern-signature") == "sha256=\(tag.hex)")
        #expect(again.headers.value("postern-signature") != "sha256=\(tag.hex)")
        #expect(
            String(decoding: message.body, as: UTF8.self)
                == #"{"version":1,"key":"00000000-0000-0000-0000-000000000001","event":"raised","#
                + #""cause":"origin/unreachable","alerts":[{"host":"go.shop.example"},{"host":"go.shop.example"}]}"#)
        #expect(try WebhookMessage(batch, secret: nil, at: Self.start).headers.value("postern-signature") == nil)
    }

    @Test func `an alert is told at least once: who dies leaves it to others, who fails tries again`() throws {
        let fixture = try ProbeStoreFixture()
        let store = try fixture.store()
        try fixture.database.psql(
            "INSERT INTO fleet.alerts (event, cause, body) VALUES ('raised', 'x', '{}'), ('raised', 'x', '{}')")
        let dead = try store.leaseAlerts(for: .zero)
        #expect(dead.alerts.count == 2)
        let alive = try store.leaseAlerts()
        #expect(alive.alerts.map(\.key) == dead.alerts.map(\.key))
        #expect(try store.leaseAlerts().alerts.isEmpty)
        try store.delivered(Array(alive.alerts.prefix(1)), lease: dead.lease)
        try store.delivered(Array(alive.alerts.prefix(1)), lease: alive.lease)
        try store.postpone(Array(alive.alerts.suffix(1)), lease: alive.lease, by: .zero, wasTried: true)
        let last = try store.leaseAlerts()
        #expect(last.alerts.map(\.attempts) == [1])
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.alerts WHERE delivered_at IS NULL") == "1")
    }
}
