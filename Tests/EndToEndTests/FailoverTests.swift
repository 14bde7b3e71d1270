import Foundation
import Platform
import TestSupport
import Testing

/// A database that fails over to its standby, and connections that are killed, under load.
@Suite struct FailoverTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    /// Adds links by the command line, one after the other, and keeps what became of each.
    private final class Writer: Sendable {
        private let isOver = LockedValue(false)
        private let ends = LockedValue<[(slug: String, outcome: PosternProgram.Outcome)]>([])
        private let threads = ThreadGroup()

        init(_ database: String) throws {
            try threads.start(name: "writer") { [isOver, ends] in
                for number in 0... {
                    guard !isOver.withLock({ $0 }) else { return }
                    let slug = "n\(number)"
                    let words = ["link", "add", "https://go.acme.example/c/\(slug)", "--to", "/products/\(number)"]
                    guard let outcome = try? PosternProgram.run(words, database: database) else { continue }
                    ends.withLock { $0.append((slug, outcome)) }
                }
            }
        }

        /// The slugs of the links that were written, as the command said.
        var written: [String] { ends.withLock { $0.filter { $0.outcome.exitCode == 0 }.map(\.slug) } }

        /// What the command said of the others.
        var refused: [PosternProgram.Outcome] { ends.withLock { $0.map(\.outcome).filter { $0.exitCode != 0 } } }

        func stop() {
            isOver.withLock { $0 = true }
            threads.join()
        }
    }

    private static func makeAcme(_ database: String) throws {
        for words in [
            ["migrate"], ["tenant", "add", "acme", "--web", "https://www.acme.example/"],
            ["domain", "add", "go.acme.example", "--tenant", "acme", "--attested"],
            [
                "route", "add", "product", "/products/{id}", "--tenant", "acme", "--web",
                "https://www.acme.example/p/{id}",
            ],
            ["route", "add", "campaign", "/c/{slug}", "--tenant", "acme", "--links"],
        ] {
            let outcome = try PosternProgram.run(words, database: database)
            #expect(outcome.exitCode == 0, "\(words): \(outcome.messages)")
        }
    }

    private static func load(_ gateway: GatewayProcess) throws -> SteadyLoad {
        try SteadyLoad(
            on: try #require(SocketAddress(gateway.address("http"))), "/products/7", host: "go.acme.example",
            expecting: "https://www.acme.example/p/7")
    }

    /// Waits until every gateway is listed, live, and at the newest change of all.
    private static func converge(_ count: Int, _ cluster: PostgresCluster) throws {
        try eventually {
            let found = try? cluster.psql(
                """
                SELECT count(*) FILTER (WHERE seen_at > now() - interval '5 s' AND cursor = newest), count(*)
                FROM fleet.gateways, (
                  SELECT greatest(
                    (SELECT max(generation) FROM fleet.changes), (SELECT max(generation) FROM fleet.link_changes)
                  ) AS newest
                ) AS feed
                """, database: "fleet")
            return found == "\(count)|\(count)"
        }
    }

    @Test func `a failover fails no request to a known route, and every write is told how it ended`() throws {
        let primary = try PostgresCluster(settings: PostgresCluster.streaming)
        defer { primary.destroy() }
        _ = try primary.psql("CREATE DATABASE fleet TEMPLATE template0")
        try Self.makeAcme(primary.connectionURL(database: "fleet"))
        let standby = try PostgresCluster(standbyOf: primary)
        defer { standby.destroy() }
        // What was committed is on the standby too.
        try primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.psql("ALTER SYSTEM SET synchronous_commit = on")
        try primary.psql("SELECT pg_reload_conf()")
        try eventually { try primary.psql("SELECT sync_state FROM pg_stat_replication") == "sync" }

        let hosts = [primary, standby].map { $0.directory.replacingOccurrences(of: "/", with: "%2F") }
            .joined(separator: ",")
        let both = "postgresql://\(PostgresCluster.superuser)@\(hosts)/fleet"
        let gateways = try ["one", "two"].map { try GatewayProcess(["--node-name=\($0)"], database: both) }
        // One that has the standby alone serves as well; it is listed nowhere, and says why.
        let reader = try GatewayProcess(["--node-name=reader"], database: standby.connectionURL(database: "fleet"))
        try eventually { try reader.messages.contains("it is a standby or read-only") }
        try Self.converge(2, primary)
        let loads = try (gateways + [reader]).map(Self.load)
        defer { for load in loads { load.stop() } }
        let writer = try Writer(both + "?target_session_attrs=read-write")
        try eventually { writer.written.count >= 5 }

        try primary.stopImmediately()
        try eventually { !writer.refused.isEmpty }
        let before = writer.written.count
        try standby.promote()
        try eventually { writer.written.count >= before + 5 }
        writer.stop()
        try Self.converge(3, standby)
        for load in loads { load.stop() }
        for load in loads { #expect(load.failed == [] && load.answered > 10) }

        let stored = Set(
            try standby.psql("SELECT slug FROM fleet.links", database: "fleet").split(separator: "\n").map(String.init))
        #expect(stored.isSuperset(of: writer.written))
        // A commit whose answer was lost may have happened, and is not told as one that did not.
        #expect(writer.refused.allSatisfy { $0.exitCode == 69 && !$0.messages.isEmpty }, "\(writer.refused)")
        for gateway in gateways + [reader] {
            let last = try #require(writer.written.last)
            let number = last.dropFirst()
            #expect(
                try gateway.follow("/c/\(last)", host: "go.acme.example").location
                    == "https://www.acme.example/p/\(number)")
            #expect(gateway.stop() == 0)
        }
    }

    @Test func `connections that are killed at random fail no request to a known route, and all is as written`() throws
    {
        let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
        defer { cluster.destroy() }
        _ = try cluster.psql("CREATE DATABASE fleet TEMPLATE template0")
        let database = cluster.connectionURL(database: "fleet")
        try Self.makeAcme(database)
        let gateways = try ["one", "two"].map { try GatewayProcess(["--node-name=\($0)"], database: database) }
        try Self.converge(2, cluster)
        let loads = try gateways.map(Self.load)
        defer { for load in loads { load.stop() } }
        let writer = try Writer(database)
        var killed = 0
        try eventually { !writer.written.isEmpty }
        let end = ContinuousClock.now + (Self.isSlow ? .seconds(30) : .zero)
        while killed < 15 || ContinuousClock.now < end {
            killed += try cluster.psql(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name LIKE 'postern%' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 2
                """
            ).split(separator: "\n").count
            usleep(20_000)
        }
        let before = writer.written.count
        try eventually { writer.written.count >= before + 3 }
        writer.stop()
        try Self.converge(2, cluster)
        for load in loads { load.stop() }
        for load in loads { #expect(load.failed == [] && load.answered > 10) }
        let stored = Set(
            try cluster.psql("SELECT slug FROM fleet.links", database: "fleet").split(separator: "\n").map(String.init))
        #expect(stored.isSuperset(of: writer.written))
        #expect(writer.refused.allSatisfy { $0.exitCode == 69 }, "\(writer.refused)")
        for gateway in gateways { #expect(gateway.stop() == 0) }
    }
}
