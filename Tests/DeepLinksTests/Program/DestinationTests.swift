import Platform
import Testing

@testable import DeepLinks

/// Where a client goes on a route that has destinations by platform.
@Suite struct DestinationTests {
    static let now = UnixTime(seconds: 1_800_000_000)
    static let web = "https://w.example/p/7"
    static let appStore = "https://apps.apple.com/app/id1435627943"
    static let play =
        "https://play.google.com/store/apps/details?id=example.acme.shop"
        + "&referrer=link%3Dhttps%253A%252F%252Fgo.acme.example%252Fp%252F7"

    static func tenant(
        _ route: PlatformDestinations, domain: PlatformDestinations = PlatformDestinations(),
        tenant: PlatformDestinations = PlatformDestinations(), preview: LinkPreview? = nil, links: Bool = false
    ) throws -> RouteSet {
        let acme = try acme(route, domain: domain, tenant: tenant, preview: preview, links: links)
        return acme.routeSet(for: acme.domains[0])
    }

    private static func acme(
        _ route: PlatformDestinations, domain: PlatformDestinations = PlatformDestinations(),
        tenant: PlatformDestinations = PlatformDestinations(), preview: LinkPreview? = nil, links: Bool = false
    ) throws -> Tenant {
        let fingerprint = try #require(
            CertificateFingerprint(
                "78:9B:34:CA:F5:4F:2E:22:0A:CD:94:1E:71:B8:8D:58:36:86:6D:0D:85:8B:63:54:9E:94:BE:2C:AC:C6:7F:5B"))
        let owner = Domain(
            name: try DomainName("go.acme.example"), state: .live, isAttested: true, platforms: domain)
        let acme = Tenant(
            name: try #require(TenantName("acme")), web: try URLTemplate("https://w.example/"),
            apps: [
                App(
                    name: try #require(AppName("ios")),
                    identity: .ios(
                        try #require(AppID("ABCDE12345.example.acme")), storeID: StoreID("1435627943"))),
                App(
                    name: try #require(AppName("droid")),
                    identity: .android(
                        try #require(PackageName("example.acme.shop")), fingerprints: [fingerprint])),
            ], domains: [owner],
            routes: [
                Route(
                    name: try #require(RouteName("product")), pattern: try RoutePattern("/p/{id}"),
                    destination: links ? .links : .web(try URLTemplate("https://w.example/p/{id}")), platforms: route,
                    preview: preview)
            ], platforms: tenant)
        #expect(acme.refusals() == [])
        return acme
    }

    static func explain(
        _ set: RouteSet, _ client: Client, _ target: String = "/p/7", link: String? = nil
    ) throws -> Explanation {
        let url = try LinkURL("https://go.acme.example" + target)
        return try set.explain(url, client: client, time: now) { route, slug in
            guard let link else { return nil }
            let key = LinkKey(domain: try DomainName("go.acme.example"), route: route, slug: slug)
            return Link(key: key, destination: try LinkDestination(link))
        }
    }

    func redirect(_ location: String) -> ExplainedOutcome { .redirect(status: 302, maxAge: 0, location: location) }

    @Test(
        arguments: [
            (.ios, .browser, appStore), (.ipados, .browser, appStore), (.android, .browser, play),
            (.macos, .browser, web), (.windows, .browser, web), (.linux, .browser, web), (.other, .browser, web),
            // Case 76: programs never come to a store.
            (.ios, .preview, web), (.android, .crawler, web), (.ios, .monitor, web),
            // Cases 78 and 79: no store opens by itself.
            (.macOrIPad, .browser, nil), (.ios, .inApp, nil), (.android, .inApp, nil),
        ] as [(ClientPlatform, ClientClass, String?)]
    )
    func `the store is for telephones alone`(platform: ClientPlatform, kind: ClientClass, location: String?) throws {
        let set = try Self.tenant(PlatformDestinations(standard: .store))
        let explanation = try Self.explain(set, Client(platform: platform, kind: kind))
        #expect(explanation.variesByClient)
        if let location {
            #expect(explanation.outcome == redirect(location))
        } else {
            let store = platform == .android ? Self.play : Self.appStore
            #expect(explanation.outcome == .page(.choice, way: Self.web, store: store))
        }
    }

    @Test func `a referrer carries the link with its query, encoded twice`() throws {
        let set = try Self.tenant(PlatformDestinations([.android: .store]))
        let outcome = try Self.explain(set, Client(platform: .android), "/p/7%2Fa?x=1&y=%20").outcome
        #expect(outcome == redirect(Self.play + "%25252Fa%253Fx%253D1%2526y%253D%252520"))
    }

    @Test func `the most specific destination wins`() throws {
        let own = try PlatformDestination("https://route.example/{id}")
        let domain = try PlatformDestination("https://domain.example/{path}")
        let tenant = try PlatformDestination("https://tenant.example/")
        let set = try Self.tenant(
            PlatformDestinations([.ios: own, .linux: .web]),
            domain: PlatformDestinations([.ios: domain, .android: domain]),
            tenant: PlatformDestinations([.ios: tenant, .android: tenant, .linux: tenant], standard: tenant))
        let expected: [ClientPlatform: String] = [
            .ios: "https://route.example/7", .android: "https://domain.example/p/7", .linux: Self.web,
            .windows: "https://tenant.example/",
        ]
        for (platform, location) in expected {
            #expect(try Self.explain(set, Client(platform: platform)).outcome == redirect(location))
        }
        // A default is as specific as what it stands beside.
        let beside = try Self.tenant(
            PlatformDestinations(standard: .web), domain: PlatformDestinations([.ios: domain]))
        #expect(try Self.explain(beside, Client(platform: .ios)).outcome == redirect(Self.web))
    }

    /// Every set of levels that give something, and what the most specific of them gives.
    @Test(arguments: ClientPlatform.allCases, ["template", "web", "page", "store"])
    func `of tenant, domain, route and link the most specific wins, on every platform`(
        platform: ClientPlatform, kind: String
    ) throws {
        let store = [.ios, .ipados, .macOrIPad].contains(platform) ? Self.appStore : Self.play
        let hasStore = [.ios, .ipados, .android].contains(platform)
        guard kind != "store" || hasStore else { return }
        let client = Client(platform: platform)
        for isDefault in [false, true] where !isDefault || kind != "store" {
            for given in 0..<8 {
                var levels = Array(repeating: PlatformDestinations(), count: 3)
                let (names, top) = (["tenant", "domain", "route"], (0..<3).last { given & 1 << $0 != 0 })
                for level in 0..<3 where given & 1 << level != 0 {
                    let text = level == top && kind != "template" ? kind : "https://\(names[level]).example/"
                    let destination = try PlatformDestination(text)
                    levels[level] =
                        isDefault
                        ? PlatformDestinations(standard: destination) : PlatformDestinations([platform: destination])
                }
                for isLinks in [false, true] {
                    let acme = try Self.acme(levels[2], domain: levels[1], tenant: levels[0], links: isLinks)
                    let set = acme.routeSet(for: acme.domains[0])
                    let own = isLinks ? "https://own.example/" : Self.web
                    let explanation = try Self.explain(set, client, link: isLinks ? own : nil)
                    let expected: ExplainedOutcome =
                        switch top == nil ? "web" : kind {
                        case "template": redirect("https://\(names[top ?? 0]).example/")
                        case "page":
                            .page(.choice, way: own, store: hasStore || platform == .macOrIPad ? store : nil)
                        case "store": redirect(store)
                        default: redirect(own)
                        }
                    #expect(explanation.outcome == expected, "\(given) \(isLinks)")
                    let level = DestinationLevels(of: acme, for: acme.domains[0]).level(of: explanation, for: client)
                    #expect(level?.rawValue == top.map { names[$0] } ?? (isLinks ? "link" : "web"))
                    guard isLinks else { continue }
                    var link = try #require(explanation.link)
                    link.details.platforms[platform] = .url(try WebURL("https://link.example/"))
                    let url = try LinkURL("https://go.acme.example/p/7")
                    let ofLink = set.explain(url, client: client, time: Self.now) { _, _ in link }
                    #expect(ofLink.outcome == redirect("https://link.example/"))
                    let winner = DestinationLevels(of: acme, for: acme.domains[0]).level(of: ofLink, for: client)
                    #expect(winner == .link)
                }
            }
        }
    }

    @Test func `programs get a preview, people do not: cases 76 and 77`() throws {
        let set = try Self.tenant(PlatformDestinations([.ios: .store]), preview: LinkPreview(title: "Seven"))
        let explanation = try Self.explain(set, Client(platform: .ios, kind: .preview))
        #expect(explanation.outcome == .page(.preview, way: Self.web, store: nil))
        #expect(explanation.reason == .preview)
        // What a search engine lists is where the link leads.
        for kind in [ClientClass.crawler, .monitor] {
            #expect(try Self.explain(set, Client(platform: .ios, kind: kind)).outcome == redirect(Self.web))
        }
        #expect(try Self.explain(set, Client(platform: .linux)).outcome == redirect(Self.web))
    }

    @Test func `a page is a page for programs too, without the store`() throws {
        let set = try Self.tenant(PlatformDestinations([.ios: .page]))
        let person = try Self.explain(set, Client(platform: .ios)).outcome
        #expect(person == .page(.choice, way: Self.web, store: Self.appStore))
        let program = try Self.explain(set, Client(platform: .ios, kind: .preview)).outcome
        #expect(program == .page(.preview, way: Self.web, store: nil))
    }

    @Test(arguments: ["okhttp/4.12.0", "Acme/5.2 (iPhone; iOS 18.5)", "Acme/7 CFNetwork/1490.0.4 Darwin/23.2.0", ""])
    func `an app that asks is there, and no store helps it`(userAgent: String) throws {
        let set = try Self.tenant(PlatformDestinations(standard: .store), preview: LinkPreview(title: "Seven"))
        let bytes = Array(userAgent.utf8)
        let app = Client(userAgent: bytes.span).asApp(userAgent: bytes.span)
        #expect(try Self.explain(set, app).outcome == redirect(Self.web))
        let own = try Self.tenant(
            PlatformDestinations([
                .ios: .template(URLTemplate("https://ios.example/")),
                .android: .template(URLTemplate("https://droid.example/")),
            ]))
        let expected =
            userAgent.isEmpty ? Self.web : userAgent.hasPrefix("ok") ? "https://droid.example/" : "https://ios.example/"
        #expect(try Self.explain(own, app).outcome == redirect(expected))
    }

    @Test func `a store is told of the link that was followed, whatever its path has come to`() throws {
        let link = Route(
            name: try #require(RouteName("go")), pattern: try RoutePattern("/go/{slug}"), destination: .links)
        var set = try Self.tenant(PlatformDestinations([.android: .store, .ios: .page]))
        set.routes.append(link)
        let outcome = { (platform: ClientPlatform) in
            try Self.explain(set, Client(platform: platform), "/go/spring?a=1", link: "/p/7?b=2").outcome
        }
        let store = Self.play.replacing("%252Fp%252F7", with: "%252Fgo%252Fspring%253Fa%253D1")
        #expect(try outcome(.android) == redirect(store))
        #expect(try outcome(.ios) == .page(.choice, way: Self.web + "?b=2&a=1", store: Self.appStore))
    }

    @Test func `a plain route asks for no client`() throws {
        let plain = try Self.tenant(PlatformDestinations([.ios: .web]))
        let dependsOnClient = RouteProgram(plain).view.dependsOnClient
        #expect(!dependsOnClient)
        #expect(try !Self.explain(plain, Client(platform: .ios)).variesByClient)
        let program = RouteProgram(try Self.tenant(PlatformDestinations([.ios: .page])))
        var captures = Captures()
        let path = Array("/p/7".utf8)
        let query: [UInt8] = []
        let resolution = program.view.resolve(
            path: path.span, query: query.span, client: nil, time: Self.now, captures: &captures)
        guard case .needsClient(let request) = resolution else { return #expect(Bool(false), "\(resolution)") }
        #expect(request.route == 0)
    }

    @Test func `a link goes where its route sends the platform, else to its own URL`() throws {
        let set = try Self.tenant(
            PlatformDestinations([
                .ios: .store, .android: .page, .windows: .template(URLTemplate("https://d.example/{id}")),
            ]),
            links: true)
        let own = "https://x.example/a?b=1#c"
        #expect(try Self.explain(set, Client(), link: own).outcome == redirect(own))
        #expect(try Self.explain(set, Client(platform: .ios), link: own).outcome == redirect(Self.appStore))
        let page = ExplainedOutcome.page(.choice, way: own, store: Self.play)
        #expect(try Self.explain(set, Client(platform: .android), link: own).outcome == page)
        #expect(
            try Self.explain(set, Client(platform: .windows), link: own).outcome == redirect("https://d.example/7"))
        #expect(try Self.explain(set, Client(platform: .ios)).outcome == .notFound)
    }

    @Test func `a dot segment is refused for each template of its own`() throws {
        let set = try Self.tenant(
            PlatformDestinations([.ios: .template(URLTemplate("https://r.example/{id}/x"))]))
        let query = try RouteSet.of([("/s?id={id}", "https://w.example/s?id={id}")])
        var other = query
        other.routes[0].platforms = set.routes[0].platforms
        #expect(try Self.explain(other, Client(platform: .ios), "/s?id=..").reason == .unsafeCapture)
        #expect(try Self.explain(other, Client(), "/s?id=..").outcome == redirect("https://w.example/s?id=.."))
    }
}
