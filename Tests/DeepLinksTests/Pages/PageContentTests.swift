@testable import DeepLinks
import Testing

@Suite struct PageContentTests {
    static let fleet = """
        { version: 1, tenants: [{ name: "acme", web: "https://www.acme.example/", page: { appHost: "open.acme.example" },
          apps: [
            { name: "plain", platform: "ios", appID: "8K4QZN7WXT.example.plain" },
            { name: "shop", platform: "ios", appID: "8K4QZN7WXT.example.shop", storeID: "123", scheme: "acme" },
            { name: "droid", platform: "android", package: "example.shop", scheme: "acmedroid",
              fingerprints: ["78:9B:34:CA:F5:4F:2E:22:0A:CD:94:1E:71:B8:8D:58:36:86:6D:0D:85:8B:63:54:9E:94:BE:2C:AC:C6:7F:5B"] },
          ],
          domains: [
            { host: "go.acme.example", attested: true }, { host: "open.acme.example", attested: true },
            { host: "other.acme.example", attested: true },
          ],
          routes: [
            { name: "item", pattern: "/i/{id}", web: "https://www.acme.example/{id}" },
            { name: "closed", pattern: "/n/{id}", web: "https://www.acme.example/n/{id}", opens: "none" },
            { name: "more", pattern: "/m/{id}", web: "https://www.acme.example/m/{id}", domains: ["other.acme.example"] },
          ] }] }
        """

    private func tenant() throws -> Tenant {
        try #require(try FleetDocument(reading: Array(Self.fleet.utf8)).fleet().tenants.first)
    }

    private func content(
        _ platform: ClientPlatform, route: Int = 0, intents: Bool = false, host: HostName? = nil, store: String? = nil,
        _ purpose: PagePurpose = .choice
    ) throws -> PageContent {
        let tenant = try tenant()
        let request = PageRequest(
            route: route, captures: [ExplainedCapture(name: "id", value: "42")], host: "go.acme.example",
            target: "/i/42?x=1", client: Client(platform: platform), handlesIntents: intents, appHost: host)
        return tenant.routeSet(for: tenant.domains[0])
            .page(request, purpose, way: "https://www.acme.example/42?x=1", store: store)
    }

    @Test(arguments: [ClientPlatform.ios, .ipados, .macOrIPad])
    func `an Apple client gets the scheme's URL, or the other host's`(platform: ClientPlatform) throws {
        let page = try content(platform, store: "https://apps.apple.com/app/id123")
        #expect(page.open == "acme://i/42" && page.banner?.text == "123")
        #expect(page.stores == [.init(kind: .appStore, address: "https://apps.apple.com/app/id123")])
        #expect(page.address == "https://go.acme.example/i/42?x=1")
        let host = try HostName("open.acme.example")
        #expect(try content(platform, host: host).open == "https://open.acme.example/i/42?x=1")
        // iOS opens no app from a page of the same host.
        #expect(try content(platform, host: HostName("go.acme.example")).open == "acme://i/42")
    }

    @Test func `an Android client gets an intent only where it takes one`() throws {
        let intent = try content(.android, intents: true).open
        #expect(intent?.hasPrefix("intent://i/42#Intent;scheme=acmedroid;package=example.shop;S.") == true)
        #expect(try content(.android).open == "acmedroid://i/42")
        #expect(try content(.android).banner == nil)
    }

    @Test func `a desktop gets both stores and no button`() throws {
        let page = try content(.windows)
        #expect(page.open == nil && page.banner == nil)
        #expect(page.stores.map(\.kind) == [.appStore, .googlePlay])
    }

    @Test func `a route that opens no app has no button`() throws {
        #expect(try content(.ios, route: 1).open == nil)
        #expect(try content(.ios, route: 1).banner == nil)
    }

    // Case 76.
    @Test func `a program gets no way into apps and stores`() throws {
        let page = try content(.ios, store: "https://apps.apple.com/app/id123", .preview)
        #expect(page.open == nil && page.banner == nil && page.stores.isEmpty)
    }

    @Test func `the other host opens the app where the same routes hold for both`() throws {
        let tenant = try tenant()
        #expect(tenant.domains.map { tenant.appHost(for: $0)?.text } == ["open.acme.example", nil, nil])
    }

    @Test(
        arguments: [
            ("https://a.example/", "https://a.example/?web=1"),
            ("https://a.example/?x=1", "https://a.example/?x=1&web=1"),
            ("https://a.example/?", "https://a.example/?web=1"),
            ("https://a.example/p#f?g", "https://a.example/p?web=1#f?g"),
            ("https://a.example/?x&#f", "https://a.example/?x&web=1#f"),
        ]
    )
    func `the opt-out goes ahead of the fragment`(url: String, result: String) {
        #expect(OptOut(queryItem: "web", fragment: "f").added(to: url) == result)
    }
}
