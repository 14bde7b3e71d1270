package import Postgres

extension ProbeStore {
    /// Takes alerts that are due, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: How many at most. Default 500.
    ///   - lapse: After which time they are anybody's again. Default a minute.
    /// - Returns: The alerts, and what proves the lease.
    /// - Throws: ``PostgresError``.
    package func leaseAlerts(
        _ limit: Int = 500, for lapse: Duration = .seconds(60)
    ) throws(PostgresError) -> (alerts: [PendingAlert], lease: UUIDText) {
        let lease = try connection.queryOne(.newLease)
        let values: [Value] = [.int64(Int64(limit)), .double(lapse.seconds), .uuid(lease)]
        return (try connection.query(.leaseAlerts, values), lease)
    }

    /// Notes that alerts were told.
    ///
    /// - Throws: ``PostgresError``; then they are told again.
    package func delivered(_ alerts: [PendingAlert], lease: UUIDText) throws(PostgresError) {
        try connection.execute(.deliverAlerts, [.int64s(alerts.map(\.id)), .uuid(lease)])
    }

    /// Puts alerts back.
    ///
    /// - Parameters:
    ///   - alerts: The alerts.
    ///   - lease: What proves the lease.
    ///   - pause: When they are due again.
    ///   - wasTried: Whether telling them failed, rather than that they wait for others.
    /// - Throws: ``PostgresError``; then the lease lapses.
    package func postpone(
        _ alerts: [PendingAlert], lease: UUIDText, by pause: Duration, wasTried: Bool
    ) throws(PostgresError) {
        guard !alerts.isEmpty else { return }
        try connection.execute(
            .returnAlerts,
            [.int64s(alerts.map(\.id)), .uuid(lease), .double(pause.seconds), .int32(wasTried ? 1 : 0)])
    }
}
