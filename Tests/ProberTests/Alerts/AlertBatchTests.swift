import Platform
import Postgres
import Testing

@testable import Prober

/// How alerts are told: alone, or together when they have one cause.
@Suite struct AlertBatchTests {
    private static let start = UnixTime(seconds: 1_800_000_000)

    private func alert(
        _ id: Int, at seconds: Int, cause: String = "origin/unreachable", event: AlertEvent = .raised
    ) throws -> PendingAlert {
        try .example(id, cause: cause, event: event, created: Self.start + .seconds(seconds))
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

    @Test func `an alert waits a minute for others of its cause, and takes them along`() throws {
        let alerts = [try alert(1, at: 0), try alert(2, at: 50), try alert(3, at: 60)]
        #expect(sort(alerts, at: 59) == ([], [1, 2, 3]))
        #expect(sort(alerts, at: 60) == ([[1], [2]], [3]))
    }

    @Test func `causes, and what began and what ended, are not mixed`() throws {
        var alerts = try (1...4).map { try alert($0, at: 0) }
        alerts.append(try alert(5, at: 0, cause: "apple-cdn/stale"))
        alerts.append(try alert(6, at: 0, event: .cleared))
        #expect(sort(alerts, at: 60).0 == [[1], [2], [3], [4], [5], [6]])
    }

    @Test func `a storm is a message a minute, and no message is without bound`() throws {
        let alerts = try (0..<500).map { try alert($0 + 1, at: $0 / 4) }
        let (ready, waiting) = sort(alerts, at: 1000)
        #expect(ready.map(\.count) == [240, 240, 20] && waiting.isEmpty)
        let gale = try (1...1203).map { try alert($0, at: 0) }
        #expect(sort(gale, at: 60).0.map(\.count) == [500, 500, 203])
    }
}

extension PendingAlert {
    /// An alert of a test, whose key ends in its number.
    static func example(
        _ id: Int, cause: String = "origin/unreachable", event: AlertEvent = .raised,
        body: String = #"{"host":"go.shop.example","text":"it is unreachable"}"#,
        created: UnixTime = UnixTime(seconds: 1_800_000_000)
    ) throws -> PendingAlert {
        let digits = String(id)
        let text = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return PendingAlert(
            id: Int64(id), key: try #require(UUIDText(text)), event: event, cause: cause, host: "go.shop.example",
            body: body, created: created)
    }
}
