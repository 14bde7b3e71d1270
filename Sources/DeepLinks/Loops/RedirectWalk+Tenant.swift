extension RedirectWalk {
    /// Refuses what a tenant's routes and fallbacks make of URLs that lead in a circle.
    ///
    /// Patterns are tried with sample values: a circle that only other values close is not found here, and a Location
    /// that would be the request's own URL is never sent. A circle passes through a host that some destination names, so
    /// walks begin on such hosts.
    ///
    /// - Parameter tenant: The tenant as it is going to be; the walk has to find it as such.
    /// - Returns: The refusals; none for nearly every tenant, whose destinations are all elsewhere.
    /// - Throws: What the look-ups throw.
    package mutating func refusals(of tenant: Tenant) throws(Failure) -> [InputRefusal] {
        var foreign: Set<String> = []
        var hosts: [String] = []
        for host in tenant.destinationHosts.sorted() {
            guard let place = try place(of: host), !place.domain.name.isWildcard else { continue }
            guard place.tenant.name == tenant.name else {
                foreign.insert(host)
                continue
            }
            hosts.append(host)
        }
        guard !hosts.isEmpty || !foreign.isEmpty else { return [] }
        let clients = tenant.clients
        var refusals: [InputRefusal] = []
        for route in tenant.routes {
            let leadsAway = route.templates.contains { foreign.contains($0.host) }
            var starts = leadsAway ? [firstHost(of: tenant, route)].compactMap(\.self) : []
            for host in hosts {
                if let domain = try place(of: host)?.domain, route.holds(for: domain.name) { starts.append(host) }
            }
            let path = FieldPath(.field("routes"), .element(route.name.text))
            for start in starts {
                let url = "https://\(start)\(route.pattern.sample)"
                guard let rule = try rule(against: url, clients: clients, decidedBy: route.name) else { continue }
                refusals.append(InputRefusal(path, rule: rule))
                break
            }
        }
        return try refusals + fallbackRefusals(of: tenant, hosts, foreign, clients)
    }

    /// Refuses links whose redirects lead in a circle.
    ///
    /// - Parameters:
    ///   - links: The links as they are going to be; the walk has to find them as such.
    ///   - tenant: Their tenant.
    /// - Returns: The refusals.
    /// - Throws: What the look-ups throw.
    package mutating func refusals(of links: [Link], of tenant: Tenant) throws(Failure) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        for link in links {
            guard try mayComeBack(link), let address = LinkEntry(exporting: link, of: tenant)?.url else { continue }
            let sample = address.replacingHost(of: link.key.domain)
            guard let rule = try rule(against: sample, clients: tenant.clients) else { continue }
            let path = FieldPath(.field("links"), .element(address))
            let refusal =
                link.afterwards == nil && link.details.platforms.isEmpty
                ? InputRefusal(path.field("to"), link.destination.text, rule: rule) : InputRefusal(path, rule: rule)
            refusals.append(refusal)
        }
        return refusals
    }

    /// Whether a link leads to one of the fleet's own hosts, whoever follows it and when.
    private mutating func mayComeBack(_ link: Link) throws(Failure) -> Bool {
        for destination in link.destinations {
            switch destination {
            case .path: return true
            case .url(let url): if try place(of: url.host) != nil { return true }
            case .app: break
            }
        }
        return false
    }

    private mutating func fallbackRefusals(
        of tenant: Tenant, _ hosts: [String], _ foreign: Set<String>, _ clients: [Client]
    ) throws(Failure) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        var starts: [(String, Domain)] = []
        for host in hosts {
            if let place = try place(of: host) { starts.append((host, place.domain)) }
        }
        for domain in tenant.domains where domain.state == .live {
            if domain.unmatchedTemplates.contains(where: { foreign.contains($0.host) }) {
                starts.append((domain.name.sampleHost, domain))
            }
        }
        for (host, domain) in starts {
            for path in ["/", "/no/such/page/as/this"] {
                guard let rule = try rule(against: "https://\(host)\(path)", clients: clients, decidedBy: .some(nil))
                else { continue }
                let template = (path == "/" ? domain.root?.template : nil) ?? domain.fallback?.template
                let field = template == domain.fallback?.template ? "fallback" : "root"
                let place =
                    template == nil
                    ? FieldPath(.field("web"))
                    : FieldPath(.field("domains"), .element(domain.name.text), .field(field))
                refusals.append(InputRefusal(place, (template ?? tenant.web).text, rule: rule))
                break
            }
        }
        return refusals
    }

    private mutating func rule(
        against url: String, clients: [Client], decidedBy route: RouteName?? = .none
    ) throws(Failure) -> String? {
        dependsOnPlatform = false
        for client in clients {
            if let rule = try rule(against: url, client: client, decidedBy: route) { return rule }
        }
        guard dependsOnPlatform, clients.count == 1 else { return nil }
        for platform in ClientPlatform.allCases {
            if let rule = try rule(against: url, client: Client(platform: platform), decidedBy: route) { return rule }
        }
        return nil
    }

    private func firstHost(of tenant: Tenant, _ route: Route) -> String? {
        tenant.domains.first { $0.state == .live && route.holds(for: $0.name) }?.name.sampleHost
    }
}

