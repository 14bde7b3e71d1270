import Postgres

/// How a file of a domain stood that is not live any more.
struct DepartedFile: Equatable, Sendable {
    var host: String
    var tenant: String
    var row: StateRow
}

extension Statement<DepartedFile> {
    /// Forgets how the files stood of domains that are not live any more, and at gateways that are registered no more.
    ///
    /// A gateway of a prober's own list is named by its URL, and is that prober's to forget.
    static let forgetDeparted = Statement(
        "forget_departed",
        sql: """
            DELETE FROM fleet.drift_states AS drift
            USING fleet.domains, fleet.tenants
            WHERE domains.id = drift.domain_id AND tenants.id = drift.tenant_id AND (
                domains.state <> 'live'
                OR drift.vantage = 'node' AND drift.node !~ '^[a-z+]+://' AND NOT EXISTS (
                  SELECT
                  FROM fleet.gateways
                  WHERE gateways.name = drift.node OR starts_with(drift.node, gateways.name || ' ')
                )
              )
            RETURNING domains.name, tenants.name, vantage, kind, node, verdict, reason, revision, replaced_at,
              healing_at, witnesses, further_witnesses, since, drift_since, last_seen_at, bad_probes, is_raised,
              gap_since, gap_reason, fresh_asked_at, fresh_finding
            """,
        columns: [.text, .text] + StateColumns.types
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
            for file in try connection.query(.forgetDeparted) where file.row.state.isRaised {
                try tell(.cleared, of: file.host, tenant: file.tenant, file.row.file, file.row.state, isGone: true)
            }
            try forgetDepartedFindings()
            try forgetDepartedGateways()
        }
    }
}
