import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// What is kept of probers' own faults, and the one alert that they make.
@Suite struct ProberFaultStoreTests {
    let fixture: ProbeStoreFixture
    let store: ProbeStore

    init() throws {
        fixture = try ProbeStoreFixture()
        store = try fixture.store()
    }

    private var alerts: String {
        get throws { try fixture.database.psql("SELECT event, cause, body ->> 'part' FROM fleet.alerts ORDER BY id") }
    }

    @Test func `the first fault of any prober raises the one alert, and the end of the last clears it`() throws {
        try store.note(broken: [], of: "one")
        #expect(try alerts == "")
        try store.note(broken: [.appleCDN], of: "one")
        try store.note(broken: [.appleCDN, .origin], of: "one")
        try store.note(broken: [.origin], of: "two")
        #expect(try alerts == "raised|prober/prober_broken|apple-cdn")
        #expect(try store.proberFaults().count == 3)
        try store.note(broken: [.origin], of: "one")
        try store.note(broken: [], of: "one")
        #expect(try store.proberFaults().map(\.prober) == ["two"])
        #expect(try alerts == "raised|prober/prober_broken|apple-cdn")
        try store.note(broken: [], of: "two")
        #expect(try alerts == "raised|prober/prober_broken|apple-cdn\ncleared|prober/prober_broken|origin")
    }

    @Test func `the faults of a prober that is gone are forgotten after an hour, by any other`() throws {
        try store.note(broken: [.origin], of: "gone")
        try fixture.database.psql("UPDATE fleet.prober_faults SET seen_at = now() - interval '59 minutes'")
        try store.note(broken: [], of: "other")
        #expect(try store.proberFaults().count == 1)
        try fixture.database.psql("UPDATE fleet.prober_faults SET seen_at = now() - interval '61 minutes'")
        try store.note(broken: [], of: "other")
        #expect(try store.proberFaults() == [])
        #expect(try alerts.hasSuffix("cleared|prober/prober_broken|origin"))
    }

    @Test func `probers that break at the same moment raise one alert`() throws {
        let database = fixture.database
        let group = ThreadGroup()
        for number in 0..<6 {
            try group.start(name: "prober") {
                try? ProbeStoreFixture.store(database).note(broken: [.origin], of: "\(number)")
            }
        }
        group.join()
        #expect(try store.proberFaults().count == 6)
        #expect(try alerts == "raised|prober/prober_broken|origin")
    }
}
