import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// `postern probe` over a database, a gateway behind TLS, and a stand-in for Apple's network.
@Suite struct ProbeTests {
    private static let host = "go.acme.example"
    private static let path = "/.well-known/apple-app-site-association"

    /// The servers, and how to probe them.
    private final class World: Sendable {
        let database: TestDatabase
        let address: String
        let apple: ScriptedServer
        let front: TLSFront
        let names: TestNameServer
        /// What Apple's network holds; `nil` when it does not answer.
        let held: LockedValue<String?>
        private let gateway: LockedValue<GatewayProcess>

        init() throws {
            database = try DatabaseServingTests.database()
            try DatabaseServingTests.makeAcme(database)
            let gateway = try GatewayProcess(database: database.connectionURL)
            address = gateway.address("http")
            let held = LockedValue<String?>(try gateway.get(path, host: host).text)
            self.held = held
            self.gateway = LockedValue(gateway)
            apple = try ScriptedServer { _ in
                let fields = [
                    ("Content-Type", "application/json"), ("Cache-Control", "max-age=21600,public"), ("Age", "60"),
                ]
                guard let text = held.withLock({ $0 }) else { return [.stall] }
                return .answer(fields: fields, text: text)
            }
            let backend = try #require(SocketAddress(address))
            let authority = try CertificateAuthority.shared()
            front = try TLSFront([
                .init(try authority.makeCertificate(names: [host]), to: backend),
                .init(try authority.makeCertificate(names: ["apple.test.example"]), to: apple.address),
            ])
            names = try TestNameServer(zone: [host: [.a("127.0.0.1")], "apple.test.example": [.a("127.0.0.1")]])
        }

        /// The options that keep a probe on this machine.
        var options: [String] {
            get throws {
                let base = "https://apple.test.example:\(front.addresses[1].port)/a/v1"
                return [
                    "--dns-server", "\(names.address)", "--ca", try CertificateAuthority.shared().bundle,
                    "--apple-cdn", base, "--google-dal", base, "--origin-port", "\(front.address.port)",
                    "--allow-address", "127.0.0.1/32",
                ]
            }
        }

        func probeOnce() throws -> PosternProgram.Outcome {
            try PosternProgram.run(["probe", "--once"] + options, database: database.connectionURL)
        }

        func drift(_ words: [String] = []) throws -> PosternProgram.Outcome {
            try PosternProgram.run(["drift"] + words, database: database.connectionURL)
        }

        /// Publishes another file, and waits until the gateway serves it.
        func publish() throws {
            let old = try HTTPAnswer.of("GET", path, host: host, at: address).text
            try DatabaseServingTests.run(
                [
                    "route", "add", "item", "/items/{id}", "--tenant", "acme", "--web",
                    "https://www.acme.example/i/{id}",
                ],
                database)
            try eventually { try HTTPAnswer.of("GET", path, host: host, at: self.address).text != old }
        }

        /// Apple asks again.
        func heal() throws {
            let text = try HTTPAnswer.of("GET", path, host: host, at: address).text
            held.withLock { $0 = text }
        }
    }

    @Test func `a published file is in sync, stale at Apple after the next, and healed when Apple has asked again`()
        throws
    {
        let world = try World()
        let first = try world.probeOnce()
        #expect(first.exitCode == 0, "\(first.messages)")
        #expect(first.output.isEmpty)
        #expect(try world.drift().exitCode == 0)
        let all = try world.drift([Self.host, "--all"]).output
        #expect(all.contains("\(Self.host)  origin  aasa  in_sync"))
        #expect(all.contains("\(Self.host)  apple-cdn  aasa  in_sync"))

        let json = try world.drift([Self.host, "--json"]).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect((object["findings"] as? [Any])?.isEmpty == true)
        let drifts = try #require(object["drifts"] as? [[String: Any]])
        let origin = try #require(drifts.first { $0["vantage"] as? String == "origin" })
        #expect((origin["body"] as? String)?.contains("applinks") == true)
        let evidence = try #require(origin["evidence"] as? [String: Any])
        #expect(evidence["status"] as? Int == 200 && (evidence["sha256"] as? String)?.count == 64)
        #expect((evidence["microseconds"] as? [String: Int])?["handshake"] ?? 0 > 0)
        let tls = try #require(evidence["tls"] as? [String: Any])
        #expect((tls["chain"] as? [Any])?.count == 2 && tls["version"] as? String == "TLS 1.3")

        try world.publish()
        #expect(try world.probeOnce().exitCode == 1)
        let stale = try world.drift()
        #expect(stale.exitCode == 1)
        #expect(stale.output.contains("stale") && !stale.output.contains("origin"), "\(stale.output)")
        #expect(try world.drift([Self.host]).output.contains("/items/"))

        try world.heal()
        #expect(try world.probeOnce().exitCode == 0)
        #expect(try world.drift().exitCode == 0)
    }

