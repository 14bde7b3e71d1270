import DeepLinks

extension TenantPart {
    /// The settings and elements of a tenant that another state of it does not have the same; all for `nil`.
    init(of tenant: Tenant, differingFrom other: Tenant?) {
        self.init(exporting: tenant, includesLinks: true)
        guard let other else { return }
        let rest = TenantPart(exporting: other, includesLinks: true)
        if web == rest.web { web = nil }
        if isSuspended == rest.isSuspended { isSuspended = nil }
        if limits == rest.limits { limits = nil }
        if platforms == rest.platforms { platforms = nil }
        if httpHosts == rest.httpHosts { httpHosts = nil }
        if destinationHosts == rest.destinationHosts { destinationHosts = nil }
        if page == rest.page { page = nil }
        apps = differing(apps, rest.apps) { $0.name }
        domains = differing(domains, rest.domains) { $0.name }
        routes = differing(routes, rest.routes) { $0.name }
        links = differing(links, rest.links) { $0.url }
    }
}

/// The elements that the other list does not have the same; `nil` for none.
private func differing<Element: Equatable, Name: Hashable>(
    _ elements: [Element]?, _ others: [Element]?, by name: (Element) -> Name
) -> [Element]? {
    let known = Dictionary((others ?? []).map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    let rest = (elements ?? []).filter { known[name($0)] != $0 }
    return rest.isEmpty ? nil : rest
}
