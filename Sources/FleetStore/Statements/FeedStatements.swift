import Postgres

/// Where the change feed stands.
struct FeedPosition: Equatable, Sendable {
    /// The fleet's identity, made by the first migration.
    var identity: String
    /// The cluster, its timeline and the feed's table: another history after a promotion or a restore of any kind.
    var history: String
    /// Whether the server is a standby, which may be behind.
    var isStandby: Bool
    /// The highest generation that is visible; 0 for none.
    var generation: Int64
    /// The highest generation that was forgotten, of tenants or links; 0 for none.
    var prunedThrough: Int64
}

/// A change that the feed records.
struct ChangeRow: Equatable, Sendable {
    var generation: Int64
    /// The tenant; `nil` for all.
    var tenantID: Int32?
}

extension Statement<FeedPosition> {
    /// Where the feed stands in this snapshot.
    static let feedPosition = Statement(
        "feed_position",
        sql: """
            SELECT identity::text,
              (SELECT system_identifier FROM pg_control_system()) || '/' || CASE
                WHEN pg_is_in_recovery() THEN lpad(to_hex((pg_control_checkpoint()).timeline_id), 8, '0')
                ELSE lower(left(pg_walfile_name(pg_current_wal_lsn()), 8))
              END || '/' || tableoid,
              pg_is_in_recovery(),
              greatest(
                (SELECT max(generation) FROM fleet.changes), (SELECT max(generation) FROM fleet.link_changes),
                pruned_through, links_pruned_through
              ),
              greatest(pruned_through, links_pruned_through)
            FROM fleet.feed
            """,
        columns: [.text, .text, .bool, .int8, .int8]
    ) { row throws(PostgresError) in
        FeedPosition(
            identity: try row.next(), history: try row.next(), isStandby: try row.next(),
            generation: try row.next(), prunedThrough: try row.next())
    }
}

extension Statement<ChangeRow> {
    /// The changes after a generation.
    static let changesAfter = Statement(
        "changes_after",
        sql: """
            SELECT generation, tenant_id
            FROM fleet.changes
            WHERE generation > $1
            ORDER BY generation, tenant_id
            """,
        parameters: [.int8],
        columns: [.int8, .int4]
    ) { row throws(PostgresError) in
        ChangeRow(generation: try row.next(), tenantID: try row.next())
    }
}

extension Statement<ChangedLinks> {
    /// The changes of links after a generation, a number of them at most.
    static let linkChangesAfter = Statement(
        "link_changes_after",
        sql: """
            SELECT DISTINCT domain_id, route_id, slug
            FROM fleet.link_changes
            WHERE generation > $1
            LIMIT $2
            """,
        parameters: [.int8, .int8],
        columns: [.int4, .int4, .text]
    ) { row throws(PostgresError) in
        let (domain, route, slug) = (
            try row.next(Int32?.self), try row.next(Int32?.self), try row.next(String?.self)
        )
        guard let domain else { return .all }
        guard let route, let slug else { return .domain(DomainID(rawValue: domain)) }
        return .link(
            LinkQuery(domain: DomainID(rawValue: domain), route: RouteID(rawValue: route), slug: slug))
    }
}

/// What tells whether a tenant is as it was read.
struct TenantVersionRow: Hashable, Sendable {
    var id: Int32
    var version: Int64
    var publishedVersion: Int64
}

extension Statement<TenantVersionRow> {
    /// The versions of all tenants.
    static let tenantVersions = Statement(
        "tenant_versions",
        sql: """
            SELECT id, version, published_version
            FROM fleet.tenants
            WHERE removed_at IS NULL
            ORDER BY id
            """,
        columns: [.int4, .int8, .int8]
    ) { row throws(PostgresError) in
        TenantVersionRow(id: try row.next(), version: try row.next(), publishedVersion: try row.next())
    }
}

extension Statement<Int64?> {
    /// Forgets what the feed needs no more; the highest generation forgotten, or NULL.
    static let pruneChanges = Statement(
        "prune_changes",
        sql: "SELECT fleet.prune_changes()",
        columns: [.int8]
    ) { row throws(PostgresError) in
        try row.next()
    }
}
