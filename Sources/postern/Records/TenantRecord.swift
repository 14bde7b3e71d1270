import DeepLinks

extension Record {
    /// A tenant's own settings, and how much it has.
    init(_ tenant: Tenant) {
        add("name", tenant.name.text)
        add("web", tenant.web.text)
        add(tenant.platforms)
        add("page", tenant.page.isEmpty ? Value.none : .record(Record(tenant.page)))
        add("suspended", .bool(tenant.isSuspended))
        add("httpHosts", .list(tenant.destinationRules.httpHosts.map(\.text)))
        add("destinationHosts", .list(tenant.destinationRules.hosts.map(\.text)))
        add(
            "counts",
            .record(
                Record(numbers: [
                    ("domains", tenant.domains.count), ("apps", tenant.apps.count), ("routes", tenant.routes.count),
                ])))
        add(
            "limits",
            .record(
                Record(numbers: [
                    ("domains", tenant.limits.domains), ("routesPerDomain", tenant.limits.routesPerDomain),
                    ("links", tenant.limits.links),
                ])))
    }

    private init(numbers: [(String, Int)]) {
        for (name, number) in numbers { add(name, .number(number)) }
    }
}
