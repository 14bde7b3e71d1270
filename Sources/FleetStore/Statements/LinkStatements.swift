import DeepLinks
import Platform
import Postgres

/// When a link is there, and what follows.
struct LinkLifeColumns: Equatable, Sendable {
    static let types: [DataType] = [.timestamptz, .timestamptz, .text, .bool, .bool]

    var starts: UnixTime?
    var expires: UnixTime?
    var afterwards: String?
    var isPaused: Bool
    var isBlocked: Bool

    init(_ row: inout RowReader) throws(PostgresError) {
        starts = try row.next()
        expires = try row.next()
        afterwards = try row.next()
        isPaused = try row.next()
        isBlocked = try row.next()
    }

    var life: LinkLife {
        LinkLife(starts: starts, expires: expires, isPaused: isPaused, isBlocked: isBlocked)
    }
}

/// What a link has for some clients, and what previews are drawn from.
struct LinkPlaceColumns: Equatable, Sendable {
    static let types: [DataType] = [.textArray, .text, .text, .text]

    var platforms: [String]
    var previewTitle: String?
    var previewDescription: String?
    var previewImage: String?

    init(_ row: inout RowReader) throws(PostgresError) {
        let platforms: [String?]? = try row.next()
        self.platforms = platforms?.compactMap(\.self) ?? []
        previewTitle = try row.next()
        previewDescription = try row.next()
        previewImage = try row.next()
    }
}

/// A link as it is listed.
struct LinkRow: Equatable, Sendable {
    var id: Int32
    var domain: String
    var route: String
    var slug: String
    var kind: String
    var destination: String
    var life: LinkLifeColumns
    var places: LinkPlaceColumns
    var note: String?
    var tags: [String]

    /// The types of what a link says of itself.
    static let valueTypes: [DataType] =
        [.text, .text] + LinkLifeColumns.types + LinkPlaceColumns.types + [.text, .textArray]

    /// The types of a whole row.
    static let columns: [DataType] = [.int4, .text, .text, .text] + valueTypes

    init(_ row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        domain = try row.next()
        route = try row.next()
        slug = try row.next()
        kind = try row.next()
        destination = try row.next()
        life = try LinkLifeColumns(&row)
        places = try LinkPlaceColumns(&row)
        note = try row.next()
        let tags: [String?]? = try row.next()
        self.tags = tags?.compactMap(\.self) ?? []
    }
}

/// The answer to one key of a look-up.
struct FoundLink: Equatable, Sendable {
    /// Which key, counted from 1.
    var ordinal: Int64
    var id: Int32
    var kind: String
    var destination: String
    var life: LinkLifeColumns
    var places: LinkPlaceColumns
}

extension Statement<FoundLink> {
    /// The links of these keys, given as columns.
    static let findLinks = Statement(
        "find_links",
        sql: """
            SELECT key.ordinal, id, kind, destination, starts_at, expires_at, afterwards, is_paused, is_blocked, platforms,
              preview_title, preview_description, preview_image
            FROM unnest($1, $2, $3) WITH ORDINALITY AS key (domain_id, route_id, slug, ordinal)
            JOIN fleet.links USING (domain_id, route_id, slug)
            """,
        parameters: [.int4Array, .int4Array, .textArray],
        columns: [.int8, .int4, .text, .text] + LinkLifeColumns.types + LinkPlaceColumns.types
    ) { row throws(PostgresError) in
        FoundLink(
            ordinal: try row.next(), id: try row.next(), kind: try row.next(), destination: try row.next(),
            life: try LinkLifeColumns(&row), places: try LinkPlaceColumns(&row))
    }
}

