import Postgres

/// A row of `fleet.tenants`.
struct TenantRow: Equatable, Sendable {
    var id: Int32
    var name: String
    var web: String
    var isSuspended: Bool
    var domainLimit: Int32
    var routeLimit: Int32
    var linkLimit: Int32
    var version: Int64
    var publishedVersion: Int64
    var publishedCompiler: Int32
    var platforms: [String]
    var httpHosts: [String]
    var destinationHosts: [String]
    var page: [String]
}

extension Statement<TenantRow> {
    /// The tenants with these numbers; all for NULL.
    static let tenants = Statement(
        "tenants",
        sql: """
            SELECT id, name, web, is_suspended, domain_limit, route_limit, link_limit, version, published_version,
              published_compiler, platforms, http_hosts, destination_hosts, page
            FROM fleet.tenants
            WHERE removed_at IS NULL AND ($1::integer[] IS NULL OR id = ANY ($1))
            ORDER BY id
            """,
        parameters: [.int4Array],
        columns: [
            .int4, .text, .text, .bool, .int4, .int4, .int4, .int8, .int8, .int4, .textArray, .textArray, .textArray,
            .textArray,
        ]
    ) { row throws(PostgresError) in
        TenantRow(
            id: try row.next(), name: try row.next(), web: try row.next(), isSuspended: try row.next(),
            domainLimit: try row.next(), routeLimit: try row.next(), linkLimit: try row.next(),
            version: try row.next(), publishedVersion: try row.next(), publishedCompiler: try row.next(),
            platforms: try row.next(), httpHosts: try row.next(), destinationHosts: try row.next(),
            page: try row.next())
    }
}

extension Statement<Int32> {
    /// The numbers of the tenants with these names; all for NULL.
    static let tenantIDs = Statement(
        "tenant_ids",
        sql: """
            SELECT id
            FROM fleet.tenants
            WHERE removed_at IS NULL AND ($1::text[] IS NULL OR name = ANY ($1))
            ORDER BY id
            """,
        parameters: [.textArray])

    /// Locks tenants in the order that all writers keep.
    static let lockTenants = Statement(
        "lock_tenants",
        sql: """
            SELECT id
            FROM fleet.tenants
            WHERE id = ANY ($1) AND removed_at IS NULL
            ORDER BY id
            FOR UPDATE
            """,
        parameters: [.int4Array])

    /// Makes a tenant, or takes the row again that a removed one of the name left.
    static let insertTenant = Statement(
        "insert_tenant",
        sql: """
            INSERT INTO fleet.tenants AS tenant (
              name, web, is_suspended, domain_limit, route_limit, link_limit, platforms, http_hosts, destination_hosts,
              page
            )
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (name) DO UPDATE
            SET web = EXCLUDED.web, is_suspended = EXCLUDED.is_suspended, domain_limit = EXCLUDED.domain_limit,
              route_limit = EXCLUDED.route_limit, link_limit = EXCLUDED.link_limit, platforms = EXCLUDED.platforms,
              http_hosts = EXCLUDED.http_hosts, destination_hosts = EXCLUDED.destination_hosts,
              page = EXCLUDED.page, removed_at = NULL
            WHERE tenant.removed_at IS NOT NULL
            RETURNING id
            """,
        parameters: [.text, .text, .bool, .int4, .int4, .int4, .textArray, .textArray, .textArray, .textArray])
}

extension Statement<Void> {
    /// Changes a tenant's own settings.
    static let updateTenant = Statement(
        "update_tenant",
        sql: """
            UPDATE fleet.tenants
            SET web = $2, is_suspended = $3, domain_limit = $4, route_limit = $5, link_limit = $6,
              platforms = $7, http_hosts = $8, destination_hosts = $9, page = $10
            WHERE id = $1
            """,
        parameters: [.int4, .text, .bool, .int4, .int4, .int4, .textArray, .textArray, .textArray, .textArray])

    /// Ends an operation: the tenant is as published.
    static let publishTenant = Statement(
        "publish_tenant",
        sql: """
            UPDATE fleet.tenants
            SET published_version = version, published_compiler = $2
            WHERE id = $1
            """,
        parameters: [.int4, .int4])

    /// Removes a tenant whose domains were released: for good, unless a hold-down needs its row.
    static let removeTenant = Statement(
        "remove_tenant",
        sql: """
            WITH held AS (
              UPDATE fleet.tenants
              SET removed_at = statement_timestamp()
              WHERE id = $1 AND EXISTS (SELECT FROM fleet.domains WHERE tenant_id = $1 AND state = 'released')
              RETURNING id
            )
            DELETE FROM fleet.tenants
            WHERE id = $1 AND NOT EXISTS (SELECT FROM held)
            """,
        parameters: [.int4])
}

/// A live domain and the name of its tenant.
struct OwnerRow: Equatable, Sendable {
    var domain: String
    var tenant: String
}

extension Statement<OwnerRow> {
    /// The tenants of these live domains.
    static let owners = Statement(
        "owners",
        sql: """
            SELECT domains.name, tenants.name
            FROM fleet.domains JOIN fleet.tenants ON tenants.id = tenant_id
            WHERE domains.name = ANY ($1) AND state = 'live'
            ORDER BY domains.name
            """,
        parameters: [.textArray],
        columns: [.text, .text]
    ) { row throws(PostgresError) in
        OwnerRow(domain: try row.next(), tenant: try row.next())
    }
}
