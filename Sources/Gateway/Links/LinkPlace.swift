import DeepLinks
import FleetStore

/// Where a slug is looked up: the numbers of a domain's and a route's rows, or what stands for them.
struct LinkPlace: Hashable, BitwiseCopyable, Sendable {
    /// The domain, a wildcard as such.
    let domain: UInt32
    /// The route of kind `links`.
    let route: UInt32
}

extension LinkPlace {
    /// The place of rows of the database.
    init(_ domain: DomainID, _ route: RouteID) {
        self.init(domain: UInt32(bitPattern: domain.rawValue), route: UInt32(bitPattern: route.rawValue))
    }

    /// The place of a domain and a route of a fleet file: their numbers in request records.
    init(_ domain: DomainName, _ route: RouteName, _ numbers: RecordNumbers) {
        self.init(domain: numbers.number(domain: domain), route: numbers.number(route: route))
    }

    /// The question for a slug.
    func query(_ slug: String) -> LinkQuery {
        LinkQuery(
            domain: DomainID(rawValue: Int32(bitPattern: domain)), route: RouteID(rawValue: Int32(bitPattern: route)),
            slug: slug)
    }
}

extension LinkQuery {
    /// Where the slug is looked up.
    var place: LinkPlace { LinkPlace(domain, route) }
}
