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
}

/// Whether something began or ended.
package enum AlertEvent: String, Hashable, Sendable {
    /// A drift has outlived its grace.
    case raised
    /// It is over.
    case cleared
}

/// An alert of a message that was taken for delivery.
struct LeasedAlert: Equatable, Sendable {
    /// The key of the message.
    var batch: UUIDText
    /// How often delivery of the message was tried.
    var attempts: Int32
    var alert: PendingAlert
}

/// What is not told yet.
struct AlertTally: Equatable, Sendable {
    var count: Int64
    var oldestSeconds: Double?
}

extension PendingAlert {
    static let columns: [DataType] = [.int8, .uuid, .text, .text, .text, .jsonb, .timestamptz]

    init(_ row: inout RowReader) throws(PostgresError) {
        self.init(
            id: try row.next(), key: try row.next(), event: AlertEvent(rawValue: try row.next()) ?? .raised,
            cause: try row.next(), host: try row.next(), body: try row.next(JSONDocument.self).text,
            created: try row.next())
    }
}

extension Statement<Void> {
    /// Puts an alert into the outbox.
    static let insertAlert = Statement(
        "insert_alert",
        sql: "INSERT INTO fleet.alerts (event, cause, tenant, host, body) VALUES ($1, $2, $3, $4, $5)",
        parameters: [.text, .text, .text, .text, .jsonb])

    /// Makes alerts one message, under the key of the first.
    static let joinAlerts = Statement(
        "join_alerts",
        sql: "UPDATE fleet.alerts SET batch = $2 WHERE id = ANY ($1)",
        parameters: [.int8Array, .uuid])

    /// Notes that a message was delivered by who has the lease.
    static let deliverMessage = Statement(
        "deliver_message",
        sql: """
            UPDATE fleet.alerts AS alert
            SET delivered_at = statement_timestamp(), lease = NULL, leased_until = NULL
            FROM fleet.alerts AS head
            WHERE head.key = $1 AND head.lease = $2 AND alert.batch = head.key
            """,
        parameters: [.uuid, .uuid])

    /// Puts messages back, due in $3 seconds; $4 tells how many deliveries were tried.
    static let returnMessages = Statement(
        "return_messages",
        sql: """
            UPDATE fleet.alerts
            SET lease = NULL, leased_until = NULL, due_at = statement_timestamp() + make_interval(secs => $3),
              attempts = attempts + $4
            WHERE key = ANY ($1) AND lease = $2
            """,
        parameters: [.uuidArray, .uuid, .float8, .int4])

    /// Forgets at most 1,000 alerts that were delivered more than $1 days ago, or that arose more than $2 days ago and
    /// that nobody could be told of.
    static let pruneAlerts = Statement(
        "prune_alerts",
        sql: """
            DELETE FROM fleet.alerts
            WHERE id IN (
              SELECT id
              FROM fleet.alerts
              WHERE delivered_at < statement_timestamp() - make_interval(days => $1)
                OR delivered_at IS NULL AND created_at < statement_timestamp() - make_interval(days => $2)
              LIMIT 1000
            )
            """,
        parameters: [.int4, .int4])
}

extension Statement<LeaseProof> {
    /// A new random UUID, and the time.
    static let newLease = Statement(
        "new_lease", sql: "SELECT gen_random_uuid(), statement_timestamp()", columns: [.uuid, .timestamptz]
    ) { row throws(PostgresError) in
        LeaseProof(token: try row.next(), time: try row.next())
    }
}

/// What proves a lease, and when it was drawn by the clock of the database.
struct LeaseProof: Equatable, Sendable {
    var token: UUIDText
    var time: UnixTime
}

extension Statement<PendingAlert> {
    /// Locks the oldest $1 alerts that belong to no message, if one of them has waited for $2 seconds.
    static let loneAlerts = Statement(
        "lone_alerts",
        sql: """
            SELECT id, key, event, cause, host, body, created_at
            FROM fleet.alerts
            WHERE batch IS NULL AND delivered_at IS NULL
              AND EXISTS (
                SELECT
                FROM fleet.alerts AS ripe
                WHERE ripe.batch IS NULL AND ripe.delivered_at IS NULL
                  AND ripe.created_at <= statement_timestamp() - make_interval(secs => $2)
              )
            ORDER BY created_at, id
            LIMIT $1
            FOR UPDATE SKIP LOCKED
            """,
        parameters: [.int8, .float8], columns: PendingAlert.columns
    ) { row throws(PostgresError) in try PendingAlert(&row) }
}

extension Statement<LeasedAlert> {
    /// Takes at most $1 messages that are due, the oldest first, for $2 seconds under the lease $3.
    static let leaseMessages = Statement(
        "lease_messages",
        sql: """
            WITH due AS (
              SELECT id
              FROM fleet.alerts
              WHERE delivered_at IS NULL AND batch = key AND due_at <= statement_timestamp()
                AND (leased_until IS NULL OR leased_until < statement_timestamp())
              ORDER BY id
              LIMIT $1
              FOR UPDATE SKIP LOCKED
            ), head AS (
              UPDATE fleet.alerts AS alert
              SET lease = $3, leased_until = statement_timestamp() + make_interval(secs => $2)
              FROM due
              WHERE alert.id = due.id
              RETURNING alert.id, alert.key, alert.attempts
            )
            SELECT head.key, head.attempts, alert.id, alert.key, event, cause, host, body, created_at
            FROM head
            JOIN fleet.alerts AS alert ON alert.batch = head.key
            ORDER BY head.id, alert.created_at, alert.id
            """,
        parameters: [.int8, .float8, .uuid], columns: [.uuid, .int4] + PendingAlert.columns
    ) { row throws(PostgresError) in
        LeasedAlert(batch: try row.next(), attempts: try row.next(), alert: try PendingAlert(&row))
    }
}

extension Statement<AlertTally> {
    /// How many alerts are not told yet, and the age of the oldest.
    static let alertTally = Statement(
        "alert_tally",
        sql: """
            SELECT count(*), extract(epoch FROM statement_timestamp() - min(created_at))::float8
            FROM fleet.alerts
            WHERE delivered_at IS NULL
            """,
        columns: [.int8, .float8]
    ) { row throws(PostgresError) in
        AlertTally(count: try row.next(), oldestSeconds: try row.next())
    }
}
