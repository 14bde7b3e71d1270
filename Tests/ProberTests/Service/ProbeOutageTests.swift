import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// What a prober makes of a database that stops, and of a host that dies, in the middle of a probe.
@Suite struct ProbeOutageTests {
    /// Checks that end when the test says so.
    private final class Checks: DomainChecking {
        typealias Completion = @Sendable (DomainReport) -> Void
        private let waiting = LockedValue<[(ProbeTarget, Completion)]>([])

        var count: Int { waiting.withLock { $0.count } }

        func check(_ target: ProbeTarget, completion: @escaping Completion) {
            waiting.withLock { $0.append((target, completion)) }
        }

        /// Ends all checks, which saw a file.
        func end(_ file: [UInt8]) throws {
            let digest = try SHA256.digest(of: file)
            let ended = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for (target, completion) in ended {
                let seen = Observation(
                    .file(.aasa), url: "https://\(target.host)/", time: .now(), outcome: .answered(status: 200),
                    body: file, bodyDigest: digest)
                completion(DomainReport(target: target, time: .now(), observations: [seen], findings: []))
            }
        }
    }

    @Test func `PostgreSQL that is stopped and started in the middle of a probe loses no state and raises no alert`()
        throws
    {
        let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
        defer { cluster.destroy() }
        _ = try cluster.psql("CREATE DATABASE fleet TEMPLATE template0")
        let address = try ConnectionString(cluster.connectionString(database: "fleet"))
        let connection = try Connection.connect(to: address)
        _ = try Migrator().migrate(connection)
        try ProbeStoreFixture.makeTenant(
            "shop", domains: ["go.shop.example"], in: FleetStore(Connection.connect(to: address)))
        let text = try cluster.psql(
            "SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'", database: "fleet")

        let checks = Checks()
        var options = ProbeService.Options()
        options.poll = .milliseconds(20)
        options.backoff = (.milliseconds(10), .milliseconds(100))
        options.grace.probes = 1
        let service = try ProbeService(database: address, checking: checks, options: options)
        try service.start()
        defer { service.stop() }
        for round in 1...2 {
            #expect(comesTrue { checks.count == 1 })
            try cluster.stopImmediately()
            #expect(comesTrue { !service.status.isConnected })
            // What was seen while the database is away is kept until it is back.
            try checks.end(Array(text.utf8))
            try cluster.start()
            #expect(comesTrue { service.status.probes >= round })
            _ = try cluster.psql("UPDATE fleet.probe_schedule SET due_at = now()", database: "fleet")
        }
        #expect(service.status.lost == 0)
        let states = "SELECT vantage, verdict, bad_probes FROM fleet.drift_states"
        #expect(try cluster.psql(states, database: "fleet") == "origin|in_sync|0")
        #expect(try cluster.psql("SELECT probes FROM fleet.observations", database: "fleet") == "2")
        #expect(try cluster.psql("SELECT count(*) FROM fleet.alerts", database: "fleet") == "0")
    }

    @Test func `a host that dies in the middle of its answer is no alert when it is back at the next probe`() throws {
        let fixture = try ProbeStoreFixture()
        try fixture.makeTenant("shop", domains: [CheckedWorld.host])
        let text = try fixture.database.psql(
            "SELECT encode(bytes, 'escape') FROM fleet.association_documents WHERE kind = 'aasa'")
        let dies = LockedValue(false)
        let fields = [("Content-Type", "application/json")]
        let world = try CheckedWorld(apple: .file(text), timeout: .seconds(60)) { request in
            guard request.path == "/.well-known/apple-app-site-association" else { return .answer(status: 404) }
            guard dies.withLock({ $0 }) else { return .answer(fields: fields, text: text) }
            let head = ScriptedStep.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{\"applinks\"".utf8))
            return [head, .reset]
        }
        var options = ProbeService.Options()
        options.poll = .milliseconds(20)
        let service = try ProbeService(
            database: ConnectionString(fixture.database.connectionString), checking: world.checks, options: options)
        try service.start()
        defer { service.stop() }
        let state = "SELECT verdict = 'in_sync', bad_probes FROM fleet.drift_states WHERE vantage = 'origin'"
        let isIdle = "SELECT lease IS NULL AND due_at > now() FROM fleet.probe_schedule"
        for (round, isDead) in [(1, false), (2, true), (3, false)] {
            dies.withLock { $0 = isDead }
            // The first is due by its publication.
            if round > 1 { try fixture.database.psql("UPDATE fleet.probe_schedule SET due_at = now()") }
            #expect(comesTrue { service.status.probes >= round })
            #expect(try comesTrue { try fixture.database.psql(isIdle) == "t" })
            #expect(try fixture.database.psql(state) == (isDead ? "f|1" : "t|0"))
        }
        #expect(service.status.probes == 3)
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.alerts") == "0")
    }
}
