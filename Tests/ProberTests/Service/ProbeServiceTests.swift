import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// The service that probes, with a check that answers as the test says.
@Suite struct ProbeServiceTests {
    let fixture: ProbeStoreFixture

    init() throws {
        fixture = try ProbeStoreFixture()
    }

    /// Checks that see what they are told to, at once or never.
    private final class Checks: DomainChecking {
        let asked = LockedValue<[String]>([])
        let file = LockedValue<[UInt8]?>(nil)
        let isHung = LockedValue(false)

        func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void) {
            asked.withLock { $0.append(target.host.text) }
            guard !isHung.withLock({ $0 }) else { return }
            let file = file.withLock { $0 }
            let seen = Observation(
                .file(.aasa), url: "https://\(target.host)/", time: .now(),
                outcome: file == nil ? .failed(.timedOut(.connect)) : .answered(status: 200), body: file ?? [],
                bodyDigest: file.flatMap { try? SHA256.digest(of: $0) })
            completion(DomainReport(target: target, time: .now(), observations: [seen], findings: []))
        }
    }

    /// Gateways that all answer alike.
    private final class Nodes: NodeChecking {
        let listed: [NodeURL] = []
        let file: LockedValue<[UInt8]>

        init(_ file: [UInt8]) { self.file = LockedValue(file) }

        func ask(
            _ node: FleetNode, for kind: AssociationKind, of host: HostName,
            completion: @escaping @Sendable (Observation) -> Void
        ) {
            let body = file.withLock { $0 }
            completion(
                Observation(
                    .nodeFile(kind, node: node.name), url: node.url.description, time: .now(),
                    outcome: .answered(status: 200), body: body, bodyDigest: try? SHA256.digest(of: body)))
        }
    }

    /// Proofs that are there as soon as the test says so.
    private final class Proofs: OwnershipChecking {
        let areThere = LockedValue(false)

        func check(_ proof: DomainProof, completion: @escaping @Sendable (OwnershipFinding) -> Void) {
            completion(areThere.withLock { $0 } ? .proved(.dns) : .missing("no record"))
        }
    }

    private func service(
        _ checks: Checks, nodes: Nodes? = nil, proofs: Proofs? = nil,
        _ change: (inout ProbeService.Options) -> Void = { _ in }
    ) throws -> ProbeService {
        var options = ProbeService.Options()
        options.poll = .milliseconds(10)
        options.doubt = .zero
        options.backoff = (.milliseconds(10), .milliseconds(50))
        options.nodePause = .milliseconds(20)
        change(&options)
        let service = try ProbeService(
            database: ConnectionString(fixture.database.connectionString), checking: checks, nodes: nodes,
            ownership: proofs, options: options)
        try service.start()
        return service
    }

    private func psql(_ text: String) throws -> String { try fixture.database.psql(text) }

    private func makeDue() throws { _ = try psql("UPDATE fleet.probe_schedule SET due_at = now()") }

    @Test func `a pending name is live once its proof is there, and probed from then on`() throws {
        try fixture.makeTenant("shop", domains: [])
        let name = try DomainName("go.shop.example")
        let shop = try #require(TenantName("shop"))
        try fixture.fleet.edit(tenant: shop, as: Operation(actor: "test", action: "domain add")) {
            $0.domains = [Domain(name: name)]
        }
        let (checks, proofs) = (Checks(), Proofs())
        let service = try service(checks, proofs: proofs)
        defer { service.stop() }
        #expect(try comesTrue { try fixture.fleet.proofs(of: name).first?.problem == "no record" })
        #expect(try fixture.fleet.tenant(named: shop).tenant.domains.map(\.state) == [.pending])
        proofs.areThere.withLock { $0 = true }
        _ = try psql("UPDATE fleet.domain_proofs SET due_at = now()")
        #expect(try comesTrue { try fixture.fleet.tenant(named: shop).tenant.domains.map(\.state) == [.live] })
        _ = try psql(
            "INSERT INTO fleet.probe_schedule (domain_id, tenant_id) SELECT id, tenant_id FROM fleet.domains"
                + " ON CONFLICT (domain_id) DO UPDATE SET due_at = now()")
        #expect(comesTrue { checks.asked.withLock { $0.contains(name.text) } })
    }

    @Test func `a domain is probed after its publication, a drift is raised, and cleared when it is over`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let checks = Checks()
        let service = try service(checks)
        defer { service.stop() }
        for count in 1...3 {
            #expect(comesTrue { service.status.probes >= count })
            try makeDue()
        }
        #expect(comesTrue { service.status.probes >= 4 })
        #expect(try psql("SELECT event, cause FROM fleet.alerts") == "raised|origin/unreachable")
        let store = try fixture.store()
        #expect(try store.drifts().map(\.state.judgement.verdict) == [.unreachable])
        let file = try psql("SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'")
        checks.file.withLock { $0 = Array(file.utf8) }
        try makeDue()
        #expect(comesTrue { service.status.probes >= 5 })
        #expect(try psql("SELECT event FROM fleet.alerts ORDER BY id") == "raised\ncleared")
        #expect(try store.drifts() == [])
    }

    @Test func `what a gateway serves has a state of its own, which goes with the gateway and clears its alert`() throws
    {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let file = Array(
            try psql("SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'").utf8)
        _ = try psql(
            """
            INSERT INTO fleet.gateways (name, version, url, cursor)
            SELECT 'one', '1', 'http://10.0.0.7:8080', max(generation) FROM fleet.changes
            """)
        let checks = Checks()
        checks.file.withLock { $0 = file }
        let nodes = Nodes(file)
        let service = try service(checks, nodes: nodes)
        defer { service.stop() }
        let store = try fixture.store()
        func states() throws -> [String] {
            try store.drifts(withInSync: true).filter { $0.file.vantage == .node }
                .map { "\($0.file.node) \($0.state.judgement.verdict.rawValue)" }
        }
        /// Probes again and again until states and alerts are these.
        func probe(until expected: [String], alerts: [String]) throws {
            #expect(
                try comesTrue {
                    try makeDue()
                    let told = try psql("SELECT event FROM fleet.alerts WHERE cause LIKE 'node/%' ORDER BY id")
                    return try states() == expected && told == alerts.joined(separator: "\n")
                }, "\(expected) \(alerts)")
        }
        try probe(until: ["one in_sync"], alerts: [])
        nodes.file.withLock { $0 = NodeCase.file("/else") }
        try probe(until: ["one node_divergent"], alerts: ["raised"])

        // A change of another tenant is of no matter, one of its own is.
        nodes.file.withLock { $0 = file }
        try fixture.makeTenant("kitchen", domains: [])
        try probe(until: ["one in_sync"], alerts: ["raised", "cleared"])
        try fixture.addRoute("sale", to: "shop")
        try probe(until: ["one node_behind"], alerts: ["raised", "cleared", "raised"])
        let reason = try #require(try store.drifts().first { $0.file.vantage == .node }).state.judgement.reason
        #expect(reason == "it serves revision 1 of 2; it is 2 changes behind, at number 1")

        _ = try psql("DELETE FROM fleet.gateways")
        try probe(until: [], alerts: ["raised", "cleared", "raised", "cleared"])
    }

    @Test func `a name that was edited into none is put off for an hour, and told`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example", "to.shop.example"])
        _ = try psql("ALTER TABLE fleet.domains DROP CONSTRAINT domains_name_form, DISABLE TRIGGER USER")
        _ = try psql("UPDATE fleet.domains SET name = 'no host' WHERE name = 'go.shop.example'")
        let checks = Checks()
        let service = try service(checks)
        defer { service.stop() }
        let putOff = """
            SELECT due_at > now() + interval '50 min' AND lease IS NULL
            FROM fleet.probe_schedule
            JOIN fleet.domains ON id = domain_id
            WHERE name = 'no host'
            """
        #expect(try comesTrue { try psql(putOff) == "t" })
        #expect(comesTrue { service.status.probes >= 1 })
        #expect(checks.asked.withLock { Set($0) } == ["to.shop.example"])
        #expect(
            try psql(
                "SELECT count(*) FROM fleet.drift_states JOIN fleet.domains ON id = domain_id WHERE name = 'no host'")
                == "0")
    }

    @Test func `three probers share the domains and probe none twice`() throws {
        try fixture.makeTenant("shop", domains: (0..<40).map { "go\($0).shop.example" })
        let checks = Checks()
        let services = try (0..<3).map { _ in try service(checks) { $0.concurrency = 4 } }
        #expect(comesTrue { services.reduce(0) { $0 + $1.status.probes } == 40 })
        for service in services { service.stop() }
        let asked = checks.asked.withLock { $0 }
        #expect(asked.count == 40 && Set(asked).count == 40)
    }

    @Test func `a prober that ends gives back what it has, and what a dead one had lapses, without an alert`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let hung = Checks()
        hung.isHung.withLock { $0 = true }
        let first = try service(hung)
        #expect(comesTrue { hung.asked.withLock { $0.count } == 1 })
        first.stop()
        #expect(try psql("SELECT lease IS NULL FROM fleet.probe_schedule") == "t")
        // One that is killed says nothing: its lease stands until it lapses.
        _ = try fixture.store().lease(1, for: .milliseconds(100))
        let checks = Checks()
        let second = try service(checks)
        defer { second.stop() }
        #expect(comesTrue { second.status.probes >= 1 })
        #expect(try psql("SELECT count(*) FROM fleet.alerts") == "0")
    }

    @Test func `a lost connection is replaced, and no probe is lost or told twice`() throws {
        try fixture.makeTenant("shop", domains: ["go.shop.example"])
        let service = try service(Checks())
        defer { service.stop() }
        for count in 1...5 {
            #expect(comesTrue { service.status.probes >= count })
            _ = try psql(
                """
                SELECT pg_terminate_backend(pid, 60000)
                FROM pg_stat_activity
                WHERE application_name = 'postern prober' AND datname = current_database()
                """)
            try makeDue()
        }
        #expect(try psql("SELECT event FROM fleet.alerts") == "raised")
        #expect(service.status.lost == 0)
    }
}
