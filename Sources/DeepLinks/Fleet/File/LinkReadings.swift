/// Which links the entries of a file mean: those that the routes lead to, else stored ones that they lead to no more.
struct LinkReadings {
    private let tenant: Tenant
    private let stored: [Link]
    /// The keys of the stored links by URL, made for the first entry that needs them.
    private var storedByURL: [String: LinkKey]?

    init(stored: [Link], of tenant: Tenant) {
        self.tenant = tenant
        self.stored = stored
    }

    /// The key of an entry's link.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - decide: Finds the key to which the routes lead, or throws why they lead to none.
    /// - Returns: That key; where they lead to none, the key of the stored link to which an export gives this URL.
    /// - Throws: What the closure throws, when no stored link has the URL.
    mutating func key(
        of entry: LinkEntry, _ decide: () throws(RuleViolation) -> LinkKey
    ) throws(RuleViolation) -> LinkKey {
        do throws(RuleViolation) {
            return try decide()
        } catch {
            guard let key = storedKey(at: entry.url) else { throw error }
            return key
        }
    }

    private mutating func storedKey(at url: String) -> LinkKey? {
        let known =
            storedByURL
            ?? stored.reduce(into: [:]) { known, link in
                if let url = LinkEntry(exporting: link, of: tenant)?.url { known[url] = link.key }
            }
        storedByURL = known
        return known[url]
    }
}
