import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// The plain listener that sends browsers to HTTPS, and what it leaves alone.
@Suite struct HTTPSRedirectTests {
    private static let host = "go.shop.example"

    let gateway: GatewayFixture

    init() throws {
        gateway = try GatewayFixture { $0.redirectsToHTTPS = true }
    }

    @Test(arguments: [
        ("/items/7", "/items/7"), ("/items/7?a=b%20c&d", "/items/7?a=b%20c&d"), ("/?", "/?"),
        ("/a\"b<c>\\d", "/a%22b%3Cc%3E%5Cd"), ("//evil.test/x", "//evil.test/x"), ("/%0d%0aX:y", "/%0d%0aX:y"),
        ("/unknown/path", "/unknown/path"), ("http://go.shop.example", "/"),
    ])
    func `the same URL over HTTPS is named`(_ target: String, _ rest: String) throws {
        let answer = try gateway.ask(target)
        #expect(answer.status == 301)
        #expect(answer.fields["location"] == "https://\(Self.host)\(rest)")
        #expect(answer.fields["cache-control"] == "no-store")
    }

    @Test func `the port of the plain listener is not kept`() throws {
        let answer = try gateway.ask("/items/7", host: "\(Self.host.uppercased()):8080")
        #expect(answer.fields["location"] == "https://\(Self.host)/items/7")
    }

    @Test(arguments: [
        "/.well-known/apple-app-site-association", "/apple-app-site-association", "/.well-known/assetlinks.json",
    ])
    func `association files stay`(_ path: String) throws {
        let plain = try GatewayFixture()
        #expect(try gateway.ask(path).head.dropLast(0).first == plain.ask(path).head.first)
        #expect(try gateway.ask(path).body == plain.ask(path).body)
    }

    @Test func `who spoke TLS with a balancer is not sent away, and who only says so is, case 91`() throws {
        for (block, isTrusted) in [("127.0.0.1", true), ("192.0.2.1", false)] {
            let trusted = [try #require(AddressBlock(block))]
            let gateway = try GatewayFixture {
                $0.redirectsToHTTPS = true
                $0.clientRules = [ClientRules(field: .xForwardedFor, trusted: trusted)]
            }
            #expect(try gateway.ask("/items/7", "X-Forwarded-Proto: https").status == (isTrusted ? 302 : 301))
            #expect(try gateway.ask("/items/7", "X-Forwarded-Proto: http").status == 301)
            #expect(try gateway.ask("/items/7").status == 301)
        }
    }

    @Test func `challenges, robots, unknown hosts, other methods and health are not sent away (case 136)`() throws {
        #expect(try gateway.ask("/.well-known/acme-challenge/token").status == 404)
        #expect(try gateway.ask("/robots.txt").status == 200)
        #expect(try gateway.ask("/items/7", host: "unknown.test").status == 404)
        #expect(try gateway.ask("/items/7", method: "POST").status == 405)
        #expect(try gateway.health("/livez").status == 200)
    }
}
