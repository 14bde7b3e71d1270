import JSONText

extension FleetFileReader {
    private enum TenantKey: String, CaseIterable {
        case name, web, platforms, page, suspended, httpHosts, destinationHosts, limits, apps, domains, routes,
            links
    }

    mutating func tenant(_ element: JSONElement) -> TenantPart? {
        guard let object = object(element, TenantKey.self) else { return nil }
        let name: TenantName? = required(object, .name).flatMap { checked($0) }
        let web = parsed(object.optional(.web), URLTemplate.init)
        let platforms = object.optional(.platforms).flatMap { self.platforms($0) }
        let page = object.optional(.page).flatMap { self.page($0) }
        let isSuspended = bool(object.optional(.suspended))
        let httpHosts = destinationHosts(object.optional(.httpHosts))
        let destinationHosts = destinationHosts(object.optional(.destinationHosts))
        let limits = object.optional(.limits).flatMap { self.limits($0) }
        let apps = list(object.optional(.apps), called: "app", name: { $0.name.text }) { $0.app($1) }
        let domains = list(object.optional(.domains), called: "domain", name: { $0.name.text }) { $0.domain($1) }
        let routes = list(object.optional(.routes), called: "route", name: { $0.name.text }) { $0.route($1) }
        let links = list(object.optional(.links), called: "link", name: \.name) { $0.link($1) }
        guard let name else { return nil }
        return TenantPart(
            name: name, web: web, isSuspended: isSuspended, limits: limits, apps: apps, domains: domains,
            routes: routes, links: links, platforms: platforms, httpHosts: httpHosts,
            destinationHosts: destinationHosts, page: page
        )
    }

    private mutating func destinationHosts(_ element: JSONElement?) -> [DestinationHost]? {
        list(element, called: "host", name: \.text) { $0.parsed($1, DestinationHost.init) }
    }

    private enum LimitKey: String, CaseIterable { case domains, routesPerDomain, links }

    private mutating func limits(_ element: JSONElement) -> TenantLimits? {
        guard let object = object(element, LimitKey.self) else { return nil }
        var limits = TenantLimits()
        if let number = integer(object.optional(.domains), in: TenantLimits.range) { limits.domains = number }
        if let number = integer(object.optional(.routesPerDomain), in: TenantLimits.range) {
            limits.routesPerDomain = number
        }
        if let number = integer(object.optional(.links), in: TenantLimits.range) { limits.links = number }
        return limits
    }
}
