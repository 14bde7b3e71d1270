import Association
import JSONText
import Platform
import Postgres

/// A stored state with the file it is of.
struct StateRow: Equatable, Sendable {
    var file: ObservedFile
    var state: DriftState
}

extension Statement<StateRow> {
    /// The states of a domain.
    static let driftStates = Statement(
        "drift_states",
        sql: """
            SELECT vantage, kind, node, verdict, reason, revision, replaced_at, healing_at, witnesses,
              further_witnesses, since, drift_since, last_seen_at, bad_probes, is_raised, gap_since, gap_reason,
              fresh_asked_at, fresh_finding, remedy
            FROM fleet.drift_states
            WHERE domain_id = $1
            ORDER BY vantage, kind, node
            """,
        parameters: [.int4], columns: StateColumns.types
    ) { row throws(PostgresError) in
        try StateColumns.read(&row)
    }
}

extension Statement<Void> {
    /// Forgets the state of a file.
    static let forgetDriftState = Statement(
        "forget_drift_state",
        sql: "DELETE FROM fleet.drift_states WHERE domain_id = $1 AND vantage = $2 AND kind = $3 AND node = $4",
        parameters: [.int4, .text, .text, .text])

    /// Writes the state of a file.
    static let writeDriftState = Statement(
        "write_drift_state",
        sql: """
            INSERT INTO fleet.drift_states (domain_id, tenant_id, vantage, kind, node, verdict, reason, revision,
              replaced_at, healing_at, witnesses, further_witnesses, since, drift_since, last_seen_at, bad_probes,
              is_raised, gap_since, gap_reason, fresh_asked_at, fresh_finding, remedy, evidence)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
              $22, coalesce($23, '{}'))
            ON CONFLICT (domain_id, vantage, kind, node) DO UPDATE
            SET verdict = $6, reason = $7, revision = $8, replaced_at = $9, healing_at = $10, witnesses = $11,
              further_witnesses = $12, since = $13, drift_since = $14, last_seen_at = $15, bad_probes = $16,
              is_raised = $17, gap_since = $18, gap_reason = $19, fresh_asked_at = $20, fresh_finding = $21,
              remedy = $22, evidence = coalesce($23, drift_states.evidence)
            """,
        parameters: [
            .int4, .int4, .text, .text, .text, .text, .text, .int4, .timestamptz, .timestamptz, .jsonb, .int4,
            .timestamptz, .timestamptz, .timestamptz, .int4, .bool, .timestamptz, .text, .timestamptz, .text,
            .text, .jsonb,
        ])
}

/// The columns of a stored state, in one place for reading and writing.
enum StateColumns {
    static let types: [DataType] = [
        .text, .text, .text, .text, .text, .int4, .timestamptz, .timestamptz, .jsonb, .int4, .timestamptz,
        .timestamptz, .timestamptz, .int4, .bool, .timestamptz, .text, .timestamptz, .text, .text,
    ]

    static func read(_ row: inout RowReader) throws(PostgresError) -> StateRow {
        let file = try file(&row)
        var judgement = Judgement(try known(Verdict(rawValue: try row.next())))
        judgement.reason = try row.next()
        judgement.revision = try row.next(Int32?.self).map(Int.init)
        judgement.replaced = try row.next()
        judgement.healing = try row.next()
        judgement.witnesses = witnesses(try row.next(JSONDocument.self).text)
        judgement.furtherWitnesses = Int(try row.next(Int32.self))
        let since: UnixTime = try row.next()
        let driftSince: UnixTime? = try row.next()
        let lastSeen: UnixTime = try row.next()
        let badProbes: Int32 = try row.next()
        let isRaised: Bool = try row.next()
        let gap: UnixTime? = try row.next()
        let gapReason: String = try row.next()
        let freshAsked: UnixTime? = try row.next()
        let freshFinding: String = try row.next()
        judgement.fresh = freshAsked.map { FreshLook(asked: $0, finding: freshFinding) }
        judgement.remedy = try row.next()
        return StateRow(
            file: file,
            state: DriftState(
                vantage: file.vantage, judgement: judgement, since: since, driftSince: driftSince, lastSeen: lastSeen,
                badProbes: Int(badProbes), isRaised: isRaised,
                gap: gap.map { DriftState.Gap(since: $0, reason: gapReason) }))
    }

    static func file(_ row: inout RowReader) throws(PostgresError) -> ObservedFile {
        ObservedFile(
            try known(Vantage(rawValue: try row.next())), try known(AssociationKind(rawValue: try row.next())),
            node: try row.next())
    }

    /// The file's columns as parameters.
    static func values(_ file: ObservedFile) -> [Value] {
        [.text(file.vantage.rawValue), .text(file.kind.rawValue), .text(file.node)]
    }

    /// The state's columns as parameters.
    static func values(_ state: DriftState) -> [Value] {
        let judgement = state.judgement
        return [
            .text(judgement.verdict.rawValue), .text(judgement.reason.storable),
            .int32(judgement.revision.map { Int32($0) }), .time(judgement.replaced), .time(judgement.healing),
            .json(JSONDocument(judgement.witnessesJSON)), .int32(Int32(judgement.furtherWitnesses)),
            .time(state.since), .time(state.driftSince), .time(state.lastSeen), .int32(Int32(state.badProbes)),
            .bool(state.isRaised), .time(state.gap?.since), .text(state.gap?.reason.storable ?? ""),
            .time(judgement.fresh?.asked), .text(judgement.fresh?.finding.storable ?? ""),
            .text(judgement.remedy.storable),
        ]
    }

    static func witnesses(_ text: String) -> [Judgement.Witness] {
        guard case .array(let elements)? = (try? JSONReader.read(Array(text.utf8), grammar: .rfc8259))?.value else {
            return []
        }
        return elements.compactMap { element in
            guard case .object(let members) = element.value else { return nil }
            var texts: [String: String] = [:]
            var opensNow = false
            for member in members {
                switch member.node.value {
                case .string(let text): texts[member.name] = text
                case .bool(let bool): opensNow = bool
                default: break
                }
            }
            return Judgement.Witness(app: texts["app"] ?? "", url: texts["url"] ?? "", opensNow: opensNow)
        }
    }

    private static func known<Value>(_ value: Value?) throws(PostgresError) -> Value {
        guard let value else { throw .unknownWord(in: "fleet.drift_states") }
        return value
    }
}

extension Judgement {
    /// The URLs that are decided differently, as a JSON array of objects with `app`, `url` and `opensNow`.
    package var witnessesJSON: String {
        var writer = JSONWriter(layout: .compact)
        writer.write(witnesses)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    /// Writes the URLs that are decided differently.
    mutating func write(_ witnesses: [Judgement.Witness]) {
        array { writer in
            for witness in witnesses {
                writer.object { writer in
                    writer.member("app", witness.app)
                    writer.member("url", witness.url)
                    writer.member("opensNow", witness.opensNow)
                }
            }
        }
    }
}

extension String {
    /// The text without U+0000, which PostgreSQL cannot hold (case 93), and at most some hundred characters of it.
    var storable: String { String(filter { $0 != "\0" }.prefix(500)) }
}
