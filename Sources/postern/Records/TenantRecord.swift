import DeepLinks

extension Record {
    /// A tenant's own settings, and how much it has.
    init(_ tenant: Tenant) {
        add("name", tenant.name.text)
        add("web", tenant.web.text)
        add("suspended", .bool(tenant.isSuspended))
        add("domains", .number(tenant.domains.count))
        add("apps", .number(tenant.apps.count))
        add("routes", .number(tenant.routes.count))
        add("limits.domains", .number(tenant.limits.domains))
        add("limits.routesPerDomain", .number(tenant.limits.routesPerDomain))
        add("limits.links", .number(tenant.limits.links))
    }
}
