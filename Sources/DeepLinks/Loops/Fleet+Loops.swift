extension Fleet {
    /// Refuses redirects and links that lead from one of the fleet's hosts to another in a circle.
    ///
    /// - Returns: The refusals by tenant; none for a fleet without circles.
    package func loops() -> [InputRefusals] {
        var domains: [String: RedirectWalk<Never>.Place] = [:]
        for tenant in tenants {
            for domain in tenant.domains where domain.state == .live { domains[domain.name.text] = (tenant, domain) }
        }
        var links: [LinkKey: Link] = [:]
        for link in tenants.flatMap({ $0.links ?? [] }) { links[link.key] = link }
        var walk = RedirectWalk<Never>(
            findDomain: { [domains] host in
                domains[host] ?? domains["*" + host.drop { $0 != "." }]
            },
            findLink: { [links] _, key in links[key] })
        return tenants.compactMap { tenant in
            let refusals = walk.refusals(of: tenant) + walk.refusals(of: tenant.links ?? [], of: tenant)
            return refusals.isEmpty ? nil : InputRefusals(tenant: tenant.name, refusals)
        }
    }
}
