import Postgres

/// A row of `fleet.apps`.
struct AppRow: Equatable, Sendable {
    var tenantID: Int32
    var id: Int32
    var position: Int64
    var name: String
    var platform: String
    var identifier: String
    var storeID: String?
    var fingerprints: [String]
    var scheme: String?
    var hasWebCredentials: Bool
    var appClips: [String]
}

extension Statement<AppRow> {
    /// The apps of these tenants, in order; of all for NULL.
    static let apps = Statement(
        "apps",
        sql: """
            SELECT tenant_id, id, position, name, platform, identifier, store_id, fingerprints, scheme,
              has_web_credentials, app_clips
            FROM fleet.apps
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY tenant_id, position
            """,
        parameters: [.int4Array],
        columns: [.int4, .int4, .int8, .text, .text, .text, .text, .textArray, .text, .bool, .textArray]
    ) { row throws(PostgresError) in
        AppRow(
            tenantID: try row.next(), id: try row.next(), position: try row.next(), name: try row.next(),
            platform: try row.next(), identifier: try row.next(), storeID: try row.next(),
            fingerprints: try row.next(), scheme: try row.next(), hasWebCredentials: try row.next(),
            appClips: try row.next())
    }
}

extension Statement<Void> {
    /// Removes the apps of these names.
    static let deleteApps = Statement(
        "delete_apps",
        sql: "DELETE FROM fleet.apps WHERE tenant_id = $1 AND name = ANY ($2)",
        parameters: [.int4, .textArray])

    /// Adds or changes apps, given as a JSON array of objects.
    static let writeApps = Statement(
        "write_apps",
        sql: """
            INSERT INTO fleet.apps (
              tenant_id, position, name, platform, identifier, store_id, fingerprints, scheme, has_web_credentials,
              app_clips
            )
            SELECT $1, position, name, platform, identifier, store_id, fingerprints, scheme, has_web_credentials,
              app_clips
            FROM jsonb_to_recordset($2) AS given (
              position bigint, name text, platform text, identifier text, store_id text, fingerprints text[],
              scheme text, has_web_credentials boolean, app_clips text[]
            )
            ON CONFLICT (tenant_id, name) DO UPDATE
            SET position = EXCLUDED.position, platform = EXCLUDED.platform, identifier = EXCLUDED.identifier,
              store_id = EXCLUDED.store_id, fingerprints = EXCLUDED.fingerprints, scheme = EXCLUDED.scheme,
              has_web_credentials = EXCLUDED.has_web_credentials, app_clips = EXCLUDED.app_clips
            """,
        parameters: [.int4, .jsonb])
}
