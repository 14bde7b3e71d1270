import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// The outbox: what becomes a message, who has it, what is forgotten.
@Suite struct AlertStoreTests {
    let fixture: ProbeStoreFixture
    let store: ProbeStore

    init() throws {
        fixture = try ProbeStoreFixture()
        store = try fixture.store()
    }

    private func raise(_ count: Int, seconds: Int) throws {
        try fixture.database.psql(
            """
            INSERT INTO fleet.alerts (event, cause, body, created_at)
            SELECT 'raised', 'x', '{}', now() - interval '\(seconds) seconds' FROM generate_series(1, \(count))
            """)
    }

    @Test func `who dies leaves a message to others, and who lost it notes nothing`() throws {
        try raise(2, seconds: 61)
        try store.gatherAlerts()
        let dead = try store.leaseMessages(9, for: .zero)
        #expect(dead.messages.map(\.alerts.count) == [1, 1])
        let alive = try store.leaseMessages(9)
        #expect(alive.messages == dead.messages)
        #expect(try store.leaseMessages(9).messages.isEmpty)
        try store.delivered(alive.messages[0].key, lease: dead.lease)
        #expect(try fixture.database.psql("SELECT count(delivered_at) FROM fleet.alerts") == "0")
        try store.delivered(alive.messages[0].key, lease: alive.lease)
        try store.postpone(alive.messages.dropFirst(), lease: alive.lease, by: .zero, wasTried: true)
        #expect(try store.leaseMessages(9).messages.map(\.attempts) == [1])
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.alerts WHERE delivered_at IS NULL") == "1")
    }

    @Test func `a message says the same under its key whatever comes after it`() throws {
        try raise(4, seconds: 61)
        try store.gatherAlerts()
        let first = try store.leaseMessages(9, for: .zero).messages
        #expect(first.count == 4)
        try raise(4, seconds: 61)
        try store.gatherAlerts()
        #expect(try Array(store.leaseMessages(9, for: .zero).messages.prefix(4)) == first)
    }

    @Test func `a message of five is taken, delivered and put back as one`() throws {
        try raise(5, seconds: 61)
        try store.gatherAlerts()
        let taken = try store.leaseMessages(9)
        #expect(taken.messages.map(\.alerts.count) == [5])
        try store.postpone(taken.messages, lease: taken.lease, by: .zero, wasTried: false)
        let again = try store.leaseMessages(9)
        #expect(again.messages == taken.messages)
        try store.delivered(again.messages[0].key, lease: again.lease)
        #expect(try fixture.database.psql("SELECT count(delivered_at) FROM fleet.alerts") == "5")
        #expect(try store.leaseMessages(9).messages.isEmpty)
    }

    @Test func `nothing is gathered before its time, and at once when there is no patience`() throws {
        try raise(6, seconds: 1)
        try store.gatherAlerts()
        #expect(try store.leaseMessages(9).messages.isEmpty)
        try store.gatherAlerts(after: .zero)
        #expect(try store.leaseMessages(9).messages.map(\.alerts.count) == [6])
    }

    @Test func `what was told is forgotten after 90 days, what could not be told after 7`() throws {
        try fixture.database.psql(
            """
            INSERT INTO fleet.alerts (event, cause, body, created_at, delivered_at)
            SELECT 'raised', cause, '{}', now() - created, now() - delivered
            FROM (VALUES ('told', interval '99 days', interval '89 days'), ('told long ago', '99 days', '91 days'),
              ('waits', '6 days', NULL), ('waits in vain', '8 days', NULL)) AS alert (cause, created, delivered)
            """)
        try store.prune()
        #expect(try fixture.database.psql("SELECT cause FROM fleet.alerts ORDER BY 1") == "told\nwaits")
    }

    @Test func `the survey counts what nobody was told of`() throws {
        #expect(try store.survey().untoldAlerts == 0)
        try raise(3, seconds: 3600)
        let survey = try store.survey()
        #expect(survey.untoldAlerts == 3 && survey.oldestAlert >= .seconds(3600))
    }
}
