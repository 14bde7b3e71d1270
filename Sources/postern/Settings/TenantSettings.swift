import DeepLinks

extension Setting<Tenant> {
    /// The settings of a tenant.
    static let ofTenant: [Setting<Tenant>] =
        [
            Setting("web") { $0.web = try parse("web", $1) },
            Setting("suspended") { $0.isSuspended = try readBool("suspended", $1) },
            Setting("httpHosts") { $0.destinationRules.httpHosts = try readHosts("httpHosts", $1) },
            Setting("destinationHosts") { $0.destinationRules.hosts = try readHosts("destinationHosts", $1) },
            limit("domains", \.domains),
            limit("routesPerDomain", \.routesPerDomain),
            limit("links", \.links),
        ] + ofPlatforms(\.platforms) + ofPage

    private static func readHosts(_ field: String, _ text: String) throws -> [DestinationHost] {
        try readList(text).map { word in
            try parse(field, word) { text throws(RuleViolation) in try DestinationHost(text) }
        }
    }

    private static func limit(_ name: String, _ path: any WritableKeyPath<TenantLimits, Int> & Sendable) -> Setting<
        Tenant
    > {
        Setting("limits.\(name)") { tenant, text in
            let number = try unlessEmpty(text) { try readNumber("limits.\(name)", $0, in: 1...1_000_000_000) }
            tenant.limits[keyPath: path] = number ?? TenantLimits()[keyPath: path]
        }
    }
}
