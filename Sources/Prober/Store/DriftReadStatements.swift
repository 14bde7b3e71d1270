package import Association
package import Platform
import Postgres

/// How a file of a domain stands, with what is to happen.
package struct DomainDrift: Hashable, Sendable {
    /// The domain's name.
    package var host: String
    /// The tenant's name.
    package var tenant: String
    /// Which file, seen where.
    package var file: ObservedFile
    /// How it stands.
    package var state: DriftState
    /// The number of the current revision; `nil` before the first.
    package var current: Int?
    /// When it is probed next; `nil` when it is not on the schedule.
    package var nextProbe: UnixTime?
    /// Until when its alerts are silent; `nil` when they are not.
    package var silencedUntil: UnixTime?
    /// The tenant's live wildcard that the domain lies below, or is the parent of; `nil` for none.
    package var wildcard: String?
    /// What was seen last; `nil` where more than one domain was asked for.
    package var evidence: StateEvidence?

    /// The entitlements of Apple's apps for which the file counts; none of Android's.
    ///
    /// Apple reads a wildcard's file at its parent, and a host's own only for an app that lists the host by name.
    package var entitlements: [String] {
        guard file.kind == .aasa else { return [] }
        let own = ["applinks:\(host)"]
        return wildcard.map { $0 == "*.\(host)" ? own + ["applinks:\($0)"] : own } ?? own
    }
}

/// What a state rests on.
package struct StateEvidence: Hashable, Sendable {
    /// Status, header fields, addresses, phases, certificates as they were seen last: a JSON object.
    package var json: String
    /// The file that was seen; `nil` for none.
    package var body: [UInt8]?
}

/// Something in the history of a domain's files.
package struct DomainMoment: Hashable, Sendable {
    /// What happened.
    package enum Event: Hashable, Sendable {
        /// A revision was published.
        case published(revision: Int)
        /// What is seen of the file changed.
        case seen(Vantage, node: String, Verdict, reason: String, revision: Int?)
    }

    /// When.
    package var time: UnixTime
    /// Which file.
    package var kind: AssociationKind
    /// What happened.
    package var event: Event
    /// Until when it was seen so, and in how many probes; `nil` for a publication.
    package var span: (until: UnixTime, probes: Int)? {
        until.map { ($0, probes) }
    }

    var until: UnixTime?
    var probes = 0
}

extension Statement<DomainDrift> {
    /// The states of the live domains: of name $1, of tenant $2, those in sync too with $3; of one domain also those that
    /// could not be learnt.
    static let domainDrifts = Statement(
        "domain_drifts",
        sql: """
            SELECT domains.name, tenants.name, drift.vantage, drift.kind, drift.node, verdict, reason, revision,
              replaced_at, healing_at, witnesses, further_witnesses, since, drift_since, last_seen_at, bad_probes,
              is_raised, gap_since, gap_reason, fresh_asked_at, fresh_finding, remedy,
              (SELECT max(number) FROM fleet.association_revisions AS newest
                WHERE newest.domain_id = drift.domain_id AND newest.kind = drift.kind),
              due_at, CASE WHEN silenced_until > clock_timestamp() THEN silenced_until END,
              (SELECT above.name
                FROM fleet.domains AS above
                WHERE above.tenant_id = domains.tenant_id AND above.state = 'live' AND above.name LIKE '*.%'
                  AND domains.name NOT LIKE '*.%'
                  AND right('.' || domains.name, length(above.name) - 1) = substr(above.name, 2)
                ORDER BY length(above.name) DESC
                LIMIT 1),
              CASE WHEN $1::text IS NOT NULL THEN drift.evidence END,
              CASE WHEN $1::text IS NOT NULL THEN (
                SELECT body
                FROM fleet.observations AS seen
                WHERE seen.domain_id = drift.domain_id AND seen.vantage = drift.vantage AND seen.kind = drift.kind
                  AND seen.node = drift.node
                ORDER BY id DESC
                LIMIT 1) END
            FROM fleet.drift_states AS drift
            JOIN fleet.domains ON domains.id = drift.domain_id
            JOIN fleet.tenants ON tenants.id = drift.tenant_id
            LEFT JOIN fleet.probe_schedule AS schedule ON schedule.domain_id = drift.domain_id
            WHERE domains.state = 'live' AND ($1::text IS NULL OR domains.name = $1) AND ($2::text IS NULL OR tenants.name = $2)
              AND ($3 OR drift_since IS NOT NULL OR $1 IS NOT NULL AND gap_since IS NOT NULL)
            ORDER BY drift_since NULLS LAST, domains.name, drift.vantage, drift.kind, drift.node
            """,
        parameters: [.text, .text, .bool],
        columns: [.text, .text] + StateColumns.types + [.int4, .timestamptz, .timestamptz, .text, .jsonb, .bytea]
    ) { row throws(PostgresError) in
        let host: String = try row.next()
        let tenant: String = try row.next()
        let stored = try StateColumns.read(&row)
        var drift = DomainDrift(
            host: host, tenant: tenant, file: stored.file, state: stored.state,
            current: try row.next(Int32?.self).map(Int.init), nextProbe: try row.next(),
            silencedUntil: try row.next(), wildcard: try row.next())
        let (json, body): (JSONDocument?, [UInt8]?) = (try row.next(), try row.next())
        drift.evidence = json.map { StateEvidence(json: $0.text, body: body) }
        return drift
    }
}

