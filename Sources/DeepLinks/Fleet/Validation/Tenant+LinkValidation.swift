import Platform

extension Tenant {
    /// Finds the key of the link that a URL is, as the tenant's routes say.
    ///
    /// - Parameter url: The link itself; for a wildcard domain the host is the domain's name:
    ///   `https://*.acme.example/c/summer`.
    /// - Returns: The key, whether there is such a link or not.
    /// - Throws: ``RuleViolation`` when the host is no domain of the tenant or no route of kind `links` decides the URL.
    package func linkKey(url: String) throws(RuleViolation) -> LinkKey {
        var decider = RouteDecider(self)
        return try linkKey(url: url, &decider)
    }

    /// Finds the links that a file gives.
    ///
    /// - Parameters:
    ///   - entries: The file's.
    ///   - stored: The links that are there: a stranded one is meant by the URL that an export gives it.
    /// - Returns: The links.
    /// - Throws: ``InputRefusals`` with every URL that is none of the tenant's links.
    func links(from entries: [LinkEntry], stored: [Link]) throws(InputRefusals) -> [Link] {
        var decider = RouteDecider(self)
        var readings = LinkReadings(stored: stored, of: self)
        var links: [Link] = []
        var refusals: [InputRefusal] = []
        for entry in entries {
            do throws(RuleViolation) {
                let key = try readings.key(of: entry) { () throws(RuleViolation) in
                    try linkKey(url: entry.url, &decider)
                }
                links.append(
                    Link(
                        key: key, destination: entry.destination, life: entry.life, afterwards: entry.afterwards,
                        details: entry.details))
            } catch {
                let path = FieldPath(.field("links"), .element(entry.url), .field("url"))
                refusals.append(InputRefusal(path, entry.url, rule: error.description))
            }
        }
        guard refusals.isEmpty else { throw InputRefusals(tenant: name, refusals) }
        return links
    }

    /// Refuses links beyond the limit, doubled ones, those that no request can reach, and bad destinations.
    ///
    /// - Parameter stored: The links that are there already: an edit of routes may have stranded them, and they stay.
    /// - Returns: The refusals.
    func linkRefusals(keeping stored: [Link]) -> [InputRefusal] {
        guard let links else { return [] }
        let kept = Dictionary(stored.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let list = FieldPath(.field("links"))
        var decider = RouteDecider(self)
        var refusals: [InputRefusal] = []
        if links.count > limits.links {
            refusals.append(
                InputRefusal(list, rule: "\(links.count) links are more than the tenant's limit of \(limits.links)")
            )
        }
        var seen: Set<LinkKey> = []
        for link in links {
            let url =
                LinkEntry(exporting: link, of: self)?.url ?? "\(link.key.domain) \(link.key.route) \(link.key.slug)"
            let path = list.element(url)
            if !seen.insert(link.key).inserted {
                refusals.append(InputRefusal(path, url, rule: "the tenant has this link already"))
            } else if kept[link.key] == nil, let rule = rule(against: link.key, &decider) {
                refusals.append(InputRefusal(path.field("url"), url, rule: rule))
            } else {
                refusals += valueRefusals(of: link, at: path, keeping: kept[link.key], &decider)
            }
        }
        return refusals
    }

    func linkKey(url text: String, _ decider: inout RouteDecider) throws(RuleViolation) -> LinkKey {
        let url = try LinkURL(text)
        return try linkKey(url, on: domain(ofLink: url), &decider)
    }

    /// The domain that a link's URL names.
    func domain(ofLink url: LinkURL) throws(RuleViolation) -> Domain {
        let name = try DomainName(url.hostText, isAttested: true)
        guard let domain = domains.first(where: { $0.name == name }) else {
            guard let wildcard = domains.first(where: { $0.name.covers(name.text) }) else {
                throw RuleViolation("the tenant has no domain \(name)")
            }
            throw RuleViolation("the link would hold for every name of \(wildcard.name): write that as its host")
        }
        return domain
    }

    /// The key of the link that a URL on a domain is.
    func linkKey(
        _ url: LinkURL, on domain: Domain, _ decider: inout RouteDecider
    ) throws(RuleViolation) -> LinkKey {
        guard url.scheme == .https, url.port == nil, url.fragment == nil else {
            throw RuleViolation("a link is an https URL without port and fragment")
        }
        let verdict = decider.verdict(on: domain, path: Array(url.path), query: Array(url.query ?? []))
        switch verdict {
        case .link(let route, let slug): return LinkKey(domain: domain.name, route: route, slug: slug)
        case .web(let route): throw RuleViolation("the route \(route) decides this URL, and it has no links")
        default: throw RuleViolation(verdict.reason)
        }
    }

    /// The rule that refuses a link's place; `nil` when a request can reach it.
    func rule(against key: LinkKey, _ decider: inout RouteDecider) -> String? {
        guard let route = routes.first(where: { $0.name == key.route }), route.destination == .links,
            let url = LinkEntry(exporting: Link(key: key, destination: .path("/")), of: self)?.url
        else { return "the tenant has no route \(key.route) with links" }
        do throws(RuleViolation) {
            let found = try linkKey(url: url, &decider)
            return found == key
                ? nil : "this URL leads to the link \(found.slug.debugDescription) of the route \(found.route)"
        } catch {
            return error.description
        }
    }
}
