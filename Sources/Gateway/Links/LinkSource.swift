import FleetStore

/// Where links are looked up, one at a time.
protocol LinkSource: Sendable {
    /// Looks a link up.
    ///
    /// - Parameters:
    ///   - query: The numbers of its domain and route, and the slug as it is stored.
    ///   - lane: How soon.
    ///   - completion: Called once, on any thread, possibly before the call returns.
    func find(_ query: LinkQuery, lane: LookupLane, completion: @escaping @Sendable (LookupAnswer) -> Void)
}

extension LinkLookup: LinkSource {}
