import Platform
import Postgres

/// A row of `fleet.domain_proofs` with the names that it is about.
struct ProofRow: Equatable, Sendable {
    var domain: String
    var tenant: String
    var token: String
    var checks: Int32
    var checkedAt: UnixTime?
    var problem: String?
}

extension Statement<ProofRow> {
    private static let proofColumns: [DataType] = [.text, .text, .text, .int4, .timestamptz, .text]

    private static let decodeProof: @Sendable (inout RowReader) throws(PostgresError) -> ProofRow = {
        row throws(PostgresError) in
        ProofRow(
            domain: try row.next(), tenant: try row.next(), token: try row.next(), checks: try row.next(),
            checkedAt: try row.next(), problem: try row.next())
    }

    /// The proofs of a name that tenants have pending or live, the live one first.
    static let proofs = Statement(
        "proofs",
        sql: """
            SELECT domains.name, tenants.name, token, checks, checked_at, problem
            FROM fleet.domain_proofs
            JOIN fleet.domains ON domains.id = domain_id
            JOIN fleet.tenants ON tenants.id = domains.tenant_id
            WHERE domains.name = $1 AND domains.state <> 'released'
            ORDER BY domains.state <> 'live', tenants.name
            """,
        parameters: [.text], columns: proofColumns, decode: decodeProof)

    /// Takes pending names whose check is due, at most $1; each is due again after a minute, then after twice as long
    /// each time, up to a day.
    static let takeProofs = Statement(
        "take_proofs",
        sql: """
            UPDATE fleet.domain_proofs AS proof
            SET checks = checks + 1, checked_at = clock_timestamp(),
              due_at = clock_timestamp() + least(interval '1 minute' * 2 ^ least(checks, 11), interval '1 day')
            FROM (
              SELECT candidate.domain_id, domains.name, tenants.name AS tenant
              FROM fleet.domain_proofs AS candidate
              JOIN fleet.domains ON domains.id = candidate.domain_id
              JOIN fleet.tenants ON tenants.id = domains.tenant_id
              WHERE due_at <= clock_timestamp() AND domains.state = 'pending'
              ORDER BY due_at
              LIMIT $1
              FOR UPDATE OF candidate SKIP LOCKED
            ) AS due
            WHERE proof.domain_id = due.domain_id
            RETURNING due.name, due.tenant, token, checks, checked_at, problem
            """,
        parameters: [.int8], columns: proofColumns, decode: decodeProof)
}

extension Statement<Void> {
    /// Notes what a check of a pending name missed.
    static let noteProof = Statement(
        "note_proof",
        sql: """
            UPDATE fleet.domain_proofs
            SET problem = $3
            FROM fleet.domains JOIN fleet.tenants ON tenants.id = domains.tenant_id
            WHERE domains.id = domain_id AND domains.name = $1 AND tenants.name = $2
            """,
        parameters: [.text, .text, .text])

    /// Lets a name go that is held for a tenant which gave it up.
    static let endHolds = Statement(
        "end_holds",
        sql: "DELETE FROM fleet.domains WHERE name = $1 AND state = 'released'",
        parameters: [.text])
}

extension Statement<String> {
    /// The tenants, also removed ones, that gave a name up and for which it is held.
    static let holders = Statement(
        "holders",
        sql: """
            SELECT tenants.name
            FROM fleet.domains JOIN fleet.tenants ON tenants.id = tenant_id
            WHERE domains.name = $1 AND state = 'released'
            ORDER BY tenants.name
            FOR UPDATE OF tenants
            """,
        parameters: [.text])
}
