import DeepLinks
import FleetStore
import Platform
import TestSupport
import Testing

@testable import Gateway

/// What authorities are answered before they sign a certificate (RFC 8555 section 8.3).
@Suite struct ChallengeTests {
    private static let path = "/.well-known/acme-challenge/"

    let gateway: GatewayFixture

    init() throws {
        gateway = try GatewayFixture { $0.redirectsToHTTPS = true }
        let now = UnixTime.now()
        let host = try HostName("go.shop.example")
        gateway.parts.challenges.replace(
            [
                ACMEChallenge(host: host, token: "tok_en-1", answer: "tok_en-1.thumb", expires: now + .seconds(3600)),
                ACMEChallenge(host: host, token: "late", answer: "late.thumb", expires: now),
            ].compactMap { $0 })
    }

    @Test func `an open challenge is answered on the plain listener too`() throws {
        let answer = try gateway.ask(Self.path + "tok_en-1", host: "GO.shop.example:80")
        #expect(answer.status == 200)
        #expect(answer.body == "tok_en-1.thumb")
        #expect(answer.fields["content-type"] == "application/octet-stream")
        #expect(answer.fields["cache-control"] == "no-store")
    }

    @Test(arguments: [
        ("late", "go.shop.example"), ("other", "go.shop.example"), ("tok_en-1/", "go.shop.example"),
        ("tok_en-1", "unknown.test"), ("", "go.shop.example"), ("tok%5Fen-1", "go.shop.example"),
        (String(repeating: "a", count: 1000), "go.shop.example"),
    ])
    func `anything else is not found`(_ token: String, _ host: String) throws {
        #expect(try gateway.ask(Self.path + token, host: host).status == 404)
    }
}
