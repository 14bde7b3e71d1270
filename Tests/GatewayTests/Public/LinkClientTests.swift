import TestSupport
import Testing

@testable import Gateway

/// Links that have something of their own for those who ask.
///
/// Everything is asked twice: at first the link is looked up,
/// then it is kept.
@Suite struct LinkClientTests {
    static let fleet = """
        { version: 1, tenants: [{
          name: "shop", web: "https://www.shop.example/", httpHosts: ["old.shop.example"],
          apps: [
            { name: "ios", platform: "ios", appID: "ABCDE12345.example.shop", storeID: "123456789", scheme: "acme" },
            { name: "droid", platform: "android", package: "example.shop", scheme: "acme",
              fingerprints: ["\(SampleFleet.fingerprint)"] },
            { name: "pad", platform: "ios", appID: "ABCDE12345.example.pad", scheme: "pad" },
          ],
          domains: [{ host: "go.shop.example", attested: true, fallback: "https://www.shop.example/lost?at={path}" }],
          routes: [
            { name: "item", pattern: "/items/{id}", web: "https://www.shop.example/i/{id}" },
            { name: "campaign", pattern: "/c/{slug}", opens: "none", links: true },
            { name: "badge", pattern: "/b/{slug}", opens: "none", links: true, platforms: { windows: "page" },
              preview: { title: "Of the route" } },
          ],
          links: [
            { url: "https://go.shop.example/c/places", to: "https://store.shop.example/all",
              platforms: { ios: "https://store.shop.example/ios?a=1#top", android: "/items/9",
                           windows: "http://old.shop.example/pc" } },
            { url: "https://go.shop.example/c/seen", to: "https://store.shop.example/all",
              preview: { title: "Sale & <more>", description: "All of it", image: "https://www.shop.example/a.png" } },
            { url: "https://go.shop.example/c/item", to: "/items/7", preview: { title: "An item" } },
            { url: "https://go.shop.example/c/lost", to: "/nothing", preview: { title: "Lost" } },
            { url: "https://go.shop.example/c/app", to: "acme://items/7?a=1&b=%22" },
            { url: "https://go.shop.example/c/pad", to: "pad://a" },
            { url: "https://go.shop.example/c/mixed", to: "https://store.shop.example/all?b=1",
              platforms: { ios: "acme://items/8" } },
            { url: "https://go.shop.example/c/mixedPath", to: "/items/8", platforms: { ios: "acme://items/8" } },
            { url: "https://go.shop.example/b/own", to: "https://store.shop.example/all",
              platforms: { windows: "https://store.shop.example/pc" }, preview: { title: "Of the link" } },
          ],
        }] }
        """

    static let facebook = "facebookexternalhit/1.1"
    static let googlePhone =
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/137.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

    private static func varying(_ location: String) -> [String] {
        var head = redirect(location, "302 Found", "no-store")
        head.insert("X-Robots-Tag: noindex", at: head.count - 2)
        head.insert(ClientTests.vary, at: head.count - 2)
        return head
    }

    private func answers(_ target: String, _ userAgent: String) throws -> [TestResponse] {
        let gateway = try GatewayFixture(Self.fleet)
        return try (0..<2).map { _ in try gateway.ask(target, "User-Agent: \(userAgent)") }
    }

    @Test(arguments: [
        (ClientTests.phone, "/c/places?b=2", "https://store.shop.example/ios?a=1&b=2#top"),
        (ClientTests.droid, "/c/places", "https://www.shop.example/i/9"),
        (ClientTests.pc, "/c/places", "http://old.shop.example/pc"),
        (ClientTests.mac, "/c/places", "https://store.shop.example/all"),
        // Case 76: a program goes where all others go.
        (googlePhone, "/c/places", "https://store.shop.example/all"),
        ("", "/c/seen", "https://store.shop.example/all"),
        (ClientTests.phone, "/c/item", "https://www.shop.example/i/7"),
        // The link's own place stands before the route's page.
        (ClientTests.pc, "/b/own", "https://store.shop.example/pc"),
    ])
    func `a link leads where its client's platform goes`(userAgent: String, target: String, location: String) throws {
        for response in try answers(target, userAgent) {
            #expect(Set(response.head) == Set(Self.varying(location)))
        }
    }

    // Case 77: the data belong to the link, and nothing leads on by itself.
    @Test(arguments: [
        ("/c/seen", "Sale &amp; &lt;more&gt;", "https://store.shop.example/all"),
        ("/c/item", "An item", "https://www.shop.example/i/7"),
        ("/c/lost", "Lost", "https://www.shop.example/lost?at=nothing"),
        ("/b/own", "Of the link", "https://store.shop.example/all"),
    ])
    func `programs read what the link says of itself`(target: String, title: String, way: String) throws {
        for response in try answers(target, Self.facebook) {
            #expect(response.head.first == "HTTP/1.1 200 OK")
            #expect(response.head.contains(ClientTests.pageVary))
            #expect(response.body.contains("<meta property=\"og:title\" content=\"\(title)\">"))
            #expect(response.body.contains("<meta property=\"og:url\" content=\"https://go.shop.example\(target)\">"))
            #expect(response.body.contains("href=\"\(way)\""))
            #expect(!response.body.contains("http-equiv"))
            #expect(response.body.contains("a.png") == (target == "/c/seen"))
        }
    }

