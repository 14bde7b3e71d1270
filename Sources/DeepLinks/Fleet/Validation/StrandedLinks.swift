/// Links that requests reached before an edit and reach no more: another route decides their URLs, or none does.
package struct StrandedLinks: Equatable, Sendable {
    /// The tenant.
    package let tenant: TenantName

    /// How many there are.
    package private(set) var count = 0

    /// One of them by its URL, and why no request reaches it.
    package private(set) var example: (url: String, reason: String)?

    /// How many links were looked at.
    package let seen: Int

    /// Looks at links of a tenant.
    ///
    /// - Parameters:
    ///   - links: The links.
    ///   - before: The tenant before the edit.
    ///   - after: The tenant after it.
    package init(_ links: [Link], before: Tenant, after: Tenant) {
        tenant = after.name
        seen = links.count
        var (old, new) = (RouteDecider(before), RouteDecider(after))
        for link in links {
            guard let reason = after.rule(against: link.key, &new), before.rule(against: link.key, &old) == nil else {
                continue
            }
            count += 1
            let url = LinkEntry(exporting: link, of: before)?.url
            if example == nil, let url { example = (url, reason) }
        }
    }

    /// Whether both tell the same.
    package static func == (left: StrandedLinks, right: StrandedLinks) -> Bool {
        (left.tenant, left.count, left.seen) == (right.tenant, right.count, right.seen)
            && left.example?.url == right.example?.url && left.example?.reason == right.example?.reason
    }
}

extension Tenant {
    /// Whether an edit can strand links: it changes routes, or how a domain's paths are compared.
    package func mayStrandLinks(since before: Tenant) -> Bool {
        let folding = { (tenant: Tenant) in tenant.domains.filter { !$0.isCaseSensitive }.map(\.name) }
        return routes != before.routes || folding(self) != folding(before)
    }
}
