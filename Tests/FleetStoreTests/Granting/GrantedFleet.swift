import Association
import DeepLinks
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// Two tenants, `acme` and `rival`, in a database with grants, and a login for each service and for `acme`.
///
/// Whatever `rival` owns, and the log and the probers know of it, has `rival` in its text.
struct GrantedFleet {
    /// Who owns the schema: for a superuser row security does not hold.
    enum Owner: String, CaseIterable {
        case superuser
        case plainRole = "plain role"
    }

    let database: TestDatabase
    let acme: Tenant
    let rival: Tenant
    let store: FleetStore

    init(owner: Owner = .plainRole) throws {
        let fixture = try PostgresFixture.shared()
        switch owner {
        case .superuser:
            database = try StoreFixture().database
            store = try FleetStore(Connection.connect(to: ConnectionString(database.connectionURL)))
        case .plainRole:
            database = try fixture.makeDatabase()
            let role = "owner_of_\(database.name)"
            try database.psql("CREATE ROLE \(role) LOGIN CREATEROLE")
            try database.psql("ALTER DATABASE \(database.name) OWNER TO \(role)")
            let connection = try Connection.connect(to: ConnectionString(database.connectionURL(as: role)))
            _ = try Migrator().migrate(connection)
            store = try FleetStore(connection)
        }
        let campaign = Route(
            name: try #require(RouteName("campaign")), pattern: try RoutePattern("/c/{slug}"), destination: .links)
        var tenants: [Tenant] = []
        for name in ["acme", "rival"] {
            var tenant = try sampleTenant(name)
            var confined = try sampleRoute(name)
            confined.domains = [tenant.domains[0].name]
            confined.opens = .only([tenant.apps[0].name])
            tenant.routes += [campaign, confined]
            tenant.domains.append(Domain(name: try DomainName("\(name)-pending.example")))
            let app = "ABCDE12345.com.example.\(name)"
            let file = #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[{"/":"/x"}]}]}}"#
            tenant.domains[0].uploads[.aasa] = Array(file.utf8)
            tenants.append(tenant)
        }
        (acme, rival) = (tenants[0], tenants[1])
        let operation = Operation(actor: "ana", action: "tenant add")
        try store.edit([], as: operation) { [tenants] draft in
            for tenant in tenants { draft.tenants[tenant.name] = tenant }
        }
        for tenant in tenants {
            let key = LinkKey(domain: tenant.domains[0].name, route: campaign.name, slug: "\(tenant.name)-secret")
            let link = Link(key: key, destination: try LinkDestination("/\(tenant.name)/secret"))
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [link]) }
        }
        try database.psql(Self.whatProbersKnow)
        try store.grant()
        try store.grant(login(for: "acme"), to: acme.name, as: operation)
        for service in ServiceRole.allCases {
            try store.grant(login(for: service.rawValue), as: service, by: operation)
        }
    }

    /// The role that somebody of this database logs in as; roles are the whole cluster's.
    func login(for name: String) throws -> LoginName {
        try #require(LoginName("\(name)-\(database.name)"))
    }

    func address(as name: String) throws -> ConnectionString {
        try ConnectionString(database.connectionURL(as: login(for: name).text))
    }

    /// A connection that takes any text for a statement.
    func connect(as name: String) throws -> Connection {
        var options = ConnectionOptions()
        options.keepsStatements = false
        return try Connection.connect(to: address(as: name), options: options)
    }

    private static let whatProbersKnow = """
        INSERT INTO fleet.gateways (name, version, cursor) VALUES ('one', '1', 0);
        INSERT INTO fleet.observations (
          tenant_id, domain_id, vantage, kind, verdict, reason, outcome, first_seen_at, last_seen_at
        )
        SELECT tenant_id, id, 'origin', 'aasa', 'differs', name, 'x', now(), now() FROM fleet.domains;
        INSERT INTO fleet.observation_days (tenant_id, domain_id, vantage, kind, day)
        SELECT tenant_id, id, 'origin', 'aasa', now() FROM fleet.domains;
        INSERT INTO fleet.drift_states (
          tenant_id, domain_id, vantage, kind, verdict, reason, since, drift_since, last_seen_at, bad_probes, is_raised
        )
        SELECT tenant_id, id, 'origin', 'aasa', 'differs', name, now(), now(), now(), 1, false FROM fleet.domains;
        INSERT INTO fleet.alerts (event, cause, tenant, host, body)
        SELECT 'raised', 'x', tenants.name, domains.name, '{}'
        FROM fleet.domains JOIN fleet.tenants ON tenants.id = tenant_id;
        INSERT INTO fleet.prober_faults (prober, part) VALUES ('prober of rival', 'resolver');
        INSERT INTO fleet.gateway_reach (node, reason, seen_at) VALUES ('http://rival.example', '', now());
        INSERT INTO fleet.challenges (host, token, answer) VALUES ('go.rival.example', 'rival', 'rival');
        INSERT INTO fleet.certificates (
          fingerprint, names, key_kind, issuer, begins_at, ends_at, chain, sealed_key
        )
        VALUES (
          sha256('rival'), '{go.rival.example}', 'rsa', 'rival', now(), now() + interval '1 day', '{rival}', 'rival'
        )
        """
}

extension Connection {
    /// Runs a statement and gives the numbers of its one column.
    func numbers(_ sql: String) throws(PostgresError) -> [Int64] {
        try query(Statement<Int64>("any", sql: sql))
    }
}
