import Platform
package import Postgres

extension ProbeStore {
    /// Makes messages of the alerts that have waited for others of their cause.
    ///
    /// Which alerts a message tells stays, whoever delivers it: its key means the same at every delivery.
    ///
    /// - Parameters:
    ///   - patience: How long an alert waits for others; less than a minute makes messages earlier.
    ///   - limit: How many alerts at most. Default 2,000.
    /// - Returns: Whether there may be more.
    /// - Throws: ``PostgresError``.
    @discardableResult
    package func gatherAlerts(
        after patience: Duration = AlertBatch.window, limit: Int = 2000
    ) throws(PostgresError) -> Bool {
        try connection.retryingTransaction { _ throws(PostgresError) in
            let alerts = try connection.query(.loneAlerts, [.int64(Int64(limit)), .double(patience.seconds)])
            guard !alerts.isEmpty else { return false }
            let now = try connection.queryOne(.newLease).time
            for batch in AlertBatch.sort(alerts, at: now + (AlertBatch.window - patience)).ready {
                try connection.execute(.joinAlerts, [.int64s(batch.alerts.map(\.id)), .uuid(batch.key)])
            }
            return alerts.count == limit
        }
    }

    /// Takes messages that are due, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - lapse: After which time they are anybody's again. Default a minute.
    /// - Returns: The messages, and what proves the lease.
    /// - Throws: ``PostgresError``.
    package func leaseMessages(
        _ limit: Int, for lapse: Duration = .seconds(60)
    ) throws(PostgresError) -> (messages: [AlertBatch], lease: UUIDText) {
        let lease = try connection.queryOne(.newLease).token
        let values: [Value] = [.int64(Int64(limit)), .double(lapse.seconds), .uuid(lease)]
        var messages: [AlertBatch] = []
        for row in try connection.query(.leaseMessages, values) {
            if messages.last?.key != row.batch {
                messages.append(AlertBatch(key: row.batch, alerts: [], attempts: Int(row.attempts)))
            }
            messages[messages.count - 1].alerts.append(row.alert)
        }
        return (messages, lease)
    }

    /// Notes that a message was delivered.
    ///
    /// - Throws: ``PostgresError``; then it may be delivered again, under the same key.
    package func delivered(_ key: UUIDText, lease: UUIDText) throws(PostgresError) {
        try connection.execute(.deliverMessage, [.uuid(key), .uuid(lease)])
    }

    /// Puts messages back.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - lease: What proves the lease.
    ///   - pause: When they are due again.
    ///   - wasTried: Whether delivery was tried and failed.
    /// - Throws: ``PostgresError``; then the lease lapses.
    package func postpone(
        _ messages: some Sequence<AlertBatch>, lease: UUIDText, by pause: Duration, wasTried: Bool
    ) throws(PostgresError) {
        let keys = messages.map(\.key)
        guard !keys.isEmpty else { return }
        try connection.execute(
            .returnMessages, [.uuids(keys), .uuid(lease), .double(pause.seconds), .int32(wasTried ? 1 : 0)])
    }
}
