import TestSupport
import Testing

@testable import Gateway

/// What a domain says to search engines, and where another host stands for it.
@Suite struct DomainAnswerTests {
    static let fleet = """
        { version: 1, tenants: [{
          name: "acme", web: "https://web.acme.example/",
          apps: [{ platform: "ios", appID: "8K4QZN7WXT.example.acme", scheme: "acme" }],
          domains: [
            { host: "go.acme.example", attested: true, robots: "User-agent: *\\nDisallow: /\\n", indexLinks: true },
            { host: "*.acme.example", attested: true, canonical: "go.acme.example" },
          ],
          routes: [
            { name: "item", pattern: "/items/{id}", web: "https://web.acme.example/i/{id}" },
            { name: "campaign", pattern: "/c/{slug}", links: true },
          ],
          links: [{ url: "https://go.acme.example/c/one", to: "https://web.acme.example/one" }],
        }] }
        """

    @Test(arguments: ["/items/7?a=1&b", "/", "/c/one", "/nothing//", "//evil.example/"])
    func `another host stands for the domain`(target: String) throws {
        let gateway = try GatewayFixture(Self.fleet)
        let location = "https://go.acme.example\(target)"
        let expected = redirect(location, "301 Moved Permanently", "public, max-age=3600")
        #expect(try gateway.ask(target, host: "www.acme.example").head == expected)
        #expect(try gateway.ask(target, host: "WWW.acme.example.:8443", method: "HEAD").head == expected)
        // An app follows, and is told there.
        #expect(try gateway.ask(target, host: "www.acme.example", "Accept: application/json").head == expected)
    }

    @Test func `what the gateway answers itself is answered where it was asked (cases 4, 42 and 43)`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        for path in ["/.well-known/apple-app-site-association", "/apple-app-site-association", "/robots.txt"] {
            #expect(try gateway.ask(path, host: "www.acme.example").head.first == "HTTP/1.1 200 OK", "\(path)")
        }
        #expect(try gateway.ask("/.well-known/other", host: "www.acme.example").head == notFound)
        #expect(try gateway.ask("/favicon.ico", host: "www.acme.example").head.first == "HTTP/1.1 204 No Content")
        #expect(try gateway.ask("/a/../b", host: "www.acme.example").head == notFound)
        #expect(try gateway.health("/livez").head.first == "HTTP/1.1 200 OK")
    }

    @Test func `the robots file is the domain's own, and never hides the association files (case 42)`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        let own = try gateway.ask("/robots.txt", host: "go.acme.example")
        #expect(
            own.body == "User-agent: *\nAllow: /.well-known/\nAllow: /apple-app-site-association\nDisallow: /\n")
        #expect(own.head.contains("Content-Type: text/plain; charset=utf-8"))
        #expect(own.head.contains("Cache-Control: public, max-age=3600"))
        #expect(try gateway.ask("/robots.txt", host: "www.acme.example").body == "User-agent: *\nAllow: /\n")
    }

    @Test func `links stay out of search engines unless the domain says otherwise (case 42)`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        let listed = try gateway.ask("/c/one", host: "go.acme.example")
        #expect(listed.head == redirect("https://web.acme.example/one"))
        let standard = try GatewayFixture(Self.fleet.replacing(", indexLinks: true", with: ""))
        #expect(try standard.ask("/c/one", host: "go.acme.example").head.contains("X-Robots-Tag: noindex"))
    }

    @Test func `a suspended tenant forbids nothing`() throws {
        let gateway = try GatewayFixture(
            Self.fleet.replacing("name: \"acme\",", with: "name: \"acme\", suspended: true,"))
        #expect(try gateway.ask("/robots.txt", host: "go.acme.example").body == "User-agent: *\nAllow: /\n")
        #expect(try gateway.ask("/items/7", host: "www.acme.example").head == notFound)
    }
}
