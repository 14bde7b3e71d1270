import Postgres

/// How a file of a domain stood that is not live any more.
struct DepartedFile: Equatable, Sendable {
    var host: String
    var tenant: String
    var row: StateRow
}

extension Statement<DepartedFile> {
    /// Forgets how the files stood of domains that are not live any more, and at gateways that are registered no more or,
    /// named by their URL, on no prober's list.
    ///
    /// Nobody knows the lists of all probers: a listed gateway is gone when none has asked it for $1 seconds, whatever the
    /// domain, although the domain itself was probed meanwhile.
    static let forgetDeparted = Statement(
        "forget_departed",
        sql: """
            DELETE FROM fleet.drift_states AS drift
            USING fleet.domains, fleet.tenants
            WHERE domains.id = drift.domain_id AND tenants.id = drift.tenant_id AND (
                domains.state <> 'live'
                OR drift.vantage = 'node' AND CASE
                  WHEN drift.node ~ '^[a-z+]+://' THEN EXISTS (
                    SELECT
                    FROM fleet.drift_states AS own
                    WHERE own.domain_id = drift.domain_id AND own.vantage <> 'node'
                      AND own.last_seen_at > drift.last_seen_at + make_interval(secs => $1)
                  ) AND NOT EXISTS (
                    SELECT
                    FROM fleet.gateway_reach AS reach
                    WHERE reach.node = drift.node AND reach.seen_at > clock_timestamp() - make_interval(secs => $1)
                  )
                  ELSE NOT EXISTS (
                    SELECT
                    FROM fleet.gateways
                    WHERE gateways.name = drift.node OR starts_with(drift.node, gateways.name || ' ')
                  )
                END
              )
            RETURNING domains.name, tenants.name, vantage, kind, node, verdict, reason, revision, replaced_at,
              healing_at, witnesses, further_witnesses, since, drift_since, last_seen_at, bad_probes, is_raised,
              gap_since, gap_reason, fresh_asked_at, fresh_finding, remedy
            """,
        parameters: [.float8], columns: [.text, .text] + StateColumns.types
    ) { row throws(PostgresError) in
        DepartedFile(host: try row.next(), tenant: try row.next(), row: try StateColumns.read(&row))
    }
}

extension ProbeStore {
    /// Forgets how the files stood of domains that are not live any more and at gateways that are no more, and what was
    /// wrong with them, and clears their alerts: nobody looks at them again.
    ///
    /// - Throws: ``PostgresError``; then nothing was forgotten.
    func forgetDeparted() throws(PostgresError) {
        try connection.retryingTransaction { _ throws(PostgresError) in
            let now = try connection.queryOne(.newLease).time
            let departed = try connection.query(.forgetDeparted, [.double(GatewayReach.listedLapse.seconds)])
            for file in departed where file.row.state.isRaised {
                try tell(
                    .cleared, of: file.host, tenant: file.tenant, file.row.file, file.row.state, at: now, isGone: true)
            }
            try forgetDepartedFindings()
            try forgetDepartedGateways()
        }
    }
}
