import JSONText

extension FleetFileReader {
    private enum RouteKey: String, CaseIterable {
        case name, pattern, opens, web, links, platforms, query, utm, preview, domains, schemeURL, examples, starts,
            ends
        case status, maxAge
    }

    mutating func route(_ element: JSONElement) -> Route? {
        guard let object = object(element, RouteKey.self) else { return nil }
        let name: RouteName? = required(object, .name).flatMap { checked($0) }
        let pattern = required(object, .pattern).flatMap { parsed($0, RoutePattern.init) }
        let opens = object.optional(.opens).map { selection($0) } ?? .all
        let destination = self.destination(object)
        // Whether a name may be a domain at all is said where the tenant's domains are.
        let domains = list(object.optional(.domains), called: "domain", name: \.text) { reader, item in
            reader.domainName(item, isAttested: true)
        }
        let schemeURL = parsed(object.optional(.schemeURL), SchemeTemplate.init)
        let examples = list(object.optional(.examples), called: "example", name: { $0 }) { $0.string($1) } ?? []
        let lifeSpan = LifeSpan(start: time(object.optional(.starts)), end: time(object.optional(.ends)))
        let status = integer(object.optional(.status), in: 300...399) ?? RedirectPolicy().status
        let maxAge = integer(object.optional(.maxAge), in: RedirectPolicy.maxAges) ?? RedirectPolicy().maxAge
        let platforms = object.optional(.platforms).flatMap { self.platforms($0) } ?? PlatformDestinations()
        let query = object.optional(.query).flatMap { queryPolicy($0) } ?? .keep
        let campaign = object.optional(.utm).flatMap { self.campaign($0) } ?? CampaignDefaults()
        let preview = object.optional(.preview).flatMap { self.preview($0) }
        guard let name, let pattern, let opens, let destination else { return nil }
        return Route(
            name: name, pattern: pattern, opens: opens, destination: destination, domains: domains,
            schemeURL: schemeURL, examples: examples, lifeSpan: lifeSpan,
            redirect: RedirectPolicy(status: status, maxAge: maxAge), platforms: platforms, query: query,
            campaign: campaign, preview: preview
        )
    }

    private mutating func destination(_ object: JSONObject<RouteKey>) -> RouteDestination? {
        let web = object.optional(.web)
        guard let links = object.optional(.links) else {
            guard web != nil else {
                refuse(object.refused("a route needs web, the page for a browser, or links: true"))
                return nil
            }
            return parsed(web, URLTemplate.init).map { .web($0) }
        }
        if let web { refuse(web.refused("a route has either web or links: true")) }
        if bool(links) == false { refuse(links.refused("links is true or left out")) }
        return .links
    }

    private mutating func selection(_ element: JSONElement) -> AppSelection? {
        if case .string(let text) = element.node.value {
            switch text {
            case "all": return .all
            case "none": return AppSelection.none
            default:
                refuse(element.refused(value: text, rule: "opens is \"all\", \"none\" or a list of app names"))
                return nil
            }
        }
        let names: [AppName]? = list(element, called: "app", name: \.text) { $0.checked($1) }
        return names.map { .only($0) }
    }
}