extension Tenant {
    /// Whether its redirects may lead elsewhere than those of an earlier state, whatever its links say.
    package func leadsOtherwise(than before: Tenant) -> Bool {
        (web, platforms, routes, domains) != (before.web, before.platforms, before.routes, before.domains)
    }

    /// The hosts of all templates and all canonical ones, each once.
    package var destinationHosts: Set<String> {
        var templates = [web] + platforms.templates
        for domain in domains { templates += domain.platforms.templates + domain.unmatchedTemplates }
        for route in routes { templates += route.templates }
        return Set(templates.map(\.host) + domains.compactMap(\.canonical?.text))
    }

    /// Who follows redirects: anybody, and where destinations differ by platform one on each.
    fileprivate var clients: [Client] {
        let templates =
            platforms.templates + domains.flatMap(\.platforms.templates) + routes.flatMap(\.platforms.templates)
        return templates.isEmpty ? [Client()] : ClientPlatform.allCases.map { Client(platform: $0) }
    }
}

extension Domain {
    /// Where browsers go that no route leads.
    fileprivate var unmatchedTemplates: [URLTemplate] { [fallback, root].compactMap { $0?.template } }
}

extension Route {
    fileprivate var templates: [URLTemplate] {
        [destination.template].compactMap(\.self) + platforms.templates
    }
}

extension PlatformDestinations {
    fileprivate var templates: [URLTemplate] { entries.compactMap(\.destination.template) }
}

extension DomainName {
    /// A host that the domain answers for.
    var sampleHost: String { isWildcard ? "x.\(base.text)" : text }
}

extension String {
    /// The URL of a link with a host that its domain answers for.
    fileprivate func replacingHost(of domain: DomainName) -> String {
        let prefix = "https://\(domain.text)"
        return domain.isWildcard && hasPrefix(prefix) ? "https://\(domain.sampleHost)\(dropFirst(prefix.count))" : self
    }
}

extension RoutePattern {
    /// A path and query that the pattern matches.
    fileprivate var sample: String {
        let path = segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .capture(let capture, let head, let tail): "/\(head)\(capture.values.sample)\(tail)"
            }
        }.joined()
        let items = items.compactMap { item -> String? in
            switch item.condition {
            case .equals(let value): "\(item.name)=\(value)"
            case .captured(let capture) where capture.place == .optionalItem: nil
            case .captured(let capture): "\(item.name)=\(capture.values.sample)"
            }
        }
        let whole = path + (rest == nil ? "" : "/x")
        return (whole.isEmpty ? "/" : whole) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

extension CaptureValues {
    fileprivate var sample: String {
        switch self {
        case .any: "x"
        case .digits(let range): String(repeating: "7", count: range.lowerBound)
        case .listed(let values): values.first ?? "x"
        }
    }
}