extension Statement<Bool> {
    /// Whether domain $1 is live, of tenant $2 or any; without a domain, whether tenant $2 is there.
    static let knownName = Statement(
        "known_name",
        sql: """
            SELECT EXISTS (
              SELECT
              FROM fleet.tenants
              WHERE ($2::text IS NULL OR tenants.name = $2) AND ($1::text IS NULL OR EXISTS (
                SELECT
                FROM fleet.domains
                WHERE domains.tenant_id = tenants.id AND domains.name = $1 AND domains.state = 'live'
              ))
            )
            """,
        parameters: [.text, .text], columns: [.bool]
    ) { row throws(PostgresError) in try row.next() }
}

extension Statement<DomainMoment> {
    /// What was published and seen of a live or released name, the newest $2 of it, in order.
    static let domainHistory = Statement(
        "domain_history",
        sql: """
            SELECT at, kind, vantage, node, verdict, reason, revision, until, probes
            FROM (
              SELECT published_at AS at, kind, NULL AS vantage, '' AS node, '' AS verdict, '' AS reason,
                number AS revision, NULL::timestamptz AS until, 0 AS probes, 0::bigint AS id
              FROM fleet.association_revisions
              WHERE domain_id = (SELECT id FROM fleet.domains WHERE name = $1 AND state <> 'pending')
              UNION ALL
              SELECT first_seen_at, kind, vantage, node, verdict, reason, revision, last_seen_at, probes, id
              FROM fleet.observations
              WHERE domain_id = (SELECT id FROM fleet.domains WHERE name = $1 AND state <> 'pending')
              ORDER BY at DESC, id DESC
              LIMIT $2
            ) AS moment
            ORDER BY at, id
            """,
        parameters: [.text, .int8],
        columns: [.timestamptz, .text, .text, .text, .text, .text, .int4, .timestamptz, .int4]
    ) { row throws(PostgresError) in
        let time: UnixTime = try row.next()
        guard let kind = AssociationKind(rawValue: try row.next()) else { throw .unknownWord(in: "fleet.observations") }
        let vantage: String? = try row.next()
        let node: String = try row.next()
        let verdict: String = try row.next()
        let reason: String = try row.next()
        let revision = try row.next(Int32?.self).map(Int.init)
        let until: UnixTime? = try row.next()
        let probes: Int32 = try row.next()
        guard let vantage else {
            return DomainMoment(time: time, kind: kind, event: .published(revision: revision ?? 0))
        }
        guard let vantage = Vantage(rawValue: vantage), let verdict = Verdict(rawValue: verdict) else {
            throw .unknownWord(in: "fleet.observations")
        }
        return DomainMoment(
            time: time, kind: kind,
            event: .seen(vantage, node: node, verdict, reason: reason, revision: revision), until: until,
            probes: Int(probes))
    }
}
