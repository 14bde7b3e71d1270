package import DeepLinks

/// Everything that an app has to know of its tenant's links: the neutral model that every language is written from.
package struct ClientLinks: Equatable, Sendable {
    /// The tenant.
    package let tenant: TenantName
    /// The app.
    package let app: App
    /// The tenant's live domains, exact names first: the first one that covers a host answers for it.
    package let domains: [Domain]
    /// All routes in the tenant's order, those that do not open the app too.
    package let routes: [ClientRoute]
    /// URLs near the examples that do not open the app, in order and all different.
    package let nearMisses: [String]

    /// Reads a tenant's routes for one of its apps.
    ///
    /// - Throws: ``ClientCodeError`` when there is nothing to write.
    package init(_ tenant: Tenant, app name: AppName) throws(ClientCodeError) {
        guard let app = tenant.apps.first(where: { $0.name == name }) else { throw .unknownApp(name.text) }
        // A pending name is not served, and may turn out to be another tenant's.
        let live = tenant.domains.filter { $0.state == .live }
        guard !live.isEmpty else { throw .noDomain }
        guard tenant.routes.contains(where: { $0.opens(name) }) else { throw .noRoute(name.text) }
        self.tenant = tenant.name
        self.app = app
        domains = live.filter { !$0.name.isWildcard } + live.filter { $0.name.isWildcard }
        let examples = ClientExamples(tenant, domains, app: name)
        let domains = domains
        let routes = tenant.routes.map { ClientRoute($0, domains, examples) }
        self.routes = routes
        nearMisses = examples.nearMisses(of: routes, scheme: app.scheme)
    }

    /// The routes that open the app.
    package var opening: [ClientRoute] { routes.filter(\.opensApp) }

    /// The routes that open the app on a domain.
    func opening(on domain: Domain) -> [ClientRoute] {
        opening.filter { $0.domains?.contains(domain.name) ?? true }
    }

    /// The domains that the app names as its own: those on which a route opens it, and exact names below a wildcard among
    /// them, for which the system would else go by the wildcard's routes.
    package var claimed: [Domain] {
        let own = domains.filter { !opening(on: $0).isEmpty }
        return domains.filter { domain in
            own.contains(domain) || own.contains { $0.name.isWildcard && $0.name.covers(domain.name.text) }
        }
    }

    /// The domains whose association file is given and not compiled, so that it alone decides there.
    package var uploading: [Domain] {
        domains.filter { domain in
            switch app.identity {
            case .ios: domain.uploads.aasa != nil
            case .android: domain.uploads.assetlinks != nil
            }
        }
    }

    /// Where the code may differ from what the system opens, for people; `nil` is nowhere.
    var uploadNote: String? {
        let names = uploading.map { "`\($0.name)`" }
        guard !names.isEmpty else { return nil }
        return "The association file of \(names.joined(separator: ", ")) is uploaded, not made of the routes: it alone"
            + " says what opens the app there."
    }

    /// The host of links that are printed without one: the first exact name for which every route that opens the app
    /// holds.
    package var defaultHost: String? {
        let opening = opening
        return domains.first { !$0.name.isWildcard && self.opening(on: $0) == opening }?.name.text
    }

    /// A host on which a route opens the app.
    var exampleHost: String {
        let domain = domains.first { !opening(on: $0).isEmpty }
        return domain.map { ($0.name.isWildcard ? "www." : "") + $0.name.base.text } ?? ""
    }

    /// Whether one table serves for universal links and for scheme URLs.
    package var sharesForms: Bool { app.scheme == nil || routes.allSatisfy { $0.webForm == $0.schemeForm } }
}

extension ClientRoute {
    fileprivate init(_ route: Route, _ domains: [Domain], _ examples: ClientExamples) {
        name = route.name
        pattern = route.pattern
        webForm = LinkForm(route.pattern)
        schemeTemplate = route.schemeURL
        schemeForm = route.schemeURL.map { LinkForm($0, route.pattern) } ?? webForm
        opensApp = route.opens(examples.app)
        let holding = domains.map(\.name).filter { route.domains?.contains($0) ?? true }
        self.domains = holding.count == domains.count ? nil : holding
        self.examples = examples.urls(of: route)
    }
}
