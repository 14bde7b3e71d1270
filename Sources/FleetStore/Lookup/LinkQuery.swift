package import DeepLinks

/// What a link is looked up by: numbers from the fleet's snapshot, and the slug as it is stored.
package struct LinkQuery: Hashable, Sendable {
    /// The domain, a wildcard as such.
    package var domain: DomainID

    /// The route of kind `links`.
    package var route: RouteID

    /// The slug: percent-decoded once, UTF-8 without U+0000, ASCII letters folded where the domain folds.
    package var slug: String

    /// Makes a query.
    package init(domain: DomainID, route: RouteID, slug: String) {
        self.domain = domain
        self.route = route
        self.slug = slug
    }
}

/// What a look-up found.
package enum LookupAnswer: Equatable, Sendable {
    /// The link; whether it is there now is for the caller to say.
    case found(StoredLink)
    /// There is no such link.
    case missing
    /// The database did not answer in time, or is away.
    case unavailable
}

/// A link as the database has it.
package struct StoredLink: Equatable, Sendable {
    /// The number of its row.
    package var id: LinkID

    /// Where a browser goes.
    package var destination: LinkDestination

    /// When it is there.
    package var life: LinkLife

    /// Where a browser goes once its time is over; `nil` is the page that says so.
    package var afterwards: WebURL?

    /// What it has for some clients and for previews; note and tags are left out.
    package var details: LinkDetails

    /// Makes a link.
    package init(
        id: LinkID, destination: LinkDestination, life: LinkLife = LinkLife(), afterwards: WebURL? = nil,
        details: LinkDetails = LinkDetails()
    ) {
        self.id = id
        self.destination = destination
        self.life = life
        self.afterwards = afterwards
        self.details = details
    }
}

extension StoredLink {
    /// Reads a row; `nil` for one that was edited by hand into what no rule allows.
    init?(_ row: FoundLink) {
        guard let target = try? LinkDestination(row.destination) else { return nil }
        // An edit by hand of what is not its destination costs only that.
        let afterwards = row.life.afterwards.flatMap { try? WebURL($0) }
        self.init(
            id: LinkID(rawValue: row.id), destination: target, life: row.life.life, afterwards: afterwards,
            details: (try? LinkDetails(row.places)) ?? LinkDetails())
    }
}
