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
    /// Where a browser goes when no route matches.
    package var fallback: URLTemplate
    /// Which hosts the destinations of links may have.
    package var destinationRules: DestinationRules
    /// The tenant's apps, in its order.
    package var apps: [App]
    /// The routes in order, without the domains they hold for and without examples.
    package var routes: [Route]

    /// Makes a set; the routes lose what is not part of it.
    package init(
        isCaseSensitive: Bool = true, optOut: OptOut? = nil, isSuspended: Bool = false, fallback: URLTemplate,
        destinationRules: DestinationRules = DestinationRules(), apps: [App] = [], routes: [Route] = []
    ) {
        self.isCaseSensitive = isCaseSensitive
        self.optOut = optOut
        self.isSuspended = isSuspended
        self.fallback = fallback
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

extension Tenant {
    /// The routes that hold for one of the tenant's domains, in the tenant's order.
    package func routeSet(for domain: Domain) -> RouteSet {
        let general = domain.platforms.over(platforms)
        return RouteSet(
            isCaseSensitive: domain.isCaseSensitive, optOut: domain.optOut, isSuspended: isSuspended,
            fallback: domain.fallback ?? web, destinationRules: destinationRules, apps: apps,
            routes: routes.filter { $0.holds(for: domain.name) }.map { route in
                var route = route
                route.platforms = route.platforms.over(general)
                return route
            }
        )
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
