import Foundation
import Platform
import TestSupport
import Testing

/// `postern probe` asks two real gateways what they serve, one of which has lost the database.
@Suite struct NodeProbeTests {
    private static let host = "go.acme.example"
    private static let path = "/.well-known/apple-app-site-association"

    /// Two gateways, both as origin and as nodes, and stand-ins for everything else.
    private final class World: Sendable {
        let database: TestDatabase
        let front: TLSFront
        /// A listener of the good one that expects a PROXY header.
        let expectingURL: String
        private let stuckRole: String
        private let addresses: [String]
        private let gateways: LockedValue<[GatewayProcess]>
        private let apple: ScriptedServer
        private let names: TestNameServer

        init() throws {
            let database = try DatabaseServingTests.database()
            self.database = database
            try DatabaseServingTests.makeAcme(database)
            stuckRole = "stuck_\(database.name)"
            try database.psql("CREATE ROLE \(stuckRole) SUPERUSER LOGIN")
            let first = try GatewayProcess(
                [
                    "--node-name=good", "--advertise=http://127.0.0.1:0", "--listen=127.0.0.1:0,proxy",
                    "--proxy-peer=127.0.0.0/8",
                ], database: database.connectionURL)
            expectingURL = "http://\(first.addresses("http")[1])"
            let second = try GatewayProcess(
                ["--node-name=stuck", "--advertise=http://127.0.0.1:0"],
                database: database.connectionURL(as: stuckRole))
            addresses = [first.address("http"), second.address("http")]
            let file = try first.get(path, host: host).text
            gateways = LockedValue([first, second])
            apple = try ScriptedServer { _ in
                .answer(fields: [("Content-Type", "application/json"), ("Cache-Control", "max-age=60")], text: file)
            }
            let authority = try CertificateAuthority.shared()
            let certificate = try authority.makeCertificate(names: [host])
            var proxied = TLSFront.Entry(certificate, to: try #require(SocketAddress(addresses[1])))
            proxied.expectsProxyHeader = true
            front = try TLSFront([
                .init(certificate, to: try #require(SocketAddress(addresses[0]))), proxied,
                .init(try authority.makeCertificate(names: ["apple.test.example"]), to: apple.address),
            ])
            names = try TestNameServer(zone: [host: [.a("127.0.0.1")], "apple.test.example": [.a("127.0.0.1")]])
            try eventually {
                try database.psql("SELECT count(*) FROM fleet.gateways WHERE cursor = (\(Self.newest))") == "2"
            }
        }

        private static let newest = "SELECT max(generation) FROM fleet.changes"

        func probe(_ more: [String]) throws -> Int32 {
            let base = "https://apple.test.example:\(front.addresses[2].port)/a/v1"
            let outcome = try PosternProgram.run(
                [
                    "probe", "--once", "--dns-server", "\(names.address)",
                    "--ca", try CertificateAuthority.shared().bundle, "--apple-cdn", base, "--google-dal", base,
                    "--origin-port", "\(front.address.port)", "--allow-address", "127.0.0.1/32",
                ] + more, database: database.connectionURL)
            #expect([0, 1].contains(outcome.exitCode), "\(outcome.messages)")
            return outcome.exitCode
        }

        /// How the nodes stand: name and verdict.
        func nodes() throws -> [String] {
            try database.psql(
                "SELECT node || ' ' || verdict FROM fleet.drift_states WHERE vantage = 'node' ORDER BY node, kind"
            ).split(separator: "\n").map(String.init)
        }

        func drift(_ words: String...) throws -> PosternProgram.Outcome {
            try PosternProgram.run(["drift"] + words, database: database.connectionURL)
        }

        /// Where the stuck one is asked over TLS, with a PROXY header before it.
        var proxiedURL: String { "https://\(front.addresses[1])?proxy=v1" }

        /// Takes the database away from the second gateway and publishes another file, which the first one serves.
        func strand() throws {
            try database.psql("ALTER ROLE \(stuckRole) NOLOGIN")
            try database.psql(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '\(stuckRole)'")
            let old = try HTTPAnswer.of("GET", path, host: host, at: addresses[0]).text
            try DatabaseServingTests.run(
                ["route", "add", "item", "/items/{id}", "--tenant", "acme", "--web", "https://www.acme.example/{id}"],
                database)
            try eventually { try HTTPAnswer.of("GET", path, host: host, at: self.addresses[0]).text != old }
            #expect(try HTTPAnswer.of("GET", path, host: host, at: addresses[1]).text == old)
            try eventually {
                try self.database.psql(
                    "SELECT cursor = (\(Self.newest)) FROM fleet.gateways WHERE name = 'good'") == "t"
            }
        }

        /// Gives the database back.
        func mend() throws {
            try database.psql("ALTER ROLE \(stuckRole) LOGIN")
            try eventually {
                try self.database.psql("SELECT count(*) FROM fleet.gateways WHERE cursor = (\(Self.newest))") == "2"
            }
        }

        func claim(newest name: String) throws {
            try database.psql("UPDATE fleet.gateways SET cursor = (\(Self.newest)) WHERE name = '\(name)'")
        }

        func kill() {
            gateways.withLock { gateways in
                gateways[1].signal(9)
                _ = gateways[1].waitForEnd()
            }
        }
    }

    @Test func `a gateway that lost the database is behind, one that claims otherwise diverges, and both heal`() throws
    {
        let world = try World()
        #expect(try world.probe([]) == 0)
        #expect(try world.nodes() == [], "nobody named a network")
        #expect(try world.probe(["--node-network", "127.0.0.0/8"]) == 0)
        #expect(try world.nodes() == ["good in_sync", "stuck in_sync"])

        try world.strand()
        #expect(try world.probe(["--node-network", "127.0.0.0/8"]) == 1)
        #expect(try world.nodes() == ["good in_sync", "stuck node_behind"])
        let behind = try world.drift(Self.host)
        #expect(behind.exitCode == 1)
        for part in [
            "\(Self.host)  node stuck  aasa  node_behind", "it serves revision 2 of 3; it is 1 change behind, at",
            "/items/", "does not open", "do        see the gateway's log",
        ] {
            #expect(behind.output.contains(part), "\(behind.output) lacks \(part)")
        }

        try world.claim(newest: "stuck")
        #expect(try world.probe(["--node-network", "127.0.0.0/8"]) == 1)
        #expect(try world.nodes() == ["good in_sync", "stuck node_divergent"])
        #expect(try world.drift(Self.host).output.contains("do        take the gateway out of the balancer"))
        let history = try world.drift("history", Self.host).output
        #expect(history.contains("○ node stuck has aasa revision 2"))
        #expect(
            history.contains("× node stuck aasa node_behind") && history.contains("× node stuck aasa node_divergent"))

        try world.mend()
        _ = try world.probe(["--node-network", "127.0.0.0/8"])
        #expect(try world.nodes() == ["good in_sync", "stuck in_sync"])
        #expect(try !world.drift().output.contains("node"))
    }

    @Test func `a gateway of the list is asked over TLS behind a PROXY header, and none outside of the networks`()
        throws
    {
        let world = try World()
        #expect(try world.probe(["--node", world.proxiedURL]) == 1)
        #expect(try world.nodes() == ["good blocked", "\(world.proxiedURL) in_sync", "stuck blocked"].sorted())
        let blocked = try world.drift(Self.host).output
        #expect(blocked.contains("127.0.0.1 may not be connected to: outside the networks of the gateways"))
        #expect(blocked.contains("do        add the gateway's network to --node-network"))
        // The gateway's own listener asks for the header too.
        let url = world.expectingURL
        _ = try world.probe(["--node", "\(url)?proxy=v1", "--node", url])
        #expect(try world.nodes().contains("\(url)?proxy=v1 in_sync"))
        #expect(try !world.nodes().contains("\(url) in_sync"))
        // A gateway that is killed is no domain's drift: what was known of it goes as soon as it is silent.
        world.kill()
        try world.database.psql("UPDATE fleet.gateways SET seen_at = now() - interval '1 min' WHERE name = 'stuck'")
        #expect(try world.probe(["--node-network", "127.0.0.0/8"]) == 0)
        #expect(try world.nodes() == ["good in_sync"])
    }
}
