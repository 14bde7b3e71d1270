import Association
import Cryptography
import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// Services and slots that are not there: nothing is learnt, so nothing is raised, cleared or blamed.
@Suite struct UnaskedTests {
    let fixture: ProbeStoreFixture
    private let checks = Checks()

    init() throws {
        fixture = try ProbeStoreFixture()
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let file = try psql("SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'")
        checks.file.withLock { $0 = Array(file.utf8) }
    }

    /// Checks that see what was published at the host, unless it finds no slot, and at Apple what the test says.
    private final class Checks: DomainChecking {
        let file = LockedValue<[UInt8]>([])
        let origin = LockedValue(ProbeOutcome.answered(status: 200))
        let apple = LockedValue(ProbeOutcome.answered(status: 200))
        let copy = LockedValue<[UInt8]?>(nil)

        func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void) {
            let file = file.withLock { $0 }
            func see(_ thing: ObservedThing, _ outcome: ProbeOutcome, _ body: [UInt8]) -> Observation {
                Observation(
                    thing, url: "https://\(target.host)/", time: .now(), outcome: outcome, body: body,
                    bodyDigest: try? SHA256.digest(of: body))
            }
            let seen = [
                see(.file(.aasa), origin.withLock { $0 }, file),
                see(.deviceCopy, apple.withLock { $0 }, copy.withLock { $0 } ?? file),
            ]
            completion(DomainReport(target: target, time: .now(), observations: seen, findings: []))
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
                    _ = try psql("UPDATE fleet.probe_schedule SET due_at = now() WHERE lease IS NULL")
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
        checks.copy.withLock { $0 = Array(foreign.utf8) }
        #expect(
            try comesTrue {
                try probe(1, service)
                return try alerts == "raised|apple-cdn/foreign"
            })
        checks.apple.withLock { $0 = .answered(status: 503) }
        try probe(3, service)
        #expect(try state("apple-cdn") == "foreign|t|it answers 503")
        #expect(try alerts == "raised|apple-cdn/foreign")
        #expect(
            try comesTrue {
                try probe(1, service)
                return service.status.broken == [.appleCDN]
            })
        #expect(try comesTrue { try alerts == "raised|apple-cdn/foreign\nraised|prober/prober_broken" })

        checks.apple.withLock { $0 = .answered(status: 200) }
        checks.copy.withLock { $0 = nil }
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
        checks.origin.withLock { $0 = .failed(.timedOut(.queue)) }
        checks.apple.withLock { $0 = .failed(.timedOut(.queue)) }
        try probe(12, service)
        #expect(service.status.broken == [])
        #expect(try state("origin") == "prober_broken|f|the deadline passed before a slot was free")
        #expect(try psql("SELECT count(*) FROM fleet.observations") == "0")
        #expect(try alerts.isEmpty)
        #expect(try psql("SELECT due_at < now() + interval '2 minutes' FROM fleet.probe_schedule") == "t")
        #expect(try fixture.store().survey().unknown == [.origin: 1, .appleCDN: 1])
    }
}
