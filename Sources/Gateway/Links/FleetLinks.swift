import DeepLinks
import FleetStore
import Platform

/// The links of a fleet file, in memory, by the numbers of names in request records.
final class FleetLinks: LinkSource {
    private let links = LockedValue<[LinkQuery: StoredLink]>([:])

    /// Replaces all links.
    func replace(_ fleet: Fleet, _ numbers: RecordNumbers) {
        var links: [LinkQuery: StoredLink] = [:]
        for link in fleet.tenants.flatMap({ $0.links ?? [] }) {
            let place = LinkPlace(link.key.domain, link.key.route, numbers)
            links[place.query(link.key.slug)] = StoredLink(
                id: LinkID(rawValue: 0), destination: link.destination, life: link.life,
                afterwards: link.afterwards, details: link.details)
        }
        self.links.withLock { [links] in $0 = links }
    }

    func find(_ query: LinkQuery, lane: LookupLane, completion: @escaping @Sendable (LookupAnswer) -> Void) {
        completion(links.withLock { $0[query] }.map { .found($0) } ?? .missing)
    }
}
