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
          apps: [{ name: "ios", platform: "ios", appID: "ABCDE12345.example.shop", scheme: "acme" }],
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
    @Test(arguments: [ClientTests.phone, ClientTests.droid, ClientTests.pc, ""])
    func `a link into an app is a button, with a way for those without it`(userAgent: String) throws {
        for response in try answers("/c/app?c=3", userAgent) {
            #expect(response.head.first == "HTTP/1.1 200 OK")
            #expect(response.head.contains(ClientTests.pageVary))
            #expect(!response.head.contains { $0.hasPrefix("Location") })
            #expect(response.body.contains("<a class=\"open\" href=\"acme://items/7?a=1&amp;b=%22\">"))
            #expect(response.body.contains("<a class=\"web\" href=\"https://www.shop.example/lost?at=c/app&amp;c=3\">"))
        }
    }

    @Test func `a program gets no way into an app`() throws {
        for response in try answers("/c/app", Self.facebook) {
            #expect(response.head.first == "HTTP/1.1 200 OK")
            #expect(!response.body.contains("acme:"))
        }
    }
}
