import Platform
package import Postgres

extension Statement<Bool> {
    /// Whether the database takes writes in this session.
    static let takesWrites = Statement(
        "takes_writes",
        sql: "SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean")
}

extension Statement<UUIDText> {
    /// Registers a gateway; forgets those that are gone for a day, and the silent ones of its name and URL.
    static let registerGateway = Statement(
        "register_gateway",
        sql: """
            WITH forgotten AS (
              DELETE FROM fleet.gateways
              WHERE seen_at < clock_timestamp() - interval '24 hours'
                OR name = $1 AND url IS NOT DISTINCT FROM $3 AND seen_at < clock_timestamp() - interval '10 seconds'
            )
            INSERT INTO fleet.gateways (name, version, url, cursor)
            VALUES ($1, $2, $3, $4)
            RETURNING token
            """,
        parameters: [.text, .text, .text, .int8])
}

extension Statement<Void> {
    /// Says that a gateway is there, and how far it has come.
    static let beatGateway = Statement(
        "beat_gateway",
        sql: """
            UPDATE fleet.gateways
            SET cursor = $2, seen_at = clock_timestamp()
            WHERE token = $1
            """,
        parameters: [.uuid, .int8])

    /// Removes the silent gateways of a name.
    static let forgetGateways = Statement(
        "forget_gateways",
        sql: "DELETE FROM fleet.gateways WHERE name = $1 AND seen_at < clock_timestamp() - interval '10 seconds'",
        parameters: [.text])

    /// Removes a gateway that ends.
    static let removeGateway = Statement(
        "remove_gateway", sql: "DELETE FROM fleet.gateways WHERE token = $1", parameters: [.uuid])
}

extension Statement<RegisteredGateway> {
    /// The gateways that were there within a day.
    package static let gateways = Statement(
        "gateways",
        sql: """
            SELECT g.token, g.name, g.version, g.url, g.cursor,
              greatest(
                0, (SELECT max(c.generation) FROM fleet.changes AS c) - g.cursor,
                (SELECT max(c.generation) FROM fleet.link_changes AS c) - g.cursor
              ),
              g.started_at, g.seen_at, g.seen_at >= clock_timestamp() - interval '10 seconds', g.registered_by
            FROM fleet.gateways AS g
            WHERE g.seen_at >= clock_timestamp() - interval '24 hours'
            ORDER BY g.name, g.started_at
            """,
        columns: [.uuid, .text, .text, .text, .int8, .int8, .timestamptz, .timestamptz, .bool, .name]
    ) { row throws(PostgresError) in
        RegisteredGateway(
            token: try row.next(), name: try row.next(), version: try row.next(),
            url: try row.next(String?.self).flatMap { NodeURL($0) }, cursor: try row.next(), lag: try row.next(),
            started: try row.next(), seen: try row.next(), state: try row.next() ? .live : .silent,
            registeredBy: try row.next())
    }
}