    // Case 81: everyone without the app would be stranded by a redirect.
    @Test(
        arguments: [
            (ClientTests.phone, "acme://items/7?a=1&amp;b=%22", [appStore]),
            (
                ClientTests.droid,
                "intent://items/7?a=1&amp;b=%22#Intent;scheme=acme;package=example.shop;S.browser_fallback_url="
                    + "https%3A%2F%2Fwww.shop.example%2Flost%3Fat%3Dc%2Fapp%26c%3D3;end",
                [play + "&amp;referrer=link%3Dhttps%253A%252F%252Fgo.shop.example%252Fc%252Fapp%253Fc%253D3"]
            ),
            (
                "Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0", "acme://items/7?a=1&amp;b=%22",
                nil
            ),
            (ClientTests.pc, nil, [appStore, play]), ("", nil, [appStore, play]),
        ] as [(String, String?, [String]?)])
    func `a link into an app is a button, with a way for those without it`(
        userAgent: String, open: String?, stores: [String]?
    ) throws {
        for response in try answers("/c/app?c=3", userAgent) {
            #expect(response.head.first == "HTTP/1.1 200 OK")
            #expect(response.head.contains(ClientTests.pageVary))
            #expect(!response.head.contains { $0.hasPrefix("Location") })
            #expect(HostedPageTests.link("open", response.body) == open)
            for store in stores ?? [] { #expect(response.body.contains("<a class=\"store\" href=\"\(store)\">")) }
            if let stores { #expect(response.body.split(separator: "class=\"store\"").count == stores.count + 1) }
            #expect(response.body.contains("<a class=\"web\" href=\"https://www.shop.example/lost?at=c/app&amp;c=3\">"))
        }
    }

    @Test func `an app that asks is told the URL of its own scheme that a link gives`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        for _ in 0..<2 {
            let ask = { (agent: String) in
                try gateway.ask("/c/mixed?c=3", "User-Agent: \(agent)", "Accept: application/json").body
            }
            let phone = try ask(ClientTests.phone)
            #expect(phone.contains(#""open":"app""#) && phone.contains(#""schemeURL":"acme://items/8""#), "\(phone)")
            #expect(phone.contains(#""destination":"https://store.shop.example/all?b=1&c=3""#), "\(phone)")
            let computer = try ask(ClientTests.pc)
            #expect(computer.contains(#""open":"web""#) && !computer.contains("acme:"), "\(computer)")
        }
    }

    static let appStore = "https://apps.apple.com/app/id123456789"
    static let play = "https://play.google.com/store/apps/details?id=example.shop"

    @Test func `an app without a store has no store, and none on other systems`() throws {
        for agent in [ClientTests.phone, ClientTests.droid] {
            let page = try #require(try answers("/c/pad", agent).last).body
            #expect(!page.contains("class=\"store\""))
            #expect(HostedPageTests.link("open", page) == (agent == ClientTests.phone ? "pad://a" : nil))
        }
    }

    @Test(arguments: [
        ("/c/mixed?c=3", "https://store.shop.example/all?b=1&amp;c=3"),
        ("/c/mixedPath?c=3", "https://go.shop.example/items/8?c=3"),
    ])
    func `who is led into an app on one platform has the way of all others`(target: String, way: String) throws {
        for response in try answers(target, ClientTests.phone) {
            #expect(HostedPageTests.link("open", response.body) == "acme://items/8")
            #expect(HostedPageTests.link("web", response.body) == way)
        }
        let gateway = try GatewayFixture(Self.fleet)
        for _ in 0..<2 {
            let told = try gateway.ask(target, "User-Agent: Shop/5.2 (iPhone)", "Accept: application/json")
            #expect(told.body.contains("\"destination\":\"\(way.replacing("&amp;", with: "&"))\""))
        }
    }

    @Test func `an app that asks is told of its platform, by whatever library it asks`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        for _ in 0..<2 {
            let phone = try gateway.ask(
                "/c/places", "User-Agent: Shop/7 CFNetwork/1490.0.4 Darwin/23.2.0", "Accept: application/json")
            #expect(phone.body.contains("\"destination\":\"https://store.shop.example/ios?a=1#top\""))
            let droid = try gateway.ask("/c/places", "User-Agent: okhttp/4.12.0", "Accept: application/json")
            #expect(droid.body.contains("\"destination\":\"https://www.shop.example/i/9\""))
        }
    }

    @Test func `a program gets no way into an app`() throws {
        for response in try answers("/c/app", Self.facebook) {
            #expect(response.head.first == "HTTP/1.1 200 OK")
            #expect(!response.body.contains("acme:"))
        }
    }
}
