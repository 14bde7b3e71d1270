import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// Which names a certificate may be got for.
@Suite struct AskTests {
    let gateway: GatewayFixture

    init() throws {
        gateway = try GatewayFixture()
    }

    private func status(_ target: String) throws -> Int? {
        let client = try TestClient(to: gateway.parts.adminServer.boundAddresses[0])
        return client.exchange("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n").status
    }

    @Test(arguments: ["go.shop.example", "GO.shop.example", "go.shop.example."])
    func `a name that is served is`(_ name: String) throws {
        #expect(try status("/ask?domain=\(name)") == 200)
    }

    @Test(arguments: [
        "?domain=unknown.test", "?domain=go.shop.example.evil.test", "?domain=go.shop.example:443", "?domain=127.0.0.1",
        "?domain=[::1]", "?domain=", "", "?name=go.shop.example", "?domain=go..example", "?domain=*.shop.example",
        "?domain=shop.example%00go.shop.example",
    ])
    func `anything else is not`(_ query: String) throws {
        #expect(try status("/ask" + query) == 404)
    }
}
