package import DeepLinks

extension FleetStore {
    /// How many links of a tenant are looked at.
    private static let mostStrandedSeen = 10_000

    /// Finds the links that an edit of routes strands: they stay, and a later edit may bring them back.
    ///
    /// - Parameters:
    ///   - before: The tenant before the edit.
    ///   - after: The tenant after it, with its links where the edit gives them.
    /// - Returns: What was found among the first 10,000 links; `nil` where no link is stranded.
    /// - Throws: ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    package func strandedLinks(before: Tenant, after: Tenant) throws(StoreError) -> StrandedLinks? {
        guard after.mayStrandLinks(since: before) else { return nil }
        let links: [Link]
        if let given = after.links {
            links = given
        } else {
            guard try linkCount(of: after.name) > 0 else { return nil }
            links = try self.links(of: after.name, limit: Self.mostStrandedSeen)
        }
        let found = StrandedLinks(Array(links.prefix(Self.mostStrandedSeen)), before: before, after: after)
        return found.count > 0 ? found : nil
    }

    /// The same for the tenants that a fleet file changes.
    func strandedLinks(_ changes: [(before: Tenant?, after: Tenant)]) throws(StoreError) -> [StrandedLinks] {
        var found: [StrandedLinks] = []
        for (before, after) in changes.prefix(WriteFindings.limit) {
            if let before, let links = try strandedLinks(before: before, after: after) { found.append(links) }
        }
        return found
    }
}
