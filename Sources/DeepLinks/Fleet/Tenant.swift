/// A customer of the gateway: owns domains, apps, routes and links.
package struct Tenant: Equatable, Sendable {
    /// The name that the command line and the fleet file use; unique in the fleet.
    package var name: TenantName

    /// The tenant's web page: where a browser goes when no route matches and the domain has no fallback of its own.
    package var web: URLTemplate

    /// A suspended tenant's domains answer every path with the 404 page, while their association files stay.
    package var isSuspended: Bool

    /// The tenant's apps, in the order in which the association file lists them.
    package var apps: [App]

    /// The tenant's domains, ordered by host.
    package var domains: [Domain]

    /// The tenant's one ordered list of routes; the first that matches decides.
    package var routes: [Route]

    /// Its links, ordered by domain, route and slug; `nil` where they were not read or are not spoken of.
    package var links: [Link]?

    /// Where browsers on certain platforms go, for domains and routes that do not say it.
    package var platforms: PlatformDestinations

    /// Which hosts its destinations may have.
    package var destinationRules: DestinationRules

    /// How its hosted pages look and what they say.
    package var page: TenantPage

    /// How much the tenant may own.
    package var limits: TenantLimits

    /// Makes a tenant.
    package init(
        name: TenantName, web: URLTemplate, isSuspended: Bool = false, apps: [App] = [], domains: [Domain] = [],
        routes: [Route] = [], links: [Link]? = nil, limits: TenantLimits = TenantLimits(),
        platforms: PlatformDestinations = PlatformDestinations(),
        destinationRules: DestinationRules = DestinationRules(), page: TenantPage = TenantPage()
    ) {
        self.name = name
        self.web = web
        self.isSuspended = isSuspended
        self.apps = apps
        self.domains = domains.sorted { $0.name < $1.name }
        self.routes = routes
        self.links = links
        self.limits = limits
        self.platforms = platforms
        self.destinationRules = destinationRules
        self.page = page
    }
}
