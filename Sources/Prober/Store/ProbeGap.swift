package import Platform
package import Postgres

/// What the last probes could not learn at a vantage.
package struct ProbeGap: Hashable, Sendable {
    /// Where.
    package var vantage: Vantage
    /// Of how many live domains.
    package var domains: Int
    /// Since when, of the first of them.
    package var since: UnixTime
    /// Why, of the first of them, in a clause without a full stop.
    package var reason: String
}

extension ProbeStore {
    /// What the last probes could not learn, by vantage.
    ///
    /// - Throws: ``PostgresError``.
    package func gaps() throws(PostgresError) -> [ProbeGap] {
        try connection.query(.probeGaps)
    }
}
