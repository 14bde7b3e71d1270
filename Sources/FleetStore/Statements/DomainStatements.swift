import Platform
import Postgres

/// A row of `fleet.domains` that is no released name.
struct DomainRow: Equatable, Sendable {
    var tenantID: Int32
    var id: Int32
    var name: String
    var state: String
    var isAttested: Bool
    var fallback: String?
    var unmatched: String?
    var root: String?
    var canonical: String?
    var robots: String?
    var strictTransport: String?
    var indexesLinks: Bool
    var isCaseSensitive: Bool
    var optOutItem: String?
    var optOutFragment: String?
    var platforms: [String]
}

/// A domain of another tenant that stands in the way of a name.
struct HeldName: Equatable, Sendable {
    /// The name that was wanted.
    var wanted: String
    /// The name that is held.
    var held: String
    /// Whether the other tenant gave it up and its hold-down has not run out.
    var isReleased: Bool
}

extension Statement<DomainRow> {
    /// The domains of these tenants, by name; of all for NULL.
    static let domains = Statement(
        "domains",
        sql: """
            SELECT tenant_id, id, name, state, is_attested, fallback, unmatched, root, canonical, robots,
              strict_transport, indexes_links, is_case_sensitive, opt_out_item, opt_out_fragment, platforms
            FROM fleet.domains
            WHERE state <> 'released' AND ($1::integer[] IS NULL OR tenant_id = ANY ($1))
            ORDER BY tenant_id, name
            """,
        parameters: [.int4Array],
        columns: [
            .int4, .int4, .text, .text, .bool, .text, .text, .text, .text, .text, .text, .bool, .bool, .text,
            .text, .textArray,
        ]
    ) { row throws(PostgresError) in
        DomainRow(
            tenantID: try row.next(), id: try row.next(), name: try row.next(), state: try row.next(),
            isAttested: try row.next(), fallback: try row.next(), unmatched: try row.next(),
            root: try row.next(), canonical: try row.next(), robots: try row.next(),
            strictTransport: try row.next(), indexesLinks: try row.next(), isCaseSensitive: try row.next(),
            optOutItem: try row.next(), optOutFragment: try row.next(), platforms: try row.next())
    }
}

extension Statement<HeldName> {
    /// The names of others that keep these from a tenant, at most one for each.
    static let heldNames = Statement(
        "held_names",
        sql: """
            SELECT DISTINCT ON (wanted.name) wanted.name, domains.name, domains.state = 'released'
            FROM unnest($1) AS wanted (name)
            JOIN fleet.domains ON domains.state <> 'pending' AND domains.tenant_id <> $2
              AND (domains.released_until IS NULL OR domains.released_until > statement_timestamp())
              AND (
                domains.name = wanted.name
                OR domains.id IN (
                  SELECT claimed.domain_id
                  FROM fleet.claims(wanted.name) AS claim
                  JOIN fleet.claimed_names AS claimed USING (name)
                  WHERE claimed.is_wildcard <> claim.is_wildcard
                )
              )
            ORDER BY wanted.name, domains.name <> wanted.name, domains.name
            """,
        parameters: [.textArray, .int4],
        columns: [.text, .text, .bool]
    ) { row throws(PostgresError) in
        HeldName(wanted: try row.next(), held: try row.next(), isReleased: try row.next())
    }
}

/// A name that a tenant gave up and that is held for it.
struct ReleasedName: Equatable, Sendable {
    var name: String
    /// When its hold-down is over.
    var until: UnixTime
}

extension Statement<ReleasedName> {
    /// The names among these that the tenant gave up and that are still held.
    static let releasedNames = Statement(
        "released_names",
        sql: """
            SELECT name, released_until
            FROM fleet.domains
            WHERE tenant_id = $1 AND name = ANY ($2) AND released_until > statement_timestamp()
            ORDER BY name
            """,
        parameters: [.int4, .textArray],
        columns: [.text, .timestamptz]
    ) { row throws(PostgresError) in
        ReleasedName(name: try row.next(), until: try row.next())
    }
}

extension Statement<Void> {
    /// Removes domains: a pending one for good, a live one into its hold-down of 30 days, without its links and files.
    static let releaseDomains = Statement(
        "release_domains",
        sql: """
            WITH gone AS (
              DELETE FROM fleet.domains WHERE tenant_id = $1 AND name = ANY ($2) AND state = 'pending'
            ), unlinked AS (
              DELETE FROM fleet.links
              USING fleet.domains
              WHERE domains.id = links.domain_id AND domains.tenant_id = $1 AND domains.name = ANY ($2)
            ), compiled AS (
              DELETE FROM fleet.association_uploads
              USING fleet.domains
              WHERE domains.id = association_uploads.domain_id AND domains.tenant_id = $1
                AND domains.name = ANY ($2)
            ), unrouted AS (
              DELETE FROM fleet.route_domains
              USING fleet.domains
              WHERE domains.id = route_domains.domain_id AND domains.tenant_id = $1 AND domains.name = ANY ($2)
            )
            UPDATE fleet.domains
            SET state = 'released', is_attested = false, released_until = statement_timestamp() + interval '30 days'
            WHERE tenant_id = $1 AND name = ANY ($2) AND state = 'live'
            """,
        parameters: [.int4, .textArray])

    /// Adds or changes domains, given as a JSON array of objects; a name that the tenant released is its own again.
    static let writeDomains = Statement(
        "write_domains",
        sql: """
            INSERT INTO fleet.domains (
              tenant_id, name, state, is_attested, fallback, unmatched, root, canonical, robots, strict_transport,
              indexes_links, is_case_sensitive, opt_out_item, opt_out_fragment, platforms
            )
            SELECT $1, name, state, is_attested, fallback, unmatched, root, canonical, robots, strict_transport,
              indexes_links, is_case_sensitive, opt_out_item, opt_out_fragment, platforms
            FROM jsonb_to_recordset($2) AS given (
              name text, state text, is_attested boolean, fallback text, unmatched text, root text,
              canonical text, robots text, strict_transport text, indexes_links boolean,
              is_case_sensitive boolean, opt_out_item text, opt_out_fragment text, platforms text[]
            )
            ORDER BY name
            ON CONFLICT (tenant_id, name) DO UPDATE
            SET state = EXCLUDED.state, is_attested = EXCLUDED.is_attested, released_until = NULL,
              fallback = EXCLUDED.fallback, unmatched = EXCLUDED.unmatched, root = EXCLUDED.root,
              canonical = EXCLUDED.canonical, robots = EXCLUDED.robots,
              strict_transport = EXCLUDED.strict_transport, indexes_links = EXCLUDED.indexes_links,
              is_case_sensitive = EXCLUDED.is_case_sensitive,
              opt_out_item = EXCLUDED.opt_out_item, opt_out_fragment = EXCLUDED.opt_out_fragment,
              platforms = EXCLUDED.platforms
            """,
        parameters: [.int4, .jsonb])

    /// Folds the slugs of domains that no longer tell upper case from lower; two that become one are refused.
    static let foldSlugs = Statement(
        "fold_slugs",
        sql: """
            UPDATE fleet.links
            SET slug = lower(slug)
            FROM fleet.domains
            WHERE domains.id = links.domain_id AND domains.tenant_id = $1 AND domains.name = ANY ($2)
              AND slug <> lower(slug)
            """,
        parameters: [.int4, .textArray])
}
