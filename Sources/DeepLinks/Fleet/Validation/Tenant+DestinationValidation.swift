extension Tenant {
    /// Refuses destinations on hosts that the tenant's rules leave out; those of links are looked at with the links.
    func destinationRefusals() -> [InputRefusal] {
        var refusals = listRefusals()
        guard !destinationRules.hosts.isEmpty else { return refusals }
        refusals += templateRefusals([("web", web)], platforms, at: FieldPath([]))
        for domain in domains {
            let path = FieldPath(.field("domains"), .element(domain.name.text))
            refusals += templateRefusals(
                [("fallback", domain.fallback?.template), ("root", domain.root?.template)], domain.platforms, at: path)
        }
        for route in routes {
            let path = FieldPath(.field("routes"), .element(route.name.text))
            refusals += templateRefusals([("web", route.destination.template)], route.platforms, at: path)
        }
        return refusals
    }

    private func listRefusals() -> [InputRefusal] {
        [("httpHosts", destinationRules.httpHosts), ("destinationHosts", destinationRules.hosts)].compactMap {
            guard $1.count > DestinationRules.mostHosts else { return nil }
            return InputRefusal(
                FieldPath(.field($0)), rule: "\($1.count) hosts are more than \(DestinationRules.mostHosts)")
        }
    }

    private func templateRefusals(
        _ templates: [(String, URLTemplate?)], _ platforms: PlatformDestinations, at path: FieldPath
    ) -> [InputRefusal] {
        let own = templates.map { (path.field($0), $1) }
        let others = platforms.entries.map { key, destination in
            (path.field("platforms").field(key), destination.template)
        }
        return (own + others).compactMap { path, template in
            template.flatMap { template in
                destinationRules.refusal(of: template).map { InputRefusal(path, template.text, rule: $0) }
            }
        }
    }
}

extension RouteDestination {
    /// The template, where there is one.
    var template: URLTemplate? {
        switch self {
        case .web(let template): template
        case .links: nil
        }
    }
}

extension PlatformDestination {
    /// The template, where there is one of its own.
    var template: URLTemplate? {
        switch self {
        case .template(let template): template
        case .web, .store, .page: nil
        }
    }
}
