package import Postgres

extension ProbeStore {
    /// How the files of live domains stand, the longest drift first.
    ///
    /// - Parameters:
    ///   - host: Only of this domain, as it is stored; `nil` (the default) for all.
    ///   - tenant: Only of this tenant; `nil` (the default) for all.
    ///   - withInSync: Whether what is in sync is listed too.
    /// - Returns: A row per file and vantage.
    /// - Throws: ``PostgresError``.
    package func drifts(
        host: String? = nil, tenant: String? = nil, withInSync: Bool = false
    ) throws(PostgresError) -> [DomainDrift] {
        try connection.query(.domainDrifts, [.text(host), .text(tenant), .bool(withInSync)])
    }

    /// Whether a domain is live, or a tenant is there.
    ///
    /// - Parameters:
    ///   - host: The domain, as it is stored; `nil` (the default) asks for the tenant alone.
    ///   - tenant: The tenant that must have it; `nil` (the default) for any.
    /// - Returns: Whether it is so.
    /// - Throws: ``PostgresError``.
    package func knows(host: String? = nil, tenant: String? = nil) throws(PostgresError) -> Bool {
        try connection.queryOptional(.knownName, [.text(host), .text(tenant)]) ?? false
    }

    /// What was published and seen of a domain, in order.
    ///
    /// - Parameters:
    ///   - host: The domain, as it is stored.
    ///   - limit: How many at most, the newest.
    /// - Returns: The moments.
    /// - Throws: ``PostgresError``.
    package func history(of host: String, limit: Int = 1000) throws(PostgresError) -> [DomainMoment] {
        try connection.query(.domainHistory, [.text(host), .int64(Int64(limit))])
    }
}
