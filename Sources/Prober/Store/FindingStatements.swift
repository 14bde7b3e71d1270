import Association
import Cryptography
import JSONText
import Platform
import Postgres

extension Statement<KeptFinding?> {
    /// What is known of a domain; `nil` for what a newer version has written.
    static let keptFindings = Statement(
        "kept_findings",
        sql: """
            SELECT code, subject, vantage, severity, message, consequence, advice, evidence, since, last_seen_at, probes,
              is_raised
            FROM fleet.probe_findings
            WHERE domain_id = $1
            ORDER BY code, subject
            """,
        parameters: [.int4], columns: FindingColumns.types
    ) { row throws(PostgresError) in try FindingColumns.read(&row) }
}

extension Statement<DomainFinding?> {
    /// Forgets what was wrong with domains that are not live any more, and at gateways whose states are forgotten.
    static let forgetDepartedFindings = Statement(
        "forget_departed_findings",
        sql: """
            DELETE FROM fleet.probe_findings AS finding
            USING fleet.domains, fleet.tenants
            WHERE domains.id = finding.domain_id AND tenants.id = finding.tenant_id AND (
                domains.state <> 'live'
                OR finding.vantage = 'node' AND NOT EXISTS (
                  SELECT
                  FROM fleet.drift_states AS drift
                  WHERE drift.domain_id = finding.domain_id AND drift.vantage = 'node' AND drift.node = finding.subject
                )
              )
            RETURNING domains.name, tenants.name, NULL::timestamptz, code, subject, vantage, severity, message,
              consequence, advice, evidence, since, last_seen_at, probes, is_raised
            """,
        columns: DomainFinding.types
    ) { row throws(PostgresError) in try DomainFinding.read(&row) }

    /// What is known of live domains: of $1 or all, of tenant $2 or all.
    static let domainFindings = Statement(
        "domain_findings",
        sql: """
            SELECT domains.name, tenants.name,
              CASE WHEN silenced_until > clock_timestamp() THEN silenced_until END,
              code, subject, vantage, severity, message, consequence, advice, evidence, since, last_seen_at, probes,
              is_raised
            FROM fleet.probe_findings AS finding
            JOIN fleet.domains ON domains.id = finding.domain_id
            JOIN fleet.tenants ON tenants.id = finding.tenant_id
            LEFT JOIN fleet.probe_schedule AS schedule ON schedule.domain_id = finding.domain_id
            WHERE domains.state = 'live' AND ($1::text IS NULL OR domains.name = $1)
              AND ($2::text IS NULL OR tenants.name = $2)
            ORDER BY since, domains.name, code, subject
            """,
        parameters: [.text, .text], columns: DomainFinding.types
    ) { row throws(PostgresError) in try DomainFinding.read(&row) }
}

extension DomainFinding {
    /// The columns of a domain's finding.
    fileprivate static let types: [DataType] = [.text, .text, .timestamptz] + FindingColumns.types

    fileprivate static func read(_ row: inout RowReader) throws(PostgresError) -> DomainFinding? {
        let host: String = try row.next()
        let tenant: String = try row.next()
        let silencedUntil: UnixTime? = try row.next()
        guard let kept = try FindingColumns.read(&row) else { return nil }
        return DomainFinding(host: host, tenant: tenant, kept: kept, silencedUntil: silencedUntil)
    }
}

extension Statement<Void> {
    /// Writes what is known of a finding.
    static let writeFinding = Statement(
        "write_finding",
        sql: """
            INSERT INTO fleet.probe_findings (domain_id, tenant_id, code, subject, vantage, severity, message,
              consequence, advice, evidence, since, last_seen_at, probes, is_raised)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            ON CONFLICT (domain_id, code, subject) DO UPDATE
            SET vantage = $5, severity = $6, message = $7, consequence = $8, advice = $9, evidence = $10, since = $11,
              last_seen_at = $12, probes = $13, is_raised = $14
            """,
        parameters: [.int4, .int4] + FindingColumns.types)

    /// Forgets a finding that is over.
    static let forgetFinding = Statement(
        "forget_finding",
        sql: "DELETE FROM fleet.probe_findings WHERE domain_id = $1 AND code = $2 AND subject = $3",
        parameters: [.int4, .text, .text])
}

extension Statement<SHA256Digest?> {
    /// The certificates that gateways may present for any of the names $1.
    static let heldCertificates = Statement(
        "held_certificates",
        sql: "SELECT fingerprint FROM fleet.certificates WHERE names && $1",
        parameters: [.textArray], columns: [.bytea]
    ) { row throws(PostgresError) in SHA256Digest(bytes: try row.next([UInt8].self)) }
}

/// The columns of a stored finding, in one place for reading and writing.
enum FindingColumns {
    static let types: [DataType] = [
        .text, .text, .text, .text, .text, .text, .text, .jsonb, .timestamptz, .timestamptz, .int4, .bool,
    ]

    static func read(_ row: inout RowReader) throws(PostgresError) -> KeptFinding? {
        let code = ProbeFindingCode(rawValue: try row.next())
        let subject: String = try row.next()
        let vantage = Vantage(rawValue: try row.next())
        let severity = Severity(rawValue: try row.next())
        let (message, consequence, advice): (String, String, String) = (try row.next(), try row.next(), try row.next())
        let evidence = evidence(try row.next(JSONDocument.self).text)
        let (since, lastSeen): (UnixTime, UnixTime) = (try row.next(), try row.next())
        let probes: Int32 = try row.next()
        let isRaised: Bool = try row.next()
        guard let code, let vantage, let severity else { return nil }
        let finding = ProbeFinding(
            code, severity: severity, at: vantage, about: subject, message, consequence: consequence, advice: advice,
            evidence: evidence)
        return KeptFinding(finding, since: since, lastSeen: lastSeen, probes: Int(probes), isRaised: isRaised)
    }

    /// The finding's columns as parameters.
    static func values(_ kept: KeptFinding) -> [Value] {
        let finding = kept.finding
        return [
            .text(finding.code.rawValue), .text(finding.subject), .text(finding.vantage.rawValue),
            .text(finding.severity.rawValue), .text(finding.message.storable), .text(finding.consequence.storable),
            .text(finding.advice.storable), .json(JSONDocument(json(finding.evidence))), .time(kept.since),
            .time(kept.lastSeen), .int32(Int32(kept.probes)), .bool(kept.isRaised),
        ]
    }

    private static func json(_ evidence: [ProbeFinding.Evidence]) -> String {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            var names: Set<String> = []
            for piece in evidence where names.insert(piece.name).inserted {
                writer.member(piece.name.storable, piece.value.storable)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func evidence(_ text: String) -> [ProbeFinding.Evidence] {
        guard case .object(let members)? = (try? JSONReader.read(Array(text.utf8), grammar: .rfc8259))?.value else {
            return []
        }
        return members.compactMap { member in
            if case .string(let value) = member.node.value { .init(member.name, value) } else { nil }
        }
    }
}
