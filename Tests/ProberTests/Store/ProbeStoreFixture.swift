import DeepLinks
import FleetStore
import Platform
import Postgres
import TestSupport
import Testing

@testable import Prober

/// A migrated database with a tenant, of one test.
struct ProbeStoreFixture {
    let database: TestDatabase
    let fleet: FleetStore

    init() throws {
        let fixture = try PostgresFixture.shared()
        let template = try fixture.template(named: "prober") { database in
            let connection = try Connection.connect(to: ConnectionString(database.connectionString))
            _ = try Migrator().migrate(connection)
        }
        database = try fixture.makeDatabase(template: template)
        fleet = try FleetStore(Connection.connect(to: ConnectionString(database.connectionString)))
    }

    func connect() throws -> Connection {
        try Connection.connect(to: ConnectionString(database.connectionString))
    }

    func store() throws -> ProbeStore { try Self.store(database) }

    static func store(_ database: TestDatabase) throws -> ProbeStore {
        ProbeStore(try Connection.connect(to: ConnectionString(database.connectionString)))
    }

    /// Makes a tenant with an iOS app, live domains and one route.
    func makeTenant(_ name: String, domains: [String]) throws {
        try Self.makeTenant(name, domains: domains, in: fleet)
    }

    /// Makes such a tenant in any store.
    static func makeTenant(_ name: String, domains: [String], in fleet: FleetStore) throws {
        let app = try #require(AppID("ABCDE12345.com.example.\(name)"))
        let tenant = Tenant(
            name: try #require(TenantName(name)), web: try URLTemplate("https://www.\(name).example/"),
            apps: [App(name: try #require(AppName("com.example.\(name)")), identity: .ios(app, storeID: nil))],
            domains: try domains.map { Domain(name: try DomainName($0), state: .live, isAttested: true) },
            routes: [try route("item")])
        try fleet.edit([], as: Operation(actor: "test", action: "tenant add")) { draft in
            draft.tenants[tenant.name] = tenant
        }
    }

    /// Adds a route, which publishes.
    func addRoute(_ name: String, to tenant: String) throws {
        let route = try Self.route(name)
        try fleet.edit(
            tenant: try #require(TenantName(tenant)), as: Operation(actor: "test", action: "route add")
        ) { $0.routes.append(route) }
    }

    private static func route(_ name: String) throws -> Route {
        Route(
            name: try #require(RouteName(name)), pattern: try RoutePattern("/\(name)/{id}"),
            destination: .web(try URLTemplate("https://www.shop.example/\(name)/{id}")))
    }
}