extension Statement<LinkRow> {
    /// A tenant's links after a key, in the order of domain, route and slug.
    static let linkPage = Statement(
        "link_page",
        sql: """
            SELECT links.id, domains.name, routes.name, slug, links.kind, links.destination,
              links.starts_at, links.expires_at, links.afterwards, links.is_paused, links.is_blocked, links.platforms,
              links.preview_title, links.preview_description, links.preview_image, links.note, links.tags
            FROM fleet.links
            JOIN fleet.domains ON domains.id = domain_id
            JOIN fleet.routes ON routes.id = route_id
            WHERE links.tenant_id = $1 AND (domains.name, routes.name, slug) > ($2, $3, $4)
              AND ($5::text[] IS NULL OR tags @> $5)
            ORDER BY domains.name, routes.name, slug
            LIMIT $6
            """,
        parameters: [.int4, .text, .text, .text, .textArray, .int8], columns: LinkRow.columns,
        decode: LinkRow.init)

    /// A tenant's links that lead to a path, or to a host that one of these names stands for, whoever follows them and
    /// when.
    static let linksLeadingTo = Statement(
        "links_leading_to",
        sql: """
            SELECT links.id, domains.name, routes.name, slug, links.kind, links.destination,
              links.starts_at, links.expires_at, links.afterwards, links.is_paused, links.is_blocked, links.platforms,
              links.preview_title, links.preview_description, links.preview_image, links.note, links.tags
            FROM fleet.tenants
            JOIN fleet.links ON links.tenant_id = tenants.id
            JOIN fleet.domains ON domains.id = domain_id
            JOIN fleet.routes ON routes.id = route_id
            WHERE tenants.name = $1 AND EXISTS (
              SELECT
              FROM unnest(links.platforms || links.destination || links.afterwards) AS place,
                rtrim(lower(substring(place FROM '^(?:[A-Za-z]+=)?https?://([^/?#:]+)')), '.') AS host
              WHERE place ~ '^([A-Za-z]+=)?/' OR host = ANY($2) OR regexp_replace(host, '^[^.]+', '*') = ANY($2)
            )
            ORDER BY domains.name, routes.name, slug
            LIMIT $3
            """,
        parameters: [.text, .textArray, .int8], columns: LinkRow.columns, decode: LinkRow.init)

    /// The links of these keys, given as columns.
    static let linksByKey = Statement(
        "links_by_key",
        sql: """
            SELECT links.id, domains.name, routes.name, links.slug, links.kind, links.destination,
              links.starts_at, links.expires_at, links.afterwards, links.is_paused, links.is_blocked, links.platforms,
              links.preview_title, links.preview_description, links.preview_image, links.note, links.tags
            FROM unnest($2, $3, $4) AS key (domain, route, slug)
            JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = key.domain
            JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = key.route
            JOIN fleet.links ON links.domain_id = domains.id AND links.route_id = routes.id AND links.slug = key.slug
            ORDER BY domains.name, routes.name, links.slug
            """,
        parameters: [.int4, .textArray, .textArray, .textArray], columns: LinkRow.columns,
        decode: LinkRow.init)
}

extension Statement<Int64> {
    /// How many links a tenant has; no row where it never had one.
    static let linkCount = Statement(
        "link_count",
        sql: "SELECT count FROM fleet.link_counts WHERE tenant_id = $1",
        parameters: [.int4])
}

extension Statement<Void> {
    private static let keyTypes: [DataType] = [.textArray, .textArray, .textArray]

    private static let valueTypes: [DataType] = [
        .textArray, .textArray, .timestamptzArray, .timestamptzArray, .textArray, .boolArray, .boolArray, .textArray,
        .textArray, .textArray, .textArray, .textArray, .textArray,
    ]

    /// Adds links, given as columns; one that is there is refused.
    static let insertLinks = Statement(
        "insert_links",
        sql: """
            INSERT INTO fleet.links (
              tenant_id, domain_id, route_id, slug, kind, destination, starts_at, expires_at, afterwards, is_paused,
              is_blocked, platforms, preview_title, preview_description, preview_image, note, tags
            )
            SELECT $1, domains.id, routes.id, given.slug, given.kind, given.destination, given.starts_at,
              given.expires_at, given.afterwards, given.is_paused, given.is_blocked,
              string_to_array(given.platforms, E'\\n'), given.preview_title, given.preview_description,
              given.preview_image, given.note, string_to_array(given.tags, E'\\n')
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
              AS given (
                domain, route, slug, kind, destination, starts_at, expires_at, afterwards, is_paused, is_blocked,
                platforms, preview_title, preview_description, preview_image, note, tags
              )
            JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = given.domain
            JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = given.route
            """,
        parameters: [.int4] + Self.keyTypes + Self.valueTypes)

