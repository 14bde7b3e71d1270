import DeepLinks

/// A row that values are read from.
protocol ValueRow {
    static var table: String { get }
    var id: Int32 { get }
}

extension ValueRow {
    func checked<Value>(_ column: String, _ value: Value?) throws(UnreadableRow) -> Value {
        guard let value else { throw UnreadableRow(Self.table, id, column, "not in the form that is allowed") }
        return value
    }

    func parsed<Value>(
        _ column: String, _ parse: () throws(RuleViolation) -> Value
    ) throws(UnreadableRow) -> Value {
        do throws(RuleViolation) {
            return try parse()
        } catch {
            throw UnreadableRow(Self.table, id, column, error.description)
        }
    }
}

extension ValueRow {
    func destinations(_ stored: [String]) throws(UnreadableRow) -> PlatformDestinations {
        try parsed("platforms") { () throws(RuleViolation) in try PlatformDestinations(stored: stored) }
    }
}

extension TenantRow: ValueRow {
    static var table: String { "tenants" }

    func destinationRules() throws(UnreadableRow) -> DestinationRules {
        DestinationRules(
            httpHosts: try hosts("http_hosts", httpHosts), hosts: try hosts("destination_hosts", destinationHosts))
    }

    private func hosts(_ column: String, _ texts: [String]) throws(UnreadableRow) -> [DestinationHost] {
        var hosts: [DestinationHost] = []
        for text in texts {
            hosts.append(try parsed(column) { () throws(RuleViolation) in try DestinationHost(text) })
        }
        return hosts
    }

    func tenantPage() throws(UnreadableRow) -> TenantPage {
        try parsed("page") { () throws(RuleViolation) in try TenantPage(stored: page) }
    }
}

extension AppRow: ValueRow {
    static var table: String { "apps" }

    func app() throws(UnreadableRow) -> App {
        let identity: AppIdentity
        if platform == "ios" {
            var number: StoreID?
            if let storeID { number = try checked("store_id", StoreID(storeID)) }
            identity = .ios(try checked("identifier", AppID(identifier)), storeID: number)
        } else {
            var certificates: [CertificateFingerprint] = []
            for text in fingerprints {
                certificates.append(try checked("fingerprints", CertificateFingerprint(text)))
            }
            identity = .android(try checked("identifier", PackageName(identifier)), fingerprints: certificates)
        }
        var appScheme: URLScheme?
        if let scheme { appScheme = try checked("scheme", URLScheme(scheme)) }
        var clips: [AppID] = []
        for text in appClips { clips.append(try checked("app_clips", AppID(text))) }
        return App(
            name: try checked("name", AppName(name)), identity: identity, scheme: appScheme,
            hasWebCredentials: hasWebCredentials, appClips: clips)
    }
}

extension DomainRow: ValueRow {
    static var table: String { "domains" }

    func domain() throws(UnreadableRow) -> Domain {
        let template = try answer("fallback", fallback)
        let unmatched = try answer("unmatched", unmatched)
        var optOut: OptOut?
        if let optOutItem, let optOutFragment { optOut = OptOut(queryItem: optOutItem, fragment: optOutFragment) }
        var host: HostName?
        if let canonical {
            host = try parsed("canonical") { () throws(RuleViolation) in try HostName(stored: canonical) }
        }
        var lines: RobotsText?
        if let robots { lines = try parsed("robots") { () throws(RuleViolation) in try RobotsText(robots) } }
        var policy: StrictTransport?
        if let strictTransport {
            policy = try parsed("strict_transport") { () throws(RuleViolation) in try StrictTransport(strictTransport) }
        }
        return Domain(
            name: try parsed("name") { () throws(RuleViolation) in try DomainName(stored: name) },
            state: try checked("state", DomainState(rawValue: state)), isAttested: isAttested,
            fallback: unmatched ?? template, root: try answer("root", root), canonical: host, robots: lines,
            strictTransport: policy, indexesLinks: indexesLinks, isCaseSensitive: isCaseSensitive, optOut: optOut,
            platforms: try destinations(platforms))
    }

    private func answer(_ column: String, _ text: String?) throws(UnreadableRow) -> UnmatchedAnswer? {
        try text.map { text throws(UnreadableRow) in
            try parsed(column) { () throws(RuleViolation) in try UnmatchedAnswer(text) }
        }
    }
}

extension LinkRow: ValueRow {
    static var table: String { "links" }

    func link() throws(UnreadableRow) -> Link {
        let target: LinkDestination =
            kind == "path"
            ? .path(destination)
            : try parsed("destination") { () throws(RuleViolation) in try LinkDestination(destination) }
        let key = LinkKey(
            domain: try parsed("domain_id") { () throws(RuleViolation) in try DomainName(stored: domain) },
            route: try checked("route_id", RouteName(route)), slug: slug)
        let afterwards = try life.afterwards.map { text throws(UnreadableRow) in
            try parsed("afterwards") { () throws(RuleViolation) in try WebURL(text) }
        }
        var details = try parsed("platforms") { () throws(RuleViolation) in try LinkDetails(places) }
        details.note = note
        details.tags = tags
        return Link(key: key, destination: target, life: life.life, afterwards: afterwards, details: details)
    }
}

extension RouteRow: ValueRow {
    static var table: String { "routes" }

    func route(apps: [AppName], domains: [DomainName]) throws(UnreadableRow) -> Route {
        let selection: AppSelection =
            switch opens {
            case "all": .all
            case "none": .none
            default: .only(apps)
            }
        let target: RouteDestination
        if destinationKind == "links" {
            target = .links
        } else {
            let text = try checked("destination", destination)
            target = .web(try parsed("destination") { () throws(RuleViolation) in try URLTemplate(text) })
        }
        var template: SchemeTemplate?
        if let schemeURL {
            template = try parsed("scheme_url") { () throws(RuleViolation) in try SchemeTemplate(schemeURL) }
        }
        return Route(
            name: try checked("name", RouteName(name)),
            pattern: try parsed("pattern") { () throws(RuleViolation) in try RoutePattern(pattern) },
            opens: selection, destination: target, domains: hasAllDomains ? nil : domains, schemeURL: template,
            examples: examples, lifeSpan: LifeSpan(start: starts, end: ends),
            redirect: RedirectPolicy(status: Int(status), maxAge: Int(maxAge)),
            platforms: try destinations(platforms), query: QueryPolicy(stored: queryPolicy, names: queryItems),
            campaign: try checked("campaign", CampaignDefaults(stored: campaign)), preview: try preview())
    }

    private func preview() throws(UnreadableRow) -> LinkPreview? {
        guard let previewTitle else { return nil }
        var image: WebURL?
        if let previewImage {
            image = try parsed("preview_image") { () throws(RuleViolation) in try WebURL(previewImage) }
        }
        return LinkPreview(title: previewTitle, description: previewDescription, image: image)
    }
}
