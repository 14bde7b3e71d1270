import DeepLinks
import Platform

/// The links of a fleet file, in memory.
final class FleetLinks: LinkSource {
    private let links = LockedValue<[LinkKey: Link]>([:])

    /// Replaces all links.
    func replace(_ fleet: Fleet) {
        var links: [LinkKey: Link] = [:]
        for tenant in fleet.tenants {
            for link in tenant.links ?? [] { links[link.key] = link }
        }
        self.links.withLock { [links] in $0 = links }
    }

    func find(_ slug: String, route: Int, of domain: ServedDomain, _ answer: @escaping @Sendable (FoundLink) -> Void) {
        let key = LinkKey(domain: domain.domainName, route: domain.routes.routes[route].name, slug: slug)
        guard let link = links.withLock({ $0[key] }) else { return answer(.unknown) }
        answer(.link(number: 0, destination: link.destination, expires: link.expires))
    }
}
