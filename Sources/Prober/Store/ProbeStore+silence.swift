package import Platform
package import Postgres

extension ProbeStore {
    /// Raises no alert for a live domain until a time; what outlasts it is raised then.
    ///
    /// - Returns: Whether there is such a domain.
    /// - Throws: ``PostgresError``.
    package func silence(_ name: String, until time: UnixTime) throws(PostgresError) -> Bool {
        try connection.execute(.silenceDomain, [.text(name), .time(time)]) == 1
    }
}
