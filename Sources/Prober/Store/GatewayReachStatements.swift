import Platform
import Postgres

extension Statement<GatewayReach> {
    private static let columns: [DataType] = [
        .text, .timestamptz, .timestamptz, .int4, .text, .text, .bool, .timestamptz,
    ]

    /// What is known of gateways, by name.
    static let gatewayReach = Statement(
        "gateway_reach",
        sql: """
            SELECT node, answered_at, silent_since, looks, verdict, reason, is_raised, seen_at
            FROM fleet.gateway_reach
            ORDER BY node
            """,
        columns: columns
    ) { row throws(PostgresError) in try GatewayReach(&row) }

    /// Locks what is known of gateway $1.
    static let holdGatewayReach = Statement(
        "hold_gateway_reach",
        sql: """
            SELECT node, answered_at, silent_since, looks, verdict, reason, is_raised, seen_at
            FROM fleet.gateway_reach
            WHERE node = $1
            FOR UPDATE
            """,
        parameters: [.text], columns: columns
    ) { row throws(PostgresError) in try GatewayReach(&row) }

    /// Forgets gateway $1, if nobody has asked it since $2.
    static let forgetGatewayReach = Statement(
        "forget_gateway_reach",
        sql: """
            DELETE FROM fleet.gateway_reach
            WHERE node = $1 AND seen_at < $2
            RETURNING node, answered_at, silent_since, looks, verdict, reason, is_raised, seen_at
            """,
        parameters: [.text, .timestamptz], columns: columns
    ) { row throws(PostgresError) in try GatewayReach(&row) }

    /// Forgets gateways that are registered no more, or were on a prober's list and have no states left, and that nobody
    /// has asked for $1 seconds.
    static let forgetDepartedReach = Statement(
        "forget_departed_reach",
        sql: """
            DELETE FROM fleet.gateway_reach AS reach
            WHERE seen_at < clock_timestamp() - make_interval(secs => $1) AND CASE
                WHEN node ~ '^[a-z+]+://' THEN NOT EXISTS (
                  SELECT
                  FROM fleet.drift_states
                  WHERE vantage = 'node' AND drift_states.node = reach.node
                )
                ELSE NOT EXISTS (
                  SELECT
                  FROM fleet.gateways
                  WHERE gateways.name = reach.node OR starts_with(reach.node, gateways.name || ' ')
                )
              END
            RETURNING node, answered_at, silent_since, looks, verdict, reason, is_raised, seen_at
            """,
        parameters: [.float8], columns: columns
    ) { row throws(PostgresError) in try GatewayReach(&row) }
}

extension Statement<Void> {
    /// Writes what is known of a gateway.
    static let writeGatewayReach = Statement(
        "write_gateway_reach",
        sql: """
            INSERT INTO fleet.gateway_reach (node, answered_at, silent_since, looks, verdict, reason, is_raised, seen_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (node) DO UPDATE
            SET answered_at = $2, silent_since = $3, looks = $4, verdict = $5, reason = $6, is_raised = $7, seen_at = $8
            """,
        parameters: [.text, .timestamptz, .timestamptz, .int4, .text, .text, .bool, .timestamptz])
}

extension GatewayReach {
    fileprivate init(_ row: inout RowReader) throws(PostgresError) {
        let node: String = try row.next()
        let answered: UnixTime? = try row.next()
        let silentSince: UnixTime? = try row.next()
        let looks: Int32 = try row.next()
        let verdict: String = try row.next()
        let reason: String = try row.next()
        let isRaised: Bool = try row.next()
        self.init(node: node, seen: try row.next())
        (self.answered, self.silentSince, self.looks) = (answered, silentSince, Int(looks))
        (self.verdict, self.reason, self.isRaised) = (verdict, reason, isRaised)
    }

    /// The columns as parameters.
    var values: [Value] {
        [
            .text(node), .time(answered), .time(silentSince), .int32(Int32(looks)), .text(verdict),
            .text(reason.storable), .bool(isRaised), .time(seen),
        ]
    }
}
