import DeepLinks
import Platform
import TestSupport
import Testing

/// Makes valid fleet files at random: any keys given or not, any defaults written or not.
struct GeneratedFleetFile {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// A file of up to three tenants; of a new tenant it gives at least the web page if asked to.
    mutating func file(isWhole: Bool) throws -> FleetFile {
        var parts: [TenantPart] = []
        for name in ["alpha", "b-2", "gamma"] where chance() { parts.append(try part(name, isWhole: isWhole)) }
        return FleetFile(tenants: parts)
    }

    private mutating func chance(_ one: Int = 2) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func part(_ name: String, isWhole: Bool) throws -> TenantPart {
        let apps = try chance() || isWhole ? makeApps() : nil
        let domains = try chance() || isWhole ? makeDomains(name) : nil
        let routes = try chance() || isWhole ? makeRoutes(apps ?? [], domains ?? []) : nil
        return TenantPart(
            name: try #require(TenantName(name)),
            web: try isWhole || chance() ? URLTemplate("https://\(name).example/{path}") : nil,
            isSuspended: chance() ? chance() : nil,
            limits: chance() ? TenantLimits(domains: chance() ? 1000 : 12, links: chance() ? 9 : 1_000_000) : nil,
            apps: apps, domains: domains, routes: routes, links: try makeLinks(domains ?? [], routes ?? []),
            platforms: try isWhole || chance() ? makePlatforms("https://t.example/{path}") : nil,
            httpHosts: try isWhole || chance() ? ["*.in.example", "l.example"].map { try DestinationHost($0) } : nil,
            destinationHosts: isWhole || chance() ? [] : nil,
            page: try isWhole || chance() ? makePage() : nil
        )
    }

