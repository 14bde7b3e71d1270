import Platform
import Postgres

// These speak of a temporary table, which is there only within an import.

/// A line of an import whose link leads to one of the fleet's own hosts.
struct WalkedLine: Equatable, Sendable {
    var line: Int64
    var link: LinkRow
}

extension Statement<Void> {
    /// Makes the temporary table: what is known of a line, and its link as it is going to be.
    static let importTable = """
        CREATE TEMPORARY TABLE imported_links ON COMMIT DROP AS
        SELECT 0::bigint AS line, false AS is_drawn, false AS is_walked, false AS says_blocked, links.*
        FROM fleet.links
        WITH NO DATA
        """

    /// Takes the lines of an import.
    static let copyImport = Statement(
        "copy_import",
        sql: """
            COPY pg_temp.imported_links (
              line, is_drawn, is_walked, says_blocked, tenant_id, domain_id, route_id, slug, kind, destination, starts_at,
              expires_at, afterwards, is_paused, is_blocked, platforms, preview_title, preview_description, preview_image,
              note, tags
            )
            FROM STDIN (FORMAT binary)
            """,
        parameters: [.int8, .bool, .bool, .bool, .int4, .int4, .int4, .text] + LinkRow.valueTypes)

    /// Gives lines other slugs.
    static let drawAgain = Statement(
        "draw_again",
        sql: """
            UPDATE pg_temp.imported_links
            SET slug = given.slug
            FROM unnest($1, $2) AS given (line, slug)
            WHERE imported_links.line = given.line
            """,
        parameters: [.int8Array, .textArray])

    /// Changes the links that are there to what their lines say, but leaves what is the same alone.
    static let updateImported = Statement(
        "update_imported",
        sql: """
            UPDATE fleet.links
            SET kind = given.kind, destination = given.destination, starts_at = given.starts_at,
              expires_at = given.expires_at, afterwards = given.afterwards, is_paused = given.is_paused,
              is_blocked = CASE WHEN given.says_blocked THEN given.is_blocked ELSE links.is_blocked END,
              platforms = given.platforms, preview_title = given.preview_title,
              preview_description = given.preview_description, preview_image = given.preview_image, note = given.note,
              tags = given.tags
            FROM pg_temp.imported_links AS given
            WHERE links.domain_id = given.domain_id AND links.route_id = given.route_id AND links.slug = given.slug
              AND (
                links.kind, links.destination, links.starts_at, links.expires_at, links.afterwards, links.is_paused,
                links.is_blocked, links.platforms, links.preview_title, links.preview_description, links.preview_image,
                links.note, links.tags
              ) IS DISTINCT FROM (
                given.kind, given.destination, given.starts_at, given.expires_at, given.afterwards, given.is_paused,
                CASE WHEN given.says_blocked THEN given.is_blocked ELSE links.is_blocked END, given.platforms,
                given.preview_title, given.preview_description, given.preview_image, given.note, given.tags
              )
            """)

    /// Adds the links that are not there.
    static let insertImported = Statement(
        "insert_imported",
        sql: """
            INSERT INTO fleet.links (
              tenant_id, domain_id, route_id, slug, kind, destination, starts_at, expires_at, afterwards, is_paused,
              is_blocked, platforms, preview_title, preview_description, preview_image, note, tags
            )
            SELECT tenant_id, domain_id, route_id, slug, kind, destination, starts_at, expires_at, afterwards, is_paused,
              is_blocked, platforms, preview_title, preview_description, preview_image, note, tags
            FROM pg_temp.imported_links AS given
            WHERE NOT EXISTS (
              SELECT
              FROM fleet.links
              WHERE links.domain_id = given.domain_id AND links.route_id = given.route_id AND links.slug = given.slug
            )
            ORDER BY domain_id, route_id, slug
            """)
}

extension Statement<Void> {
    /// Leaves out the lines whose link an earlier line has too.
    static let removeRepeated = Statement(
        "remove_repeated",
        sql: """
            DELETE FROM pg_temp.imported_links
            WHERE line IN (
              SELECT line
              FROM (
                SELECT line, row_number() OVER (PARTITION BY domain_id, route_id, slug ORDER BY line) AS place
                FROM pg_temp.imported_links
              ) AS counted
              WHERE place > 1
            )
            """)
}

extension Statement<Int64> {
    /// How many lines' links have to be followed.
    static let walkedCount = Statement(
        "walked_count",
        sql: "SELECT count(*) FROM pg_temp.imported_links WHERE is_walked")

    /// The lines whose link an earlier line has too.
    static let repeatedLines = Statement(
        "repeated_lines",
        sql: """
            SELECT line
            FROM (
              SELECT line, row_number() OVER (PARTITION BY domain_id, route_id, slug ORDER BY line) AS place
              FROM pg_temp.imported_links
            ) AS counted
            WHERE place > 1
            ORDER BY line
            LIMIT 100
            """)

    /// The lines whose link is there already.
    static let takenLines = Statement(
        "taken_lines",
        sql: """
            SELECT line
            FROM pg_temp.imported_links
            JOIN fleet.links USING (domain_id, route_id, slug)
            ORDER BY line
            LIMIT 100
            """)

    /// The lines with a drawn slug that is there already, or on another line.
    static let takenDraws = Statement(
        "taken_draws",
        sql: """
            SELECT line
            FROM pg_temp.imported_links AS drawn
            WHERE is_drawn AND (
              EXISTS (
                SELECT
                FROM fleet.links
                WHERE links.domain_id = drawn.domain_id AND links.route_id = drawn.route_id AND links.slug = drawn.slug
              ) OR EXISTS (
                SELECT
                FROM pg_temp.imported_links AS other
                WHERE other.domain_id = drawn.domain_id AND other.route_id = drawn.route_id AND other.slug = drawn.slug
                  AND other.line <> drawn.line
              )
            )
            ORDER BY line
            """)
}

extension Statement<WalkedLine> {
    /// The next lines whose links have to be followed.
    static let walkedLines = Statement(
        "walked_lines",
        sql: """
            SELECT given.line, links.id, domains.name, routes.name, links.slug, links.kind, links.destination,
              links.starts_at, links.expires_at, links.afterwards, links.is_paused, links.is_blocked, links.platforms,
              links.preview_title, links.preview_description, links.preview_image, links.note, links.tags
            FROM pg_temp.imported_links AS given
            JOIN fleet.links USING (domain_id, route_id, slug)
            JOIN fleet.domains ON domains.id = domain_id
            JOIN fleet.routes ON routes.id = route_id
            WHERE is_walked AND given.line > $1
            ORDER BY given.line
            LIMIT 1000
            """,
        parameters: [.int8], columns: [.int8] + LinkRow.columns
    ) { row throws(PostgresError) in
        WalkedLine(line: try row.next(), link: try LinkRow(&row))
    }
}

extension Statement<String> {
    /// The names that are live, wildcards too.
    static let liveHosts = Statement(
        "live_hosts",
        sql: "SELECT name FROM fleet.domains WHERE state = 'live'")
}
