import Association
import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// Services and slots that are not there: nothing is learnt, so nothing is raised, cleared or blamed.
@Suite struct UnaskedTests {
    let fixture: ProbeStoreFixture
    private let connection: Connection
    private let origin = LockedValue(ProbeOutcome.answered(status: 200))
    private let apple = LockedValue(ProbeOutcome.answered(status: 200))
    /// What Apple holds instead of what was published.
    private let copy = LockedValue<[UInt8]?>(nil)
    private let checks: StandInChecks

    init() throws {
        fixture = try ProbeStoreFixture()
        connection = try fixture.connect()
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let file = Array(
            try fixture.database.psql(
                "SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'"
            ).utf8)
        checks = StandInChecks { [origin, apple, copy] thing, _ in
            thing == .deviceCopy
                ? (apple.withLock { $0 }, copy.withLock { $0 } ?? file) : (origin.withLock { $0 }, file)
        }
    }

    private func service() throws -> ProbeService {
        var options = ProbeService.Options()
        options.poll = .milliseconds(20)
        options.blindPause = .seconds(60)
        let service = try ProbeService(
            database: ConnectionString(fixture.database.connectionString), checking: checks, options: options)
        try service.start()
        return service
    }

    private func psql(_ text: String) throws -> String { try fixture.database.psql(text) }

    /// Has the domain probed so many times more.
    private func probe(_ count: Int, _ service: ProbeService) throws {
        for _ in 0..<count {
            let probes = service.status.probes
            #expect(
                try comesTrue {
                    if service.status.probes > probes { return true }
                    // A program for each look would cost more than all the rest.
                    try connection.run(script: "UPDATE fleet.probe_schedule SET due_at = now() WHERE lease IS NULL")
                    return false
                })
        }
    }

    private var alerts: String {
        get throws { try psql("SELECT event, cause FROM fleet.alerts ORDER BY id") }
    }

    private func state(_ vantage: String) throws -> String {
        try psql("SELECT verdict, is_raised, gap_reason FROM fleet.drift_states WHERE vantage = '\(vantage)'")
    }

    @Test func `Apple's 503 neither clears what was raised nor raises, and ten in a row are one alarm`() throws {
        let service = try service()
        defer { service.stop() }
        let foreign = #"{"applinks":{"details":[{"appIDs":["ZZZZZ99999.a.b"],"components":[{"/":"/x"}]}]}}"#
        copy.withLock { $0 = Array(foreign.utf8) }
        #expect(
            try comesTrue {
                try probe(1, service)
                return try alerts == "raised|apple-cdn/foreign"
            })
        apple.withLock { $0 = .answered(status: 503) }
        try probe(3, service)
        #expect(try state("apple-cdn") == "foreign|t|it answers 503")
        #expect(try alerts == "raised|apple-cdn/foreign")
        #expect(
            try comesTrue {
                try probe(1, service)
                return service.status.broken == [.appleCDN]
            })
        #expect(try comesTrue { try alerts == "raised|apple-cdn/foreign\nraised|prober/prober_broken" })

        apple.withLock { $0 = .answered(status: 200) }
        copy.withLock { $0 = nil }
        #expect(
            try comesTrue {
                try probe(1, service)
                return service.status.broken == []
            })
        #expect(try state("apple-cdn") == "in_sync|f|")
        #expect(
            try comesTrue {
                try psql("SELECT cause FROM fleet.alerts WHERE event = 'cleared' ORDER BY cause")
                    == "apple-cdn/foreign\nprober/prober_broken"
            })
    }

    @Test func `a domain whose transfers found no slot is not blamed, and tried again within two minutes`() throws {
        let service = try service()
        defer { service.stop() }
        origin.withLock { $0 = .failed(.timedOut(.queue)) }
        apple.withLock { $0 = .failed(.timedOut(.queue)) }
        try probe(12, service)
        #expect(service.status.broken == [])
        #expect(try state("origin") == "prober_broken|f|the deadline passed before a slot was free")
        #expect(try psql("SELECT count(*) FROM fleet.observations") == "0")
        #expect(try alerts.isEmpty)
        #expect(try psql("SELECT due_at < now() + interval '2 minutes' FROM fleet.probe_schedule") == "t")
        #expect(try fixture.store().survey().unknown == [.origin: 1, .appleCDN: 1])
    }
}
