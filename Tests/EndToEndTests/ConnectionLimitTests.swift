import Platform
import TestSupport
import Testing

/// `--connections` and `--peer-connections`: what is too much is refused early, and nobody else notices (case 87).
@Suite struct ConnectionLimitTests {
    @Test(arguments: ["--connections=4", "--peer-connections=4"])
    func `one connection more than the limit is answered 503, and room is made by one that ends`(option: String) throws
    {
        let gateway = try GatewayProcess(["--fleet", FleetFileServingTests.demo, option])
        let address = try #require(SocketAddress(gateway.address("http")))
        let request = "GET /item/41 HTTP/1.1\r\nHost: go.reader.example\r\n\r\n"
        var held = try (0..<4).map { _ in try TestClient(to: address) }
        for client in held { #expect(client.exchange(request).status == 302) }
        #expect(try TestClient(to: address).receiveResponse().status == 503)
        #expect(try gateway.ask("health", "/readyz").status == 200)
        held.removeLast()
        try eventually { try TestClient(to: address).exchange(request).status == 302 }
        #expect(gateway.stop() == 0)
    }
}
