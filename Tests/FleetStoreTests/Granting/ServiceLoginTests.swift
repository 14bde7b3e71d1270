import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing
import sql

@testable import FleetStore

/// What gateways, probers and the operator's commands may do with logins of their own, and how roles come to be.
@Suite struct ServiceLoginTests {
    private static let operation = Operation(actor: "ana", action: "test")

    @Test func `a gateway reads what it serves, keeps its own place and writes nothing else`() throws {
        let fleet = try GrantedFleet()
        var options = ChangeFeed.Options()
        options.pollInterval = .milliseconds(20)
        let seen = LockedValue<[TenantName]>([])
        let feed = try ChangeFeed(database: fleet.address(as: "gateway"), options: options) { change in
            if case .everything(let snapshot) = change { seen.withLock { $0 = snapshot.fleet.tenants.map(\.name) } }
        }
        try feed.start(as: GatewayRegistration(name: "two", version: "1"))
        #expect(comesTrue { feed.status.isListed })
        #expect(seen.withLock { $0.sorted() } == [fleet.acme.name, fleet.rival.name])
        let two = try #require(try fleet.store.gateways().first { $0.name == "two" })
        #expect(two.registeredBy == (try fleet.login(for: "gateway").text))
        feed.stop()
        #expect(try fleet.store.gateways().map(\.name) == ["one"])

        let found = LockedValue<LookupAnswer?>(nil)
        let lookup = try LinkLookup(database: fleet.address(as: "gateway"))
        try lookup.start()
        defer { lookup.stop() }
        let snapshot = try fleet.store.tenant(named: fleet.acme.name)
        let campaign = try #require(RouteName("campaign"))
        let query = LinkQuery(
            domain: try #require(snapshot.domainIDs[fleet.acme.domains[0].name]),
            route: try #require(snapshot.routeIDs[campaign]), slug: "acme-secret")
        #expect(
            comesTrue {
                lookup.find(query) { answer in found.withLock { $0 = answer } }
                return comesTrue { found.withLock { $0 } != nil }
                    && found.withLock { if case .found = $0 { true } else { false } }
            })

        let connection = try fleet.connect(as: "gateway")
        for sql in [
            "UPDATE fleet.tenants SET is_suspended = true", "DELETE FROM fleet.links",
            "SELECT * FROM fleet.audit_events",
            "SELECT * FROM fleet.domain_proofs", "SELECT * FROM fleet.tenant_logins", "SELECT * FROM fleet.alerts",
            "INSERT INTO fleet.gateways (name, version, cursor, registered_by) VALUES ('x', '1', 0, 'somebody')",
        ] {
            let error = #expect(throws: PostgresError.self, "\(sql)") {
                try connection.execute(Statement<Void>("any", sql: sql))
            }
            #expect(error?.sqlState == .insufficientPrivilege, "\(sql)")
        }
        // Another's place is not even seen.
        #expect(try connection.execute(Statement<Void>("any", sql: "UPDATE fleet.gateways SET cursor = 99")) == 0)
        #expect(try connection.execute(Statement<Void>("any", sql: "DELETE FROM fleet.gateways")) == 0)
    }

    @Test func `a prober makes names live that were proved, and sees no key`() throws {
        let fleet = try GrantedFleet()
        let tenant = try FleetStore(database: fleet.address(as: "acme"))
        let name = fleet.acme.domains[1].name
        try tenant.hasten(#require(try tenant.proofs(of: name).first))
        let prober = try FleetStore(database: fleet.address(as: "prober"))
        let due = try prober.takeProofs(10)
        let proof = try #require(due.first { $0.domain == name })
        try prober.note("the name does not exist", about: proof)
        #expect(try tenant.proofs(of: name).first?.problem == "the name does not exist")
        #expect(try prober.confirm(proof, by: .dns, as: Self.operation))
        #expect(try tenant.tenant(named: fleet.acme.name).tenant.domains.allSatisfy { $0.state == .live })
        let connection = try fleet.connect(as: "prober")
        let held = "SELECT count(fingerprint) FROM fleet.certificates WHERE names && '{go.rival.example}'"
        #expect(try connection.numbers(held) == [1])
        for sql in [
            "SELECT sealed_key FROM fleet.certificates", "UPDATE fleet.routes SET pattern = '/x'",
            "DELETE FROM fleet.links", "SELECT * FROM fleet.tenant_logins",
        ] {
            let error = #expect(throws: PostgresError.self, "\(sql)") {
                try connection.execute(Statement<Void>("any", sql: sql))
            }
            #expect(error?.sqlState == .insufficientPrivilege, "\(sql)")
        }
    }

    @Test func `the operator's login does what commands do, but for the schema`() throws {
        let fleet = try GrantedFleet()
        let store = try FleetStore(database: fleet.address(as: "operator"))
        try store.edit(tenant: fleet.rival.name, as: Self.operation) { tenant in
            tenant.isSuspended = true
            tenant.domains[1].state = .live
            tenant.domains[1].isAttested = true
        }
        try store.edit([fleet.acme.name], as: Self.operation) { draft in draft.tenants[fleet.acme.name] = nil }
        try store.endHold(of: fleet.acme.domains[0].name, as: Self.operation)
        #expect(try store.fleet().tenants.map(\.name) == [fleet.rival.name])
        #expect(try store.audit().count > 4)
        let connection = try fleet.connect(as: "operator")
        for sql in [
            "DELETE FROM fleet.audit_events", "DROP TABLE fleet.links", "UPDATE fleet.migrations SET number = 1",
        ] {
            #expect(throws: PostgresError.self, "\(sql)") {
                try connection.execute(Statement<Void>("any", sql: sql))
            }
        }
    }

    @Test func `a tenant's login is nobody who sees more, and no role is two tenants'`() throws {
        let fleet = try GrantedFleet()
        let (acme, rival) = (fleet.acme.name, fleet.rival.name)
        #expect(throws: StoreError.self) {
            try fleet.store.grant(fleet.login(for: "acme"), to: rival, as: Self.operation)
        }
        #expect(throws: StoreError.self) {
            try fleet.store.grant(fleet.login(for: "acme"), as: .operator, by: Self.operation)
        }
        for service in ServiceRole.allCases {
            #expect(throws: StoreError.self) {
                try fleet.store.grant(fleet.login(for: service.rawValue), to: acme, as: Self.operation)
            }
        }
        let superuser = try #require(LoginName(PostgresCluster.superuser))
        let wider = #expect(throws: StoreError.self) {
            try fleet.store.grant(superuser, to: acme, as: Self.operation)
        }
        #expect(wider?.description.contains("cannot be a tenant's") == true)
        let nobody = try fleet.login(for: "nobody")
        #expect(throws: StoreError.self) {
            try fleet.store.grant(nobody, to: #require(TenantName("nobody")), as: Self.operation)
        }
        #expect(try fleet.database.psql("SELECT count(*) FROM pg_roles WHERE rolname = '\(nobody)'") == "0")
        // A second login of the tenant is as good as the first, and the first may be granted again.
        try fleet.store.grant(fleet.login(for: "acme"), to: acme, as: Self.operation)
        try fleet.store.grant(fleet.login(for: "second"), to: acme, as: Self.operation)
        let second = try FleetStore(database: fleet.address(as: "second"))
        #expect(try second.fleet().tenants.map(\.name) == [acme])
    }

    @Test(arguments: ["pg_x", "postern_x", "", "Acme", "a b", "a\"b", String(repeating: "a", count: 64)])
    func `a name that is none is refused`(text: String) {
        #expect(LoginName(text) == nil)
    }

    @Test func `databases of one cluster are granted at once, and each has all rights`() throws {
        let cluster = try PostgresCluster()
        defer { cluster.destroy() }
        let names = (0..<3).map { "fleet_\($0)" }
        for name in names {
            _ = try cluster.psql("CREATE DATABASE \(name) TEMPLATE template0")
            let address = try ConnectionString(cluster.connectionString(database: name))
            _ = try Migrator().migrate(Connection.connect(to: address))
        }
        let problems = LockedValue<[String]>([])
        let threads = ThreadGroup()
        for index in 0..<6 {
            let address = try ConnectionString(cluster.connectionString(database: names[index % 3]))
            try threads.start(name: "grant") {
                do {
                    try FleetStore(database: address).grant()
                } catch {
                    problems.withLock { $0.append("\(error)") }
                }
            }
        }
        threads.join()
        #expect(problems.withLock { $0 } == [])
        let counts = try names.map {
            try cluster.psql("SELECT count(*) FROM pg_policies WHERE schemaname = 'fleet'", database: $0)
        }
        #expect(Set(counts).count == 1 && Int(counts[0]).map { $0 > 100 } == true)
    }
}
