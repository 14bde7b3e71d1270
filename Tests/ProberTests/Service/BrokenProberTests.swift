import Association
import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// A prober that sees nothing any more: one alarm, and no domain is blamed.
@Suite struct BrokenProberTests {
    let fixture: ProbeStoreFixture
    private let files = LockedValue<[String: [UInt8]]>([:])
    /// The hosts that are silent; `nil` for all.
    private let silent = LockedValue<Set<String>?>([])
    private let checks: StandInChecks

    init() throws {
        fixture = try ProbeStoreFixture()
        // What was published is seen at the host and at Apple.
        checks = StandInChecks { [files, silent] thing, host in
            let isSilent = thing != .deviceCopy && silent.withLock { $0?.contains(host) ?? true }
            return isSilent
                ? (.failed(.timedOut(.connect)), []) : (.answered(status: 200), files.withLock { $0[host] } ?? [])
        }
    }

    private func service(_ name: String = "one") throws -> ProbeService {
        var options = ProbeService.Options()
        options.name = name
        options.poll = .milliseconds(20)
        options.doubt = .seconds(3600)
        options.blindPause = .milliseconds(100)
        let service = try ProbeService(
            database: ConnectionString(fixture.database.connectionString), checking: checks, options: options)
        try service.start()
        return service
    }

    private func psql(_ text: String) throws -> String { try fixture.database.psql(text) }

    private func makeDue() throws { _ = try psql("UPDATE fleet.probe_schedule SET due_at = now()") }

    /// Makes tenants with four domains each, all of which are in sync once the service has probed them.
    private func makeTenants(_ count: Int) throws {
        for tenant in 0..<count {
            try fixture.makeTenant("shop\(tenant)", domains: (0..<4).map { "go\($0).shop\(tenant).example" })
        }
        let rows = try psql(
            """
            SELECT name, encode(bytes, 'escape')
            FROM fleet.domains
            JOIN fleet.association_revisions ON domain_id = domains.id
            JOIN fleet.association_documents USING (sha256, kind)
            WHERE kind = 'aasa'
            """)
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: "|", maxSplits: 1)
            files.withLock { $0[String(parts[0])] = Array(parts[1].utf8) }
        }
    }

    private var alerts: String { get throws { try psql("SELECT event, cause FROM fleet.alerts ORDER BY id") } }

    private static let moved = "SELECT count(*) FROM fleet.drift_states WHERE verdict <> 'in_sync' OR bad_probes > 0"

    @Test func `when all domains fall silent there is one alarm, no state moves, and it clears itself`() throws {
        try makeTenants(5)
        let first = try service()
        #expect(comesTrue { first.status.probes >= 20 })
        #expect(try psql(Self.moved) == "0")

        silent.withLock { $0 = nil }
        try makeDue()
        #expect(comesTrue { first.status.broken == [.origin] })
        #expect(try comesTrue { try alerts == "raised|prober/prober_broken" })
        // It goes on trying, and even one that begins anew raises nothing more.
        let seen = first.status.probes
        #expect(comesTrue { first.status.probes >= seen + 20 })
        first.stop()
        let second = try service()
        defer { second.stop() }
        #expect(comesTrue { second.status.broken == [.origin] && second.status.probes >= 10 })
        #expect(try alerts == "raised|prober/prober_broken")
        #expect(try psql(Self.moved) == "0")
        #expect(try psql("SELECT count(DISTINCT prober) FROM fleet.prober_faults") == "1")

        silent.withLock { $0 = [] }
        #expect(comesTrue { second.status.broken == [] })
        #expect(
            try comesTrue { try alerts == "raised|prober/prober_broken\ncleared|prober/prober_broken" })
        #expect(try psql(Self.moved) == "0")
        #expect(try comesTrue { try psql("SELECT count(*) FROM fleet.prober_faults") == "0" })
    }

    @Test func `a domain that falls silent alone is blamed as soon as another one has answered`() throws {
        try makeTenants(3)
        let service = try service()
        defer { service.stop() }
        #expect(comesTrue { service.status.probes >= 12 })
        silent.withLock { $0 = ["go0.shop0.example"] }
        let blamed =
            "SELECT name FROM fleet.drift_states JOIN fleet.domains ON id = domain_id WHERE verdict = 'unreachable'"
        #expect(
            try comesTrue {
                try makeDue()
                return try psql(blamed) == "go0.shop0.example"
            })
        #expect(service.status.broken == [])
    }

    @Test func `a lease is renewed while the check goes on`() throws {
        try makeTenants(1)
        let hung = Hung()
        var options = ProbeService.Options()
        options.poll = .milliseconds(20)
        options.lapse = .seconds(20)
        let service = try ProbeService(
            database: ConnectionString(fixture.database.connectionString), checking: hung, options: options)
        try service.start()
        defer { service.stop() }
        let lapses = "SELECT count(*) FROM fleet.probe_schedule WHERE leased_until >"
        #expect(comesTrue { hung.count.withLock { $0 } == 4 })
        let first = try psql("SELECT max(leased_until) FROM fleet.probe_schedule")
        #expect(try comesTrue { try psql("\(lapses) '\(first)'") == "4" })
        #expect(hung.count.withLock { $0 } == 4)
    }

    /// Checks that never end.
    private final class Hung: DomainChecking {
        let count = LockedValue(0)

        func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void) {
            count.withLock { $0 += 1 }
        }
    }
}
