/// Who gave the destination that a platform has; the more specific wins over those below it.
package enum DestinationLevel: String, Sendable {
    /// The link.
    case link
    /// The route.
    case route
    /// The domain.
    case domain
    /// The tenant.
    case tenant
    /// Nobody: it is the web destination, which all platforms have.
    case web
}

/// What is given at each level for a domain, so that people can be told which of them won.
package struct DestinationLevels: Equatable, Sendable {
    /// Those of routes that give any.
    private let routes: [RouteName: PlatformDestinations]
    private let domain: PlatformDestinations
    private let tenant: PlatformDestinations

    /// Makes the levels.
    ///
    /// - Parameters:
    ///   - tenant: The tenant.
    ///   - domain: One of its domains.
    package init(of tenant: Tenant, for domain: Domain) {
        routes = Dictionary(
            tenant.routes.filter { !$0.platforms.isEmpty }.map { ($0.name, $0.platforms) },
            uniquingKeysWith: { first, _ in first })
        self.domain = domain.platforms
        self.tenant = tenant.platforms
    }

    /// Who decided where a client goes; `nil` where no route leads anywhere.
    package func level(of explanation: Explanation, for client: Client) -> DestinationLevel? {
        guard let route = explanation.route else { return nil }
        switch explanation.outcome {
        case .redirect, .page: break
        case .notFound, .reserved: return nil
        }
        let general = level(of: route, on: client.platform)
        guard let link = explanation.link else { return general }
        // A link's own URL is what its route has for a web destination.
        let isOwn = general == .web && link.key.route == route
        return isOwn || link.details.destination(for: client) != nil ? .link : general
    }

    private func level(of route: RouteName, on platform: ClientPlatform) -> DestinationLevel {
        if routes[route]?[platform] != nil { return .route }
        if domain[platform] != nil { return .domain }
        return tenant[platform] != nil ? .tenant : .web
    }
}
