import Testing
import DeepLinks
import Postgres
import TestSupport
import sql

@testable import FleetStore

/// A migrated database of one test.
struct StoreFixture {
    let database: TestDatabase

    init() throws {
        let fixture = try PostgresFixture.shared()
        let template = try fixture.template(named: "fleet") { database in
            let connection = try Connection.connect(to: ConnectionString(database.connectionString))
            _ = try Migrator().migrate(connection)
        }
        database = try fixture.makeDatabase(template: template)
    }

    var address: ConnectionString {
        get throws { try ConnectionString(database.connectionString) }
    }

    func connect() throws -> Connection {
        try Connection.connect(to: address)
    }

    func store(compiler: DocumentCompiler = .standard) throws -> FleetStore {
        try FleetStore(connect(), compiler: compiler)
    }

    /// Makes a tenant with one iOS app, a live domain `go.NAME.example` and one route.
    @discardableResult
    func makeTenant(_ name: String, domains: [String]? = nil, in store: FleetStore) throws -> Tenant {
        let tenant = try sampleTenant(name, domains: domains)
        try store.edit([tenant.name], as: Operation(actor: "test", action: "tenant add")) { draft in
            draft.tenants[tenant.name] = tenant
        }
        return tenant
    }
}

func sampleTenant(_ name: String, domains: [String]? = nil) throws -> Tenant {
    let app = try #require(AppID("ABCDE12345.com.example.\(name)"))
    return Tenant(
        name: try #require(TenantName(name)), web: try URLTemplate("https://www.\(name).example/"),
        apps: [App(name: try #require(AppName("com.example.\(name)")), identity: .ios(app, storeID: nil))],
        domains: try (domains ?? ["go.\(name).example"]).map {
            Domain(name: try DomainName($0), state: .live, isAttested: true)
        },
        routes: [try sampleRoute("item")])
}

func sampleRoute(_ name: String, path: String? = nil) throws -> Route {
    Route(
        name: try #require(RouteName(name)), pattern: try RoutePattern(path ?? "/\(name)/{id}"),
        destination: .web(try URLTemplate("https://www.shop.example/\(name)/{id}")))
}
