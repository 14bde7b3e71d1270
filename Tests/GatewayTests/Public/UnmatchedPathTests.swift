import TestSupport
import Testing

@testable import Gateway

/// What a domain answers where no route matches.
@Suite struct UnmatchedPathTests {
    static let fleet = """
        { version: 1, tenants: [{
          name: "acme", web: "https://www.acme.example/", page: { name: "Acme" },
          apps: [{ platform: "ios", appID: "8K4QZN7WXT.example.acme", storeID: "1435627943", scheme: "acme" }],
          domains: [
            { host: "shut.acme.example", attested: true, fallback: "notFound", root: "https://www.acme.example/home" },
            { host: "page.acme.example", attested: true, fallback: "page" },
            { host: "door.acme.example", attested: true, fallback: "https://www.acme.example/{path}?{query}",
              root: "page" },
          ],
          routes: [
            { name: "item", pattern: "/items/{id}", web: "https://www.acme.example/i/{id}" },
            { name: "campaign", pattern: "/c/{slug}", links: true },
          ],
          links: [
            { url: "https://page.acme.example/c/lost", to: "/nothing/here" },
            { url: "https://shut.acme.example/c/lost", to: "/nothing/here" },
          ],
        }] }
        """

    @Test func `the 404 page where the domain says so, and at the root what it says of that`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        #expect(try gateway.ask("/nothing", host: "shut.acme.example").head == notFound)
        #expect(try gateway.ask("/c/lost", host: "shut.acme.example").head.first == "HTTP/1.1 404 Not Found")
        let root = try gateway.ask("/?a=1", host: "shut.acme.example")
        #expect(root.head == redirect("https://www.acme.example/home?a=1"))
        let described = try gateway.ask("/nothing", host: "shut.acme.example", "Accept: application/json")
        #expect(described.head.first == "HTTP/1.1 404 Not Found")
        #expect(described.body == #"{"version":1,"open":"web","reason":"fallback"}"# + "\n")
    }

    @Test func `a page for people and a preview for programs`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        for (host, target, way) in [
            ("page.acme.example", "/nothing?a=1", "https://www.acme.example/?a=1"),
            ("page.acme.example", "/c/lost", "https://www.acme.example/"),
            ("door.acme.example", "/", "https://www.acme.example/"),
        ] {
            let page = try gateway.ask(target, host: host, "User-Agent: \(ClientTests.phone)")
            #expect(page.head.first == "HTTP/1.1 200 OK")
            #expect(page.head.contains(ClientTests.pageVary))
            #expect(page.body.contains("<h1><bdi>Acme</bdi></h1>"))
            #expect(HostedPageTests.link("web", page.body) == way)
            #expect(HostedPageTests.link("store", page.body) == "https://apps.apple.com/app/id1435627943")
            #expect(HostedPageTests.link("open", page.body) == nil)
            let program = try gateway.ask(target, host: host, "User-Agent: facebookexternalhit/1.1")
            #expect(program.body.contains("<meta property=\"og:title\" content=\"Acme\">"))
            #expect(HostedPageTests.link("store", program.body) == nil)
        }
        let described = try gateway.ask(
            "/", host: "door.acme.example", "Accept: application/json", "User-Agent: \(ClientTests.phone)")
        #expect(
            described.body
                == #"{"version":1,"open":"web","reason":"fallback","destination":"https://www.acme.example/"}"#
                + "\n")
        let elsewhere = try gateway.ask("/a/b?c", host: "door.acme.example", "User-Agent: \(ClientTests.phone)")
        #expect(elsewhere.head == redirect("https://www.acme.example/a/b?c"))
    }
}
