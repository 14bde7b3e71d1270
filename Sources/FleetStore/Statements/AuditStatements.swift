import Platform
import Postgres

extension Statement<AuditEvent> {
    /// The newest events before a number, of one tenant or of all for NULL.
    static let auditEvents = Statement(
        "audit_events",
        sql: """
            SELECT id, at, actor, action, tenant, before, after
            FROM fleet.audit_events
            WHERE ($1::text IS NULL OR tenant = $1) AND id < $2
            ORDER BY id DESC
            LIMIT $3
            """,
        parameters: [.text, .int8, .int8],
        columns: [.int8, .timestamptz, .text, .text, .text, .jsonb, .jsonb]
    ) { row throws(PostgresError) in
        AuditEvent(
            id: try row.next(), time: try row.next(), actor: try row.next(), action: try row.next(),
            tenant: try row.next(), before: try row.next(JSONDocument?.self)?.text,
            after: try row.next(JSONDocument?.self)?.text)
    }
}

extension Statement<Void> {
    /// Appends an event.
    static let insertAuditEvent = Statement(
        "insert_audit_event",
        sql: """
            INSERT INTO fleet.audit_events (actor, action, tenant, before, after)
            VALUES ($1, $2, $3, $4, $5)
            """,
        parameters: [.text, .text, .text, .jsonb, .jsonb])
}
