package import Platform
package import Postgres

/// Something that has to be told.
package struct PendingAlert: Hashable, Sendable {
    /// Its number; ascending.
    package var id: Int64
    /// Stays the same however often it is delivered.
    package var key: UUIDText
    /// Whether something began or ended.
    package var event: AlertEvent
    /// What alerts of one origin have in common: vantage and verdict.
    package var cause: String
    /// The domain; `nil` for one of the prober itself.
    package var host: String?
    /// What is said: a JSON object.
    package var body: String
    /// When it arose.
    package var created: UnixTime
    /// How often delivery was tried.
    package var attempts: Int32
}

/// Whether something began or ended.
package enum AlertEvent: String, Hashable, Sendable {
    /// A drift has outlived its grace.
    case raised
    /// It is over.
    case cleared
}

extension Statement<Void> {
    /// Puts an alert into the outbox.
    static let insertAlert = Statement(
        "insert_alert",
        sql: "INSERT INTO fleet.alerts (event, cause, tenant, host, body) VALUES ($1, $2, $3, $4, $5)",
        parameters: [.text, .text, .text, .text, .jsonb])

    /// Notes that alerts were delivered by who has the lease.
    static let deliverAlerts = Statement(
        "deliver_alerts",
        sql: """
            UPDATE fleet.alerts
            SET delivered_at = clock_timestamp(), lease = NULL, leased_until = NULL
            WHERE id = ANY ($1) AND lease = $2
            """,
        parameters: [.int8Array, .uuid])

    /// Puts alerts back, due in $3 seconds; $4 tells whether a delivery was tried.
    static let returnAlerts = Statement(
        "return_alerts",
        sql: """
            UPDATE fleet.alerts
            SET lease = NULL, leased_until = NULL, due_at = clock_timestamp() + make_interval(secs => $3),
              attempts = attempts + $4
            WHERE id = ANY ($1) AND lease = $2
            """,
        parameters: [.int8Array, .uuid, .float8, .int4])

    /// Forgets at most 1,000 alerts that were delivered more than $1 days ago.
    static let pruneAlerts = Statement(
        "prune_alerts",
        sql: """
            DELETE FROM fleet.alerts
            WHERE id IN (
              SELECT id
              FROM fleet.alerts
              WHERE delivered_at < clock_timestamp() - make_interval(days => $1)
              LIMIT 1000
            )
            """,
        parameters: [.int4])
}

extension Statement<UUIDText> {
    /// A new random UUID.
    static let newLease = Statement("new_lease", sql: "SELECT gen_random_uuid()")
}

extension Statement<PendingAlert> {
    /// Takes at most $1 alerts that are due, the oldest first, for $2 seconds under the lease $3.
    static let leaseAlerts = Statement(
        "lease_alerts",
        sql: """
            WITH due AS (
              SELECT id
              FROM fleet.alerts
              WHERE delivered_at IS NULL AND due_at <= clock_timestamp()
                AND (leased_until IS NULL OR leased_until < clock_timestamp())
              ORDER BY id
              LIMIT $1
              FOR UPDATE SKIP LOCKED
            ), taken AS (
              UPDATE fleet.alerts AS alert
              SET lease = $3, leased_until = clock_timestamp() + make_interval(secs => $2)
              FROM due
              WHERE alert.id = due.id
              RETURNING alert.*
            )
            SELECT id, key, event, cause, host, body, created_at, attempts
            FROM taken
            ORDER BY id
            """,
        parameters: [.int8, .float8, .uuid],
        columns: [.int8, .uuid, .text, .text, .text, .jsonb, .timestamptz, .int4]
    ) { row throws(PostgresError) in
        PendingAlert(
            id: try row.next(), key: try row.next(), event: AlertEvent(rawValue: try row.next()) ?? .raised,
            cause: try row.next(), host: try row.next(), body: try row.next(JSONDocument.self).text,
            created: try row.next(), attempts: try row.next())
    }
}