    @Test func `a prober says how it is, counts, and gives back what it has on SIGTERM`() throws {
        let world = try World()
        let prober = try ProberProcess(try world.options, database: world.database.connectionURL)
        try eventually { try prober.ask("health", "/readyz").text.contains("\"probes\":1") }
        #expect(try prober.ask("health", "/readyz").status == 200)
        #expect(try prober.ask("health", "/livez").status == 200)
        let metrics = try prober.ask("admin", "/metrics").text
        #expect(metrics.contains("postern_probe_recorded_total 1\n"))
        #expect(metrics.contains("postern_probe_duration_seconds_count 1\n"))
        let guide = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("Sources/Gateway/Gateway.docc/Operations.md"),
            encoding: .utf8)
        for line in metrics.split(separator: "\n") where line.hasPrefix("# TYPE ") {
            let name = line.split(separator: " ")[2]
            #expect(guide.contains("| `\(name)` |"), "\(name)")
        }
        // It is stopped in the middle of a probe: Apple's network does not answer.
        world.held.withLock { $0 = nil }
        try world.database.psql("UPDATE fleet.probe_schedule SET due_at = now()")
        let leased = "SELECT count(*) FROM fleet.probe_schedule WHERE lease IS NOT NULL"
        try eventually { try world.database.psql(leased) == "1" }
        #expect(prober.stop() == 0)
        #expect(try world.database.psql(leased) == "0")
    }

    @Test func `a prober that is killed in the middle of a probe leaves the domain to the next, without an alert`()
        throws
    {
        let world = try World()
        // Apple's network does not answer, so the probe does not end.
        world.held.withLock { $0 = nil }
        let prober = try ProberProcess(try world.options, database: world.database.connectionURL)
        let leased = "SELECT count(*) FROM fleet.probe_schedule WHERE lease IS NOT NULL"
        try eventually { try world.database.psql(leased) == "1" }
        prober.kill()
        #expect(try world.database.psql(leased) == "1")
        try world.heal()
        // Two minutes later.
        try world.database.psql("UPDATE fleet.probe_schedule SET leased_until = now()")
        let next = try world.probeOnce()
        #expect(next.exitCode == 0, "\(next.messages)")
        #expect(try world.database.psql("SELECT DISTINCT verdict FROM fleet.drift_states") == "in_sync")
        #expect(try world.database.psql("SELECT count(*) FROM fleet.alerts") == "0")
    }

    @Test func `what cannot work is said at once`() throws {
        let database = try DatabaseServingTests.database()
        let trust = try PosternProgram.run(
            ["probe", "--once", "--ca", "/does/not/exist"], database: database.connectionURL)
        #expect(trust.exitCode == 78)
        #expect(trust.messages.contains("the trusted certificates in /does/not/exist cannot be used"))
        let away = try PosternProgram.run(["probe"], database: "postgresql://127.0.0.1:1/fleet")
        #expect(away.exitCode == 69)
        let both = try PosternProgram.run(
            ["probe", "--once", "--admin-listen", "127.0.0.1:0"], database: database.connectionURL)
        #expect(both.exitCode == 64)
        #expect(try PosternProgram.run(["probe", "--once"], database: database.connectionURL).exitCode == 0)
    }
}
