import Platform
import Postgres

/// A row of `fleet.routes`.
struct RouteRow: Equatable, Sendable {
    var tenantID: Int32
    var id: Int32
    var position: Int64
    var name: String
    var pattern: String
    var opens: String
    var hasAllDomains: Bool
    var destinationKind: String
    var destination: String?
    var schemeURL: String?
    var examples: [String]
    var starts: UnixTime?
    var ends: UnixTime?
    var status: Int32
    var maxAge: Int32
    var platforms: [String]
    var queryPolicy: String
    var queryItems: [String]
    var campaign: [String]
    var previewTitle: String?
    var previewDescription: String?
    var previewImage: String?
}

/// A row of `fleet.route_domains` or `fleet.route_apps`.
struct RouteMember: Equatable, Sendable {
    var routeID: Int32
    /// The domain or the app.
    var memberID: Int32
}

extension Statement<RouteRow> {
    /// The routes of these tenants, in order; of all for NULL.
    static let routes = Statement(
        "routes",
        sql: """
            SELECT tenant_id, id, position, name, pattern, opens, has_all_domains, destination_kind, destination,
              scheme_url, examples, starts_at, ends_at, status, max_age, platforms, query_policy, query_items, campaign,
              preview_title, preview_description, preview_image
            FROM fleet.routes
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY tenant_id, position
            """,
        parameters: [.int4Array],
        columns: [
            .int4, .int4, .int8, .text, .text, .text, .bool, .text, .text, .text, .textArray, .timestamptz,
            .timestamptz, .int4, .int4, .textArray, .text, .textArray, .textArray, .text, .text, .text,
        ]
    ) { row throws(PostgresError) in
        RouteRow(
            tenantID: try row.next(), id: try row.next(), position: try row.next(), name: try row.next(),
            pattern: try row.next(), opens: try row.next(), hasAllDomains: try row.next(),
            destinationKind: try row.next(), destination: try row.next(), schemeURL: try row.next(),
            examples: try row.next(), starts: try row.next(), ends: try row.next(), status: try row.next(),
            maxAge: try row.next(), platforms: try row.next(), queryPolicy: try row.next(),
            queryItems: try row.next(), campaign: try row.next(), previewTitle: try row.next(),
            previewDescription: try row.next(), previewImage: try row.next())
    }
}

extension Statement<RouteMember> {
    /// The domains that routes of these tenants are confined to; of all for NULL.
    static let routeDomains = Statement(
        "route_domains",
        sql: """
            SELECT route_id, domain_id
            FROM fleet.route_domains
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY route_id, domain_id
            """,
        parameters: [.int4Array],
        columns: [.int4, .int4]
    ) { row throws(PostgresError) in
        RouteMember(routeID: try row.next(), memberID: try row.next())
    }

    /// The apps that routes of these tenants are confined to; of all for NULL.
    static let routeApps = Statement(
        "route_apps",
        sql: """
            SELECT route_id, app_id
            FROM fleet.route_apps
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY route_id, app_id
            """,
        parameters: [.int4Array],
        columns: [.int4, .int4]
    ) { row throws(PostgresError) in
        RouteMember(routeID: try row.next(), memberID: try row.next())
    }
}

extension Statement<Void> {
    /// Removes the routes of these names, with their links.
    static let deleteRoutes = Statement(
        "delete_routes",
        sql: "DELETE FROM fleet.routes WHERE tenant_id = $1 AND name = ANY ($2)",
        parameters: [.int4, .textArray])

    /// Adds or changes routes, given as a JSON array of objects.
    static let writeRoutes = Statement(
        "write_routes",
        sql: """
            INSERT INTO fleet.routes (
              tenant_id, position, name, pattern, opens, has_all_domains, destination_kind, destination, scheme_url,
              examples, starts_at, ends_at, status, max_age, platforms, query_policy, query_items, campaign,
              preview_title, preview_description, preview_image
            )
            SELECT $1, position, name, pattern, opens, has_all_domains, destination_kind, destination, scheme_url,
              examples, starts_at, ends_at, status, max_age, platforms, query_policy, query_items, campaign,
              preview_title, preview_description, preview_image
            FROM jsonb_to_recordset($2) AS given (
              position bigint, name text, pattern text, opens text, has_all_domains boolean, destination_kind text,
              destination text, scheme_url text, examples text[], starts_at timestamptz, ends_at timestamptz,
              status integer, max_age integer, platforms text[], query_policy text, query_items text[], campaign text[],
              preview_title text, preview_description text, preview_image text
            )
            ON CONFLICT (tenant_id, name) DO UPDATE
            SET position = EXCLUDED.position, pattern = EXCLUDED.pattern, opens = EXCLUDED.opens,
              has_all_domains = EXCLUDED.has_all_domains, destination_kind = EXCLUDED.destination_kind,
              destination = EXCLUDED.destination, scheme_url = EXCLUDED.scheme_url, examples = EXCLUDED.examples,
              starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at, status = EXCLUDED.status,
              max_age = EXCLUDED.max_age, platforms = EXCLUDED.platforms, query_policy = EXCLUDED.query_policy,
              query_items = EXCLUDED.query_items, campaign = EXCLUDED.campaign,
              preview_title = EXCLUDED.preview_title, preview_description = EXCLUDED.preview_description,
              preview_image = EXCLUDED.preview_image
            """,
        parameters: [.int4, .jsonb])

    /// Removes what confines these routes to domains.
    static let deleteRouteDomains = Statement(
        "delete_route_domains",
        sql: """
            DELETE FROM fleet.route_domains
            USING fleet.routes
            WHERE routes.id = route_id AND routes.tenant_id = $1 AND routes.name = ANY ($2)
            """,
        parameters: [.int4, .textArray])

    /// Confines routes to domains, given as pairs of names.
    static let insertRouteDomains = Statement(
        "insert_route_domains",
        sql: """
            INSERT INTO fleet.route_domains (tenant_id, route_id, domain_id)
            SELECT $1, routes.id, domains.id
            FROM unnest($2, $3) AS given (route, domain)
            JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = route
            JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = domain
            """,
        parameters: [.int4, .textArray, .textArray])

    /// Removes what confines these routes to apps.
    static let deleteRouteApps = Statement(
        "delete_route_apps",
        sql: """
            DELETE FROM fleet.route_apps
            USING fleet.routes
            WHERE routes.id = route_id AND routes.tenant_id = $1 AND routes.name = ANY ($2)
            """,
        parameters: [.int4, .textArray])

    /// Confines routes to apps, given as pairs of names.
    static let insertRouteApps = Statement(
        "insert_route_apps",
        sql: """
            INSERT INTO fleet.route_apps (tenant_id, route_id, app_id)
            SELECT $1, routes.id, apps.id
            FROM unnest($2, $3) AS given (route, app)
            JOIN fleet.routes ON routes.tenant_id = $1 AND routes.name = route
            JOIN fleet.apps ON apps.tenant_id = $1 AND apps.name = app
            """,
        parameters: [.int4, .textArray, .textArray])
}

extension Statement<String> {
    /// The routes among these that have links.
    static let routesWithLinks = Statement(
        "routes_with_links",
        sql: """
            SELECT name
            FROM fleet.routes
            WHERE tenant_id = $1 AND name = ANY ($2)
              AND EXISTS (SELECT FROM fleet.links WHERE links.tenant_id = $1 AND route_id = routes.id)
            ORDER BY name
            """,
        parameters: [.int4, .textArray])
}
