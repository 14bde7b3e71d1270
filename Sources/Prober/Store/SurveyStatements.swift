import Platform
import Postgres

/// How many domains stand so somewhere.
struct VerdictTally: Equatable, Sendable {
    var verdict: Verdict
    var domains: Int64
    var oldestDriftSeconds: Double?
}

extension Statement<VerdictTally> {
    /// The live domains by verdict, each under all that it has, with the age of the oldest drift.
    static let verdictTallies = Statement(
        "verdict_tallies",
        sql: """
            SELECT verdict, count(DISTINCT drift.domain_id),
              extract(epoch FROM clock_timestamp() - min(drift_since))::float8
            FROM fleet.drift_states AS drift
            JOIN fleet.domains ON domains.id = drift.domain_id
            WHERE state = 'live'
            GROUP BY verdict
            """,
        columns: [.text, .int8, .float8]
    ) { row throws(PostgresError) in
        guard let verdict = Verdict(rawValue: try row.next()) else { throw .unknownWord(in: "fleet.drift_states") }
        return VerdictTally(verdict: verdict, domains: try row.next(), oldestDriftSeconds: try row.next())
    }
}

/// In how many domains the same is wrong.
struct FindingTally: Equatable, Sendable {
    var code: ProbeFindingCode
    var domains: Int64
}

extension Statement<FindingTally?> {
    /// The live domains by what is wrong beside their files; `nil` for what a newer version has written.
    static let findingTallies = Statement(
        "finding_tallies",
        sql: """
            SELECT code, count(DISTINCT domain_id)
            FROM fleet.probe_findings AS finding
            JOIN fleet.domains ON domains.id = finding.domain_id
            WHERE state = 'live'
            GROUP BY code
            """,
        columns: [.text, .int8]
    ) { row throws(PostgresError) in
        let code = ProbeFindingCode(rawValue: try row.next())
        let domains: Int64 = try row.next()
        return code.map { FindingTally(code: $0, domains: domains) }
    }
}

extension Statement<ProbeGap> {
    /// What could not be learnt of live domains, by vantage.
    static let probeGaps = Statement(
        "probe_gaps",
        sql: """
            SELECT vantage, count(DISTINCT drift.domain_id), min(gap_since),
              (array_agg(gap_reason ORDER BY gap_since))[1]
            FROM fleet.drift_states AS drift
            JOIN fleet.domains ON domains.id = drift.domain_id
            WHERE state = 'live' AND gap_since IS NOT NULL
            GROUP BY vantage
            ORDER BY vantage
            """,
        columns: [.text, .int8, .timestamptz, .text]
    ) { row throws(PostgresError) in
        guard let vantage = Vantage(rawValue: try row.next()) else { throw .unknownWord(in: "fleet.drift_states") }
        return ProbeGap(
            vantage: vantage, domains: Int(try row.next(Int64.self)), since: try row.next(), reason: try row.next())
    }
}

extension Statement<GatewayTally> {
    /// How many gateways give signs of life, and how many gave their last one within a day.
    static let gatewayTally = Statement(
        "gateway_tally",
        sql: """
            SELECT count(*) FILTER (WHERE seen_at >= clock_timestamp() - interval '10 seconds'),
              count(*) FILTER (WHERE seen_at < clock_timestamp() - interval '10 seconds')
            FROM fleet.gateways
            WHERE seen_at >= clock_timestamp() - interval '24 hours'
            """,
        columns: [.int8, .int8]
    ) { row throws(PostgresError) in
        GatewayTally(live: Int(try row.next(Int64.self)), silent: Int(try row.next(Int64.self)))
    }
}
