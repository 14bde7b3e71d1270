/// Takes links of a tenant one after another, many of them: finds the key of each and holds it to the rules.
///
/// The rules are those of a single write but for circles, which only the store can see.
package struct LinkIntake {
    private let tenant: Tenant
    private var decider: RouteDecider
    /// The tenant's domains by host as it was written; a file names few hosts.
    private var domains: [String: Domain] = [:]

    /// Begins with a tenant as it is.
    package init(_ tenant: Tenant) {
        self.tenant = tenant
        decider = RouteDecider(tenant)
    }

    /// The key of the link that a URL is, whether there is such a link or not.
    ///
    /// - Parameter text: The link itself; for a wildcard domain the host is the domain's name.
    /// - Returns: The key.
    /// - Throws: ``RuleViolation`` when the host is no domain of the tenant or no route of kind `links` decides the URL.
    package mutating func key(of text: String) throws(RuleViolation) -> LinkKey {
        let url = try LinkURL(text)
        return try tenant.linkKey(url, on: domain(of: url), &decider)
    }

    /// What is wrong with a link's values; empty for a good one.
    package mutating func refusals(of link: Link) -> [InputRefusal] {
        tenant.valueRefusals(of: link, at: FieldPath(), keeping: nil, &decider)
    }

    private mutating func domain(of url: LinkURL) throws(RuleViolation) -> Domain {
        let host = url.hostText
        if let known = domains[host] { return known }
        let domain = try tenant.domain(ofLink: url)
        domains[host] = domain
        return domain
    }
}
