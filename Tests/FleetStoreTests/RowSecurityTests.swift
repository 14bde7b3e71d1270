import DeepLinks
import Postgres
import TestSupport
import Testing
import sql

@testable import FleetStore

@Suite struct RowSecurityTests {
    @Test func `every table forces row security and has a policy`() throws {
        let database = try StoreFixture().database
        let open = try database.psql(
            """
            SELECT relname
            FROM pg_class
            WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p')
              AND NOT (relrowsecurity AND relforcerowsecurity
                AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid))
            """)
        #expect(open == "")
        #expect(try database.psql("SELECT count(*) > 10 FROM pg_policy") == "t")
    }

    @Test func `every definer function fixes its search path`() throws {
        let database = try StoreFixture().database
        let open = try database.psql(
            """
            SELECT proname
            FROM pg_proc
            WHERE pronamespace = 'fleet'::regnamespace AND prosecdef
              AND NOT 'search_path=pg_catalog, pg_temp' = ANY (proconfig)
            """)
        #expect(open == "")
    }

    @Test func `an owner that is no superuser migrates, writes and reads`() throws {
        let fixture = try PostgresFixture.shared()
        let database = try fixture.makeDatabase()
        let role = "owner_of_\(database.name)"
        try database.psql("CREATE ROLE \(role) LOGIN")
        try database.psql("ALTER DATABASE \(database.name) OWNER TO \(role)")
        let address = try ConnectionString(
            database.connectionString.replacing("user=\(PostgresCluster.superuser)", with: "user=\(role)"))
        let connection = try Connection.connect(to: address)
        #expect(try Migrator().migrate(connection).count == Migrations.all.count)
        let store = try FleetStore(connection)
        let tenant = try sampleTenant("shop")
        try store.edit([tenant.name], as: Operation(actor: "test", action: "tenant add")) { draft in
            draft.tenants[tenant.name] = tenant
        }
        #expect(try store.tenant(named: tenant.name).tenant == tenant)
        var reader = FeedReader(try Connection.connect(to: address), from: FeedCursor())
        guard case .everything(let snapshot) = try reader.read() else {
            Issue.record("nothing read")
            return
        }
        #expect(snapshot.fleet.tenants == [tenant])
    }
}
