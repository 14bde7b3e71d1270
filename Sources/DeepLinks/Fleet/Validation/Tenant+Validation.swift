extension Tenant {
    /// Checks every rule between the tenant's own values.
    ///
    /// Rules between tenants are those of ``Fleet/conflicts()`` and of the database's constraints.
    ///
    /// - Parameter stored: The links that are there already; one that no request reaches any more may stay.
    /// - Throws: ``InputRefusals`` with all refusals.
    /// - Complexity: Grows with routes times examples and with links; links that were not read are not checked.
    package func validate(keeping stored: [Link] = []) throws(InputRefusals) {
        let refusals = refusals(keeping: stored)
        guard refusals.isEmpty else { throw InputRefusals(tenant: name, refusals) }
    }

    /// All refusals, in the order of the tenant's settings; none for a valid tenant.
    ///
    /// - Parameter stored: The links that are there already; one that no request reaches any more may stay.
    /// - Returns: The refusals.
    package func refusals(keeping stored: [Link] = []) -> [InputRefusal] {
        var refusals = webRefusals() + pageRefusals() + destinationRefusals() + limitRefusals() + appRefusals()
        refusals += domainRefusals() + routeRefusals()
        // Examples and links are decided by the routes: with broken ones every further message would mislead.
        if refusals.isEmpty { refusals += exampleRefusals() + linkRefusals(keeping: stored) }
        return refusals
    }

    /// The tenant with the lists that have no order of their own put in order: domains, links and hosts by name, the
    /// domains of a route by name, the apps of a route as the tenant lists them.
    package func normalized() -> Tenant {
        var tenant = self
        tenant.domains.sort { $0.name < $1.name }
        tenant.destinationRules.httpHosts = Set(destinationRules.httpHosts).sorted()
        tenant.destinationRules.hosts = Set(destinationRules.hosts).sorted()
        tenant.links?.sort { $0.key < $1.key }
        tenant.page.texts = page.texts.filter { !$0.value.isEmpty }
        let order = Dictionary(
            apps.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first }
        )
        for index in routes.indices {
            tenant.routes[index].domains?.sort()
            guard case .only(let names) = routes[index].opens else { continue }
            tenant.routes[index].opens = .only(
                names.sorted { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
            )
        }
        return tenant
    }

    private func webRefusals() -> [InputRefusal] {
        web.refusals(filledBy: nil, at: FieldPath(.field("web")))
            + platformRefusals(of: platforms, filledBy: nil, at: FieldPath(.field("platforms")))
    }

    private func limitRefusals() -> [InputRefusal] {
        let numbers = [
            ("domains", limits.domains), ("routesPerDomain", limits.routesPerDomain), ("links", limits.links),
        ]
        return numbers.compactMap { name, number in
            guard !TenantLimits.range.contains(number) else { return nil }
            return InputRefusal(
                FieldPath(.field("limits"), .field(name)), "\(number)", rule: "a limit is 1 to 1,000,000,000"
            )
        }
    }
}

extension LinkKey: Comparable {
    /// Orders by domain, route and slug, by bytes.
    package static func < (left: LinkKey, right: LinkKey) -> Bool {
        if left.domain != right.domain { return left.domain < right.domain }
        if left.route != right.route { return left.route < right.route }
        return left.slug.utf8.lexicographicallyPrecedes(right.slug.utf8)
    }
}

/// Refuses each name that came before.
func duplicates(_ names: [String], in list: FieldPath, kind: String) -> [InputRefusal] {
    var seen: Set<String> = []
    return names.compactMap { name in
        guard !seen.insert(name).inserted else { return nil }
        return InputRefusal(list.element(name), name, rule: "the tenant has this \(kind) already")
    }
}
