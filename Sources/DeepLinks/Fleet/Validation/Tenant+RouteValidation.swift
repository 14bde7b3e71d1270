import JSONText
import Platform

extension Tenant {
    /// Refuses routes whose settings contradict each other, the tenant's apps and domains, or another route.
    func routeRefusals() -> [InputRefusal] {
        let list = FieldPath(.field("routes"))
        var refusals = duplicates(routes.map(\.name.text), in: list, kind: "route")
        for route in routes {
            let path = list.element(route.name.text)
            refusals += opensRefusals(of: route, at: path.field("opens"))
            refusals += route.destinationRefusals(at: path)
            refusals += platformRefusals(of: route.platforms, filledBy: route.pattern, at: path.field("platforms"))
            refusals += route.queryRefusals(at: path)
            refusals += route.previewRefusals(at: path.field("preview"))
            refusals += domainsRefusals(of: route, at: path.field("domains"))
            refusals += route.schemeURLRefusals(at: path.field("schemeURL"))
            refusals += route.lifeSpanRefusals(at: path)
            refusals += route.redirect.refusals(at: path)
        }
        return refusals + schemeURLTwinRefusals() + routeCountRefusals()
    }

    private func opensRefusals(of route: Route, at path: FieldPath) -> [InputRefusal] {
        guard case .only(let names) = route.opens else { return [] }
        guard !names.isEmpty else {
            return [InputRefusal(path, rule: "name one app or more, or say \"none\"")]
        }
        let known = apps.map(\.name.text)
        return names.enumerated().compactMap { index, name in
            if names[..<index].contains(name) {
                return InputRefusal(path.index(index), name.text, rule: "the app comes twice")
            }
            guard !known.contains(name.text) else { return nil }
            return InputRefusal(
                path.index(index), name.text,
                rule: "no app of the tenant has this name" + nearest(to: name.text, in: known)
            )
        }
    }

    private func domainsRefusals(of route: Route, at path: FieldPath) -> [InputRefusal] {
        guard let names = route.domains else { return [] }
        guard !names.isEmpty else {
            return [InputRefusal(path, rule: "name one domain or more; without the key it holds for all")]
        }
        let known = domains.map(\.name.text)
        return names.enumerated().compactMap { index, name in
            if names[..<index].contains(name) {
                return InputRefusal(path.index(index), name.text, rule: "the domain comes twice")
            }
            guard !known.contains(name.text) else { return nil }
            return InputRefusal(
                path.index(index), name.text, rule: "the tenant has no such domain" + nearest(to: name.text, in: known)
            )
        }
    }

    /// The app could not tell two routes apart by the URL that it is opened with.
    private func schemeURLTwinRefusals() -> [InputRefusal] {
        // Of routes that leave it to their paths, alike ones are no fault: nobody chose them.
        var owners = Dictionary(
            routes.filter { $0.schemeURL == nil }.map { ($0.pattern.pathShape, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
        return routes.compactMap { route in
            guard let template = route.schemeURL,
                let owner = owners.updateValue(route.name, forKey: template.shape), owner != route.name
            else { return nil }
            return InputRefusal(
                FieldPath(.field("routes"), .element(route.name.text), .field("schemeURL")), template.text,
                rule: "the route \(owner) has the same but for the names of captures"
            )
        }
    }

    private func routeCountRefusals() -> [InputRefusal] {
        guard routes.count > limits.routesPerDomain else { return [] }
        return domains.compactMap { domain in
            let count = routes.count { $0.holds(for: domain.name) }
            guard count > limits.routesPerDomain else { return nil }
            return InputRefusal(
                FieldPath(.field("routes")),
                rule: "\(count) routes for \(domain.name) are more than the tenant's limit of \(limits.routesPerDomain)"
            )
        }
    }

    private func nearest(to name: String, in known: [String]) -> String {
        if let nearest = name.nearestName(in: known) { return "; did you mean \(nearest.quotedForMessage)?" }
        return known.isEmpty ? "; it has none" : ""
    }
}

extension Route {
    /// Whether the route is in the route set of the tenant's domain.
    func holds(for domain: DomainName) -> Bool {
        domains?.contains(domain) ?? true
    }

    fileprivate func destinationRefusals(at path: FieldPath) -> [InputRefusal] {
        switch destination {
        case .web(let template): return template.refusals(filledBy: pattern, at: path.field("web"))
        case .links:
            guard pattern.linkCapture == nil else { return [] }
            return [
                InputRefusal(
                    path.field("pattern"), pattern.text,
                    rule: "a route with links has exactly one required capture, the link's name, and no rest"
                )
            ]
        }
    }

    fileprivate func schemeURLRefusals(at path: FieldPath) -> [InputRefusal] {
        guard let schemeURL else { return [] }
        do throws(RuleViolation) {
            try schemeURL.check(against: pattern)
            return []
        } catch {
            return [InputRefusal(path, schemeURL.text, rule: error.description)]
        }
    }

    fileprivate func lifeSpanRefusals(at path: FieldPath) -> [InputRefusal] {
        guard let start = lifeSpan.start, let end = lifeSpan.end, end <= start else { return [] }
        return [InputRefusal(path.field("ends"), end.description, rule: "a route ends after it starts, \(start)")]
    }
}

extension RoutePattern {
    /// The path without its first slash and the names of captures: the shape of the scheme URL that is the default.
    fileprivate var pathShape: String {
        let shapes = segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .capture(_, let head, let tail): "\(head){}\(tail)"
            }
        }
        return (shapes + (rest == nil ? [] : ["{}"])).joined(separator: "/")
    }
}

extension URLTemplate {
    /// Refuses a slot that the pattern cannot fill; without a pattern, any capture.
    func refusals(filledBy pattern: RoutePattern?, at path: FieldPath) -> [InputRefusal] {
        do throws(RuleViolation) {
            try check(against: pattern)
            return []
        } catch {
            return [InputRefusal(path, text, rule: error.description)]
        }
    }
}

extension RedirectPolicy {
    /// The statuses that a redirect may have.
    package static let statuses = [301, 302, 303, 307, 308]

    fileprivate func refusals(at path: FieldPath) -> [InputRefusal] {
        guard Self.statuses.contains(status) else {
            return [
                InputRefusal(
                    path.field("status"), "\(status)", rule: "a redirect's status is 301, 302, 303, 307 or 308")
            ]
        }
        guard Self.maxAges.contains(maxAge) else {
            return [InputRefusal(path.field("maxAge"), "\(maxAge)", rule: "maxAge is 0 to 31,536,000 seconds")]
        }
        // RFC 9110 section 15.4.2: without an age, browsers may keep a permanent redirect for ever.
        guard maxAge == 0, status == 301 || status == 308 else { return [] }
        return [
            InputRefusal(
                path.field("maxAge"), rule: "a permanent redirect (\(status)) needs maxAge, because browsers keep it"
            )
        ]
    }
}
