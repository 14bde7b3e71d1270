/// What a fleet file says of one tenant; `nil` is not given, and left alone.
package struct TenantPart: Equatable, Sendable {
    /// The tenant.
    package var name: TenantName

    /// Its web page; required for a tenant that does not exist.
    package var web: URLTemplate?

    /// Whether it is suspended.
    package var isSuspended: Bool?

    /// Its limits, all of them.
    package var limits: TenantLimits?

    /// Its destinations by platform, all of them.
    package var platforms: PlatformDestinations?

    /// The hosts to which its links may lead by `http://`, all of them.
    package var httpHosts: [DestinationHost]?

    /// The hosts that its destinations may have, all of them.
    package var destinationHosts: [DestinationHost]?

    /// How its hosted pages look and what they say, all of it.
    package var page: TenantPage?

    /// All its apps, in order.
    package var apps: [App]?

    /// All its domains, by host.
    ///
    /// A domain's state is not in the file: here it is live when attested, else pending.
    package var domains: [Domain]?

    /// All its routes, in order.
    package var routes: [Route]?

    /// All its links.
    package var links: [LinkEntry]?

    /// Makes a part; the order of the domains does not matter.
    package init(
        name: TenantName, web: URLTemplate? = nil, isSuspended: Bool? = nil, limits: TenantLimits? = nil,
        apps: [App]? = nil, domains: [Domain]? = nil, routes: [Route]? = nil, links: [LinkEntry]? = nil,
        platforms: PlatformDestinations? = nil, httpHosts: [DestinationHost]? = nil,
        destinationHosts: [DestinationHost]? = nil, page: TenantPage? = nil
    ) {
        self.name = name
        self.web = web
        self.isSuspended = isSuspended
        self.limits = limits
        self.apps = apps
        self.domains = domains?.sorted { $0.name < $1.name }
        self.routes = routes
        self.links = links
        self.platforms = platforms
        self.httpHosts = httpHosts
        self.destinationHosts = destinationHosts
        self.page = page
    }

    /// Makes the part that restores a tenant exactly.
    ///
    /// - Parameters:
    ///   - tenant: The tenant.
    ///   - includesLinks: Whether the part speaks of its links, when they were read.
    package init(exporting tenant: Tenant, includesLinks: Bool = false) {
        self.init(
            name: tenant.name, web: tenant.web, isSuspended: tenant.isSuspended, limits: tenant.limits,
            apps: tenant.apps,
            domains: tenant.domains.map { domain in
                var domain = domain
                domain.state = domain.isAttested ? .live : .pending
                return domain
            },
            routes: tenant.routes,
            links: includesLinks ? tenant.linkEntries() : nil,
            platforms: tenant.platforms, httpHosts: tenant.destinationRules.httpHosts,
            destinationHosts: tenant.destinationRules.hosts, page: tenant.page
        )
    }

    /// Changes a tenant as the file says.
    ///
    /// - Parameter tenant: What there is; `nil` when the tenant does not exist.
    /// - Returns: The changed tenant, not validated but for its links' URLs.
    /// - Throws: ``InputRefusals`` when a new tenant lacks its web page or a link's URL is not one of its links.
    package func applied(to tenant: Tenant?) throws(InputRefusals) -> Tenant {
        guard let web = web ?? tenant?.web else {
            throw InputRefusals(
                tenant: name, [InputRefusal(FieldPath(.field("web")), rule: "required: the tenant does not exist yet")]
            )
        }
        let known = Dictionary(
            (tenant?.domains ?? []).map { ($0.name, $0.state) }, uniquingKeysWith: { first, _ in first }
        )
        let domains = domains?.map { domain in
            var domain = domain
            // A name once proved or attested stays live: a file takes the attestation back, never the service.
            domain.state = domain.isAttested ? .live : known[domain.name] ?? .pending
            return domain
        }
        var result = Tenant(
            name: name, web: web, isSuspended: isSuspended ?? tenant?.isSuspended ?? false,
            apps: apps ?? tenant?.apps ?? [], domains: domains ?? tenant?.domains ?? [],
            routes: routes ?? tenant?.routes ?? [], links: tenant?.links,
            limits: limits ?? tenant?.limits ?? TenantLimits(),
            platforms: platforms ?? tenant?.platforms ?? PlatformDestinations(),
            destinationRules: DestinationRules(
                httpHosts: httpHosts ?? tenant?.destinationRules.httpHosts ?? [],
                hosts: destinationHosts ?? tenant?.destinationRules.hosts ?? []),
            page: page ?? tenant?.page ?? TenantPage()
        )
        if let links { result.links = try result.links(from: links, stored: tenant?.links ?? []) }
        return result.normalized()
    }
}