    private mutating func makeApps() throws -> [App] {
        var apps: [App] = []
        for index in 0..<Int.random(in: 0...3, using: &random) {
            let scheme = chance() ? URLScheme("app\(index)") : nil
            let identity: AppIdentity =
                if chance() {
                    .ios(
                        try #require(AppID("7Q2MX9RK4T.example.app\(index)")),
                        storeID: chance() ? StoreID("123\(index)") : nil)
                } else {
                    .android(try #require(PackageName("example.app\(index)")), fingerprints: [try makeFingerprint()])
                }
            let name = chance() ? identity.defaultName : AppName("app-\(index)")
            var app = App(name: try #require(name), identity: identity, scheme: scheme, hasWebCredentials: chance())
            if case .ios(let appID, _) = identity, chance() {
                app.appClips = try ["Clip", "b.c"].map { try #require(AppID("\(appID).\($0)")) }
            }
            apps.append(app)
        }
        return apps
    }

    private mutating func makeFingerprint() throws -> CertificateFingerprint {
        let octets = (0..<32).map { _ in
            let digits = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }
        return try #require(CertificateFingerprint(octets.joined(separator: ":")))
    }

    private mutating func makeDomains(_ tenant: String) throws -> [Domain] {
        var domains: [Domain] = []
        for host in ["go.\(tenant).example", "zürich.\(tenant).example", "*.\(tenant)-pages.example"] where chance() {
            let isAttested = chance()
            domains.append(
                Domain(
                    name: try DomainName(host), state: isAttested ? .live : .pending, isAttested: isAttested,
                    fallback: chance(3) ? try makeAnswer("https://f.example/{path}?{query}") : nil,
                    root: chance(3) ? try makeAnswer("https://r.example/?a=b") : nil,
                    robots: chance(3) ? try RobotsText("# é\nUser-agent: *\r\nDisallow: /\n") : nil,
                    strictTransport: chance(3) ? try StrictTransport("max-age=86400; includeSubDomains") : nil,
                    indexesLinks: chance(3),
                    isCaseSensitive: chance(), optOut: chance(3) ? OptOut(queryItem: "web", fragment: "a%20b") : nil,
                    uploads: UploadedFiles(
                        aasa: chance(3) ? Array("\u{FEFF}{\n\t\"é\u{1F}\\\"}\r\n".utf8) : nil,
                        assetlinks: chance(3) ? Array("[]".utf8) : nil),
                    platforms: try makePlatforms("https://d.example/?{query}")
                )
            )
        }
        return domains.sorted { $0.name < $1.name }
    }

    private mutating func makeAnswer(_ template: String) throws -> UnmatchedAnswer {
        try UnmatchedAnswer(["page", "notFound", template].randomElement(using: &random) ?? template)
    }

    private mutating func makeRoutes(_ apps: [App], _ domains: [Domain]) throws -> [Route] {
        var routes: [Route] = []
        for index in 0..<Int.random(in: 0...4, using: &random) {
            let isLinks = chance(3)
            let names = apps.map(\.name).filter { _ in chance() }
            let hosts = domains.map(\.name).filter { _ in chance() }
            let start =
                chance(3) ? UnixTime(microseconds: Int64.random(in: 0...1_000_000_000_000_000, using: &random)) : nil
            routes.append(
                Route(
                    name: try #require(RouteName("r\(index)")),
                    pattern: try RoutePattern("/r\(index)/{id}" + (isLinks ? "" : "?c={c?}")),
                    opens: names.isEmpty ? (chance() ? .all : .none) : .only(names),
                    destination: isLinks ? .links : .web(try URLTemplate("https://w.example/{id}#{id}")),
                    domains: hosts.isEmpty ? nil : hosts,
                    schemeURL: chance(3) ? try SchemeTemplate("s\(index)/{id}") : nil,
                    examples: chance() ? ["/r\(index)/x"] : [],
                    lifeSpan: LifeSpan(start: start, end: start.map { $0 + .seconds(60) }),
                    redirect: chance(3) ? RedirectPolicy(status: 301, maxAge: 60) : RedirectPolicy(),
                    platforms: try makePlatforms("https://r.example/{id}"),
                    query: chance() ? .keep : chance() ? .drop : .only(["a", "utm_source"]),
                    campaign: chance(3) ? CampaignDefaults(["source": "m%20", "term": "t"]) : CampaignDefaults(),
                    preview: chance(3) ? try makePreview() : nil
                )
            )
        }
        return routes
    }

    private mutating func makePlatforms(_ template: String) throws -> PlatformDestinations {
        var platforms = PlatformDestinations()
        for platform in ClientPlatform.allCases where chance(4) {
            platforms.byPlatform[platform] = chance() ? (chance() ? .web : .page) : .template(try URLTemplate(template))
        }
        if chance(4) { platforms.standard = .page }
        return platforms
    }

    private mutating func makePage() throws -> TenantPage {
        var page = TenantPage()
        if chance() { page.name = "Überall \"&\" <b>" }
        if chance() { page.icon = try PageIcon(image: Array("<svg/>".utf8)) }
        if chance() { page.language = try #require(LanguageTag("ja")) }
        if chance() { page.appHost = try HostName("open.alpha.example") }
        if chance() { page.colors.accent = try PageColor("#0a7d4f") }
        if chance() { page.colors.darkBackground = try PageColor("#101010") }
        for language in ["pt-BR", "de", "ar"] where chance() {
            var texts = PageTexts()
            for (name, _) in PageTexts.keys where chance() { texts[name] = "\(name) = é" }
            page.texts[try #require(LanguageTag(language))] = texts
        }
        page.texts = page.texts.filter { !$0.value.isEmpty }
        return page
    }

    private mutating func makePreview() throws -> LinkPreview {
        LinkPreview(
            title: "Überall <b>", description: chance() ? "a \"b\" & c" : nil,
            image: chance() ? try WebURL("https://i.example/a.png?x=1") : nil)
    }

    private mutating func makeDetails() throws -> LinkDetails {
        var details = LinkDetails()
        if chance() { details.platforms[.ios] = .url(try WebURL("https://l.example/ios")) }
        if chance() { details.platforms[.macOrIPad] = .path("/a?b=%22") }
        if chance() { details.preview = LinkPreview(title: "A \"title\"", description: chance() ? "More" : nil) }
        if chance() { details.note = "For those, who look" }
        if chance() { details.tags = ["summer", "zürich"] }
        return details
    }

    private mutating func makeLinks(_ domains: [Domain], _ routes: [Route]) throws -> [LinkEntry]? {
        guard chance() else { return nil }
        var links: [LinkEntry] = []
        for domain in domains {
            for route in routes where route.destination == .links && (route.domains?.contains(domain.name) ?? true) {
                let slug = chance() ? "x" : "%EA%B5%AC%2F"
                let path = route.pattern.text.split(separator: "{").first.map(String.init) ?? ""
                let expires = chance() ? UnixTime(seconds: 2_000_000_000) : nil
                links.append(
                    LinkEntry(
                        url: "https://\(domain.name)\(path)\(slug)",
                        destination: chance() ? .path("/a?b=%22") : .url(try WebURL("http://l.example/?%24#%0A")),
                        life: LinkLife(
                            starts: chance() ? UnixTime(seconds: 1_000_000_000) : nil, expires: expires,
                            isPaused: chance(), isBlocked: chance()),
                        afterwards: expires != nil && chance() ? try WebURL("https://l.example/over") : nil,
                        details: try makeDetails()
                    )
                )
            }
        }
        return links
    }
}
