import DeepLinks
import FleetStore

/// The links of the database, by its look-up thread.
final class StoredLinks: LinkSource {
    private let lookup: LinkLookup

    init(_ lookup: LinkLookup) {
        self.lookup = lookup
    }

    func find(_ slug: String, route: Int, of domain: ServedDomain, _ answer: @escaping @Sendable (FoundLink) -> Void) {
        guard let rows = domain.rows, route < rows.routes.count else { return answer(.unknown) }
        lookup.find(LinkQuery(domain: rows.domain, route: rows.routes[route], slug: slug)) { found in
            switch found {
            case .found(let link):
                answer(
                    .link(
                        number: UInt32(clamping: link.id.rawValue), destination: link.destination, expires: link.expires
                    ))
            case .missing: answer(.unknown)
            case .unavailable: answer(.unavailable)
            }
        }
    }
}