    /// Adds or changes links, given as columns; what is the same already is left alone.
    static let writeLinks = Statement(
        "write_links",
        sql: """
            INSERT INTO fleet.links (
              tenant_id, domain_id, route_id, slug, kind, destination, starts_at, expires_at, afterwards, is_paused,
              is_blocked, platforms, preview_title, preview_description, preview_image, note, tags
            )
            SELECT $1, domains.id, routes.id, given.slug, given.kind, given.destination, given.starts_at,
              given.expires_at, given.afterwards, given.is_paused, given.is_blocked,
              string_to_array(given.platforms, E'\\n'), given.preview_title, given.preview_description,
              given.preview_image, given.note, string_to_array(given.tags, E'\\n')
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
              AS given (
                domain, route, slug, kind, destination, starts_at, expires_at, afterwards, is_paused, is_blocked,
                platforms, preview_title, preview_description, preview_image, note, tags
              )
            JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = given.domain
            JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = given.route
            ON CONFLICT (domain_id, route_id, slug) DO UPDATE
            SET kind = EXCLUDED.kind, destination = EXCLUDED.destination, starts_at = EXCLUDED.starts_at,
              expires_at = EXCLUDED.expires_at, afterwards = EXCLUDED.afterwards, is_paused = EXCLUDED.is_paused,
              is_blocked = EXCLUDED.is_blocked, platforms = EXCLUDED.platforms,
              preview_title = EXCLUDED.preview_title, preview_description = EXCLUDED.preview_description,
              preview_image = EXCLUDED.preview_image, note = EXCLUDED.note, tags = EXCLUDED.tags
            WHERE (
                links.kind, links.destination, links.starts_at, links.expires_at, links.afterwards, links.is_paused,
                links.is_blocked, links.platforms, links.preview_title, links.preview_description, links.preview_image,
                links.note, links.tags
              ) IS DISTINCT FROM (
                EXCLUDED.kind, EXCLUDED.destination, EXCLUDED.starts_at, EXCLUDED.expires_at, EXCLUDED.afterwards,
                EXCLUDED.is_paused, EXCLUDED.is_blocked, EXCLUDED.platforms, EXCLUDED.preview_title,
                EXCLUDED.preview_description, EXCLUDED.preview_image, EXCLUDED.note, EXCLUDED.tags
              )
            """,
        parameters: [.int4] + Self.keyTypes + Self.valueTypes)

    /// Removes the links of these keys, given as columns.
    static let deleteLinks = Statement(
        "delete_links",
        sql: """
            DELETE FROM fleet.links
            USING unnest($2, $3, $4) AS key (domain, route, slug), fleet.domains, fleet.routes
            WHERE domains.tenant_id = $1 AND domains.name = key.domain
              AND routes.tenant_id = $1 AND routes.name = key.route
              AND links.domain_id = domains.id AND links.route_id = routes.id AND links.slug = key.slug
            """,
        parameters: [.int4, .textArray, .textArray, .textArray])

    /// Removes a tenant's links but those of these keys, given as columns.
    static let deleteOtherLinks = Statement(
        "delete_other_links",
        sql: """
            DELETE FROM fleet.links
            WHERE tenant_id = $1 AND NOT EXISTS (
              SELECT
              FROM unnest($2, $3, $4) AS key (domain, route, slug)
              JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = key.domain
              JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = key.route
              WHERE links.domain_id = domains.id AND links.route_id = routes.id AND links.slug = key.slug
            )
            """,
        parameters: [.int4, .textArray, .textArray, .textArray])
}
