import DeepLinks
import Testing

@testable import FleetStore

extension FleetStore {
    /// Makes a tenant `shop` with a route of links `campaign` and links `s0`, `s1` and so on.
    func fill(links count: Int) throws -> TenantSnapshot {
        var tenant = try sampleTenant("shop")
        let route = try #require(RouteName("campaign"))
        tenant.routes.append(Route(name: route, pattern: try RoutePattern("/c/{slug}"), destination: .links))
        let made = tenant
        try edit([], as: .linkAdd) { $0.tenants[made.name] = made }
        let snapshot = try self.tenant(named: made.name)
        let links = try (0..<count).map { try snapshot.link("s\($0)", to: "/item/\($0)") }
        if count > 0 { try editLinks(of: made.name, as: .linkAdd) { _ in LinkChange(added: links) } }
        return snapshot
    }
}

extension TenantSnapshot {
    /// The key of a link of the filled store.
    func key(_ slug: String) throws -> LinkKey {
        LinkKey(domain: tenant.domains[0].name, route: try #require(RouteName("campaign")), slug: slug)
    }

    /// A link of the filled store.
    func link(_ slug: String, to destination: String) throws -> Link {
        Link(key: try key(slug), destination: try LinkDestination(destination))
    }

    /// What a link of the filled store is looked up by.
    func query(_ slug: String) throws -> LinkQuery {
        let key = try key(slug)
        return LinkQuery(
            domain: try #require(domainIDs[key.domain]), route: try #require(routeIDs[key.route]), slug: slug)
    }
}

extension Operation {
    static let linkAdd = Operation(actor: "test", action: "link add")
}
