extension Tenant {
    /// Refuses each example that its own route does not decide on every domain that it is about.
    func exampleRefusals() -> [InputRefusal] {
        var decider = RouteDecider(self)
        var refusals: [InputRefusal] = []
        for route in routes {
            let path = FieldPath(.field("routes"), .element(route.name.text), .field("examples"))
            for (index, example) in route.examples.enumerated() {
                guard let rule = rule(against: example, of: route, &decider) else { continue }
                refusals.append(InputRefusal(path.index(index), example, rule: rule))
            }
        }
        return refusals
    }

    /// The rule that refuses an example of the route; `nil` for a good one.
    private func rule(against example: String, of route: Route, _ decider: inout RouteDecider) -> String? {
        do throws(RuleViolation) {
            let (domains, path, query) = try meaning(of: example, for: route)
            for domain in domains {
                let verdict = decider.verdict(on: domain, path: path, query: query)
                switch verdict {
                case .web(route.name), .link(route.name, _): continue
                default: return "\(verdict.reason) on \(domain.name), not this route"
                }
            }
            return nil
        } catch {
            return error.description
        }
    }

    /// The domains, the path and the query that an example is about.
    private func meaning(
        of example: String, for route: Route
    ) throws(RuleViolation) -> (domains: [Domain], path: [UInt8], query: [UInt8]) {
        guard example.utf8.first == UInt8(ascii: "/") else {
            let url = try LinkURL(example)
            let domain = try self.domain(answering: url)
            guard route.holds(for: domain.name) else {
                throw RuleViolation("the route does not hold for \(domain.name)")
            }
            return ([domain], Array(url.path), Array(url.query ?? []))
        }
        // A host of no meaning, so that a path is read by the rules of URLs.
        let url = try LinkURL("https://host.example\(example)")
        return (domains.filter { route.holds(for: $0.name) }, Array(url.path), Array(url.query ?? []))
    }

    /// The tenant's domain that answers for a URL: the exact name, else the wildcard one label up.
    private func domain(answering url: LinkURL) throws(RuleViolation) -> Domain {
        guard url.port == nil else { throw RuleViolation("a link has no port") }
        let host = try url.canonicalHost()
        let found =
            domains.first { !$0.name.isWildcard && $0.name.covers(host) } ?? domains.first { $0.name.covers(host) }
        guard let found else { throw RuleViolation("the tenant has no domain for \(host)") }
        return found
    }
}
