import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// What browsers are told of HTTPS, by the requests that came over it: here by the word of a balancer.
@Suite struct StrictTransportAnswerTests {
    static let fleet = DomainAnswerTests.fleet.replacing(
        "robots: \"User", with: "strictTransport: \"max-age=86400; includeSubDomains\", robots: \"User"
    ).replacing("canonical:", with: "strictTransport: \"max-age=60; includeSubDomains\", canonical:")

    static let line = "Strict-Transport-Security: max-age=86400; includeSubDomains"

    private func makeGateway(_ fleet: String = Self.fleet) throws -> GatewayFixture {
        let trusted = [try #require(AddressBlock("127.0.0.1"))]
        return try GatewayFixture(fleet) { $0.clientRules = [ClientRules(field: .forwarded, trusted: trusted)] }
    }

    @Test(arguments: ["/items/7", "/c/one", "/c/none", "/", "/robots.txt", "/.well-known/assetlinks.json", "/a/../b"])
    func `every answer over HTTPS says it, none over HTTP does`(target: String) throws {
        let gateway = try makeGateway()
        let secure = try gateway.ask(target, host: "go.acme.example", "Forwarded: for=192.0.2.1;proto=https")
        #expect(secure.head.filter { $0 == Self.line }.count == 1, "\(secure.head)")
        let plain = try gateway.ask(target, host: "go.acme.example", "Forwarded: for=192.0.2.1;proto=http")
        #expect(!plain.head.contains { $0.hasPrefix("Strict-Transport") }, "\(plain.head)")
        #expect(secure.head.filter { $0 != Self.line }.count == plain.head.count)
    }

    @Test func `each domain says its own, and nothing of hosts that are none`() throws {
        let gateway = try makeGateway()
        let field = "Forwarded: for=192.0.2.1;proto=https"
        let below = try gateway.ask("/items/7", host: "www.acme.example", field)
        #expect(below.head.contains("Strict-Transport-Security: max-age=60; includeSubDomains"), "\(below.head)")
        // A wildcard's parent is not the tenant's to speak for.
        let parent = try gateway.ask("/.well-known/apple-app-site-association", host: "acme.example", field)
        #expect(parent.head.first == "HTTP/1.1 200 OK")
        for answer in [parent, try gateway.ask("/", host: "other.example", field)] {
            #expect(!answer.head.contains { $0.hasPrefix("Strict-Transport") }, "\(answer.head)")
        }
        let silent = try makeGateway(DomainAnswerTests.fleet)
        let answer = try silent.ask("/items/7", host: "go.acme.example", field)
        #expect(!answer.head.contains { $0.hasPrefix("Strict-Transport") }, "\(answer.head)")
    }
}
