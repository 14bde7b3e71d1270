/// The ordered routes that hold for a domain, with its apps and settings; what a program and the association files
/// are compiled from.
///
/// Equal sets are one thing, whatever tenant or domain they are of; they have the same ``canonicalForm``.
package struct RouteSet: Equatable, Sendable {
    /// Whether ASCII letters of paths and item values must agree in case.
    package var isCaseSensitive: Bool
    /// The query item and the fragment that keep any URL in the browser.
    package var optOut: OptOut?
    /// Whether every path is answered with the 404 page, while the association files stay.
    package var isSuspended: Bool
    /// The web destination where no route decides: of the redirect, or of the way on from the page.
    package var fallback: URLTemplate
    /// How what no route matches is answered.
    package var unmatched: UnmatchedStyle
    /// What a browser gets at `/` when no route matches it; `nil` is as elsewhere.
    package var root: UnmatchedAnswer?
    /// The host to which browsers go instead; `nil` is none.
    package var canonical: HostName?
    /// The text of `/robots.txt`; `nil` forbids nothing.
    package var robots: RobotsText?
    /// What browsers are told over HTTPS; `nil` is nothing.
    package var strictTransport: StrictTransport?
    /// Whether search engines may list links by their own addresses.
    package var indexesLinks: Bool
    /// Which hosts the destinations of links may have.
    package var destinationRules: DestinationRules
    /// The tenant's apps, in its order.
    package var apps: [App]
    /// The routes in order, without the domains they hold for and without examples.
    package var routes: [Route]

    /// Makes a set; the routes lose what is not part of it.
    package init(
        isCaseSensitive: Bool = true, optOut: OptOut? = nil, isSuspended: Bool = false, fallback: URLTemplate,
        unmatched: UnmatchedStyle = .redirect, root: UnmatchedAnswer? = nil, canonical: HostName? = nil,
        robots: RobotsText? = nil, strictTransport: StrictTransport? = nil, indexesLinks: Bool = false,
        destinationRules: DestinationRules = DestinationRules(), apps: [App] = [], routes: [Route] = []
    ) {
        self.isCaseSensitive = isCaseSensitive
        self.optOut = optOut
        self.isSuspended = isSuspended
        self.fallback = fallback
        self.unmatched = unmatched
        self.root = root
        self.canonical = canonical
        self.robots = robots
        self.strictTransport = strictTransport
        self.indexesLinks = indexesLinks
        self.destinationRules = destinationRules
        self.apps = apps
        self.routes = routes.map { route in
            var route = route
            route.domains = nil
            route.examples = []
            return route
        }
    }
}

/// How a URL is answered that no route matches.
package enum UnmatchedStyle: String, Equatable, Sendable {
    /// With a redirect to the web destination.
    case redirect
    /// With a page.
    case page
    /// With the 404 page.
    case notFound

    /// The style of a domain's answer; without one it is a redirect.
    init(_ answer: UnmatchedAnswer?) {
        switch answer {
        case .web, nil: self = .redirect
        case .page: self = .page
        case .notFound: self = .notFound
        }
    }
}

extension Tenant {
    /// The routes that hold for one of the tenant's domains, in the tenant's order.
    package func routeSet(for domain: Domain) -> RouteSet {
        let general = domain.platforms.over(platforms)
        return RouteSet(
            isCaseSensitive: domain.isCaseSensitive, optOut: domain.optOut, isSuspended: isSuspended,
            fallback: domain.fallback?.template ?? web, unmatched: UnmatchedStyle(domain.fallback), root: domain.root,
            canonical: canonical(of: domain), robots: domain.robots, strictTransport: domain.strictTransport,
            indexesLinks: domain.indexesLinks, destinationRules: destinationRules, apps: apps,
            routes: routes.filter { $0.holds(for: domain.name) }.map { route in
                var route = route
                route.platforms = route.platforms.over(general)
                return route
            }
        )
    }
}

extension Tenant {
    /// Where browsers go from a domain instead: once the other is live, for until then it may be anybody's.
    private func canonical(of domain: Domain) -> HostName? {
        domain.canonical.flatMap { host in
            domains.contains { $0.state == .live && $0.name == .exact(host) } ? host : nil
        }
    }
}

extension Route {
    /// Whether the route opens the app.
    package func opens(_ app: AppName) -> Bool {
        switch opens {
        case .all: true
        case .none: false
        case .only(let names): names.contains(app)
        }
    }
}
