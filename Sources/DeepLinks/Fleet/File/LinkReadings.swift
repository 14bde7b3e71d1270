/// Which links the entries of a file mean: those that the routes lead to, else stored ones that they lead to no more.
struct LinkReadings {
    /// What an entry asks of a stored link.
    private struct Place: Hashable {
        let url: String
        /// The link's route; `nil` is any.
        let route: RouteName?
    }

    private let tenant: Tenant
    private let stored: [Link]
    /// The keys of the stored links by place, made for the first entry that needs them.
    private var storedByPlace: [Place: LinkKey]?

    init(stored: [Link], of tenant: Tenant) {
        self.tenant = tenant
        self.stored = stored
    }

    /// The key of an entry's link.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - decide: Finds the key to which the routes lead, or throws why they lead to none.
    /// - Returns: That key; where they lead to none, or to another route than the entry names, the key of the stored
    ///   link to which an export gives this URL.
    /// - Throws: Why there is none, when no such link is stored.
    mutating func key(
        of entry: LinkEntry, _ decide: () throws(RuleViolation) -> LinkKey
    ) throws(RuleViolation) -> LinkKey {
        do throws(RuleViolation) {
            let key = try decide()
            guard let route = entry.route, key.route != route else { return key }
            throw RuleViolation("the route \(key.route) decides this URL, and not \(route)")
        } catch {
            guard let key = storedKey(at: Place(url: entry.url, route: entry.route)) else { throw error }
            return key
        }
    }

    private mutating func storedKey(at place: Place) -> LinkKey? {
        let known =
            storedByPlace
            ?? stored.reduce(into: [:]) { known, link in
                guard let url = LinkEntry(exporting: link, of: tenant)?.url else { return }
                known[Place(url: url, route: link.key.route)] = link.key
                known[Place(url: url, route: nil)] = link.key
            }
        storedByPlace = known
        return known[place]
    }
}
