import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// Listeners whose connections have to begin with a PROXY header, cases 90 and 141.
@Suite struct ProxyListenerTests {
    private static let request = "GET /abc HTTP/1.1\r\nHost: a.example\r\n\r\n"
    private static let line = "PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n"

    private func makeServer(
        peers: [String] = ["127.0.0.0/8"], loops: Int = 1, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> TestServer {
        let peers = try peers.map { try #require(AddressBlock($0)) }
        return try TestServer(loops: loops) { configuration in
            configuration.clientRules = [ClientRules(proxyPeers: peers)]
            // The machine may stall for seconds.
            configuration.deadlines.header = .seconds(600)
            change(&configuration)
        }
    }

    private func peers(_ server: TestServer) -> [String] { server.records().map(\.peer.description) }

    @Test func `the client is who the header says, for all requests of the connection`() throws {
        let server = try makeServer()
        let client = try TestClient(server)
        #expect(client.exchange(Self.line + Self.request).body == "/abc")
        #expect(client.exchange(Self.request).body == "/abc")
        let other = try TestClient(server)
        other.send(ProxyHeaderTests.binary(0x21, ProxyHeaderTests.ipv6 + [4, 0, 1, 9]))
        #expect(other.exchange(Self.request).body == "/abc")
        #expect(peers(server) == ["192.0.2.1", "192.0.2.1", "2001:db8::7"])
    }

    @Test func `without an address of a client it is the socket's`() throws {
        let server = try makeServer()
        for header in [Array("PROXY UNKNOWN\r\n".utf8), ProxyHeaderTests.binary(0, [], command: 0x20)] {
            let client = try TestClient(server)
            client.send(header)
            #expect(client.exchange(Self.request).body == "/abc")
        }
        #expect(peers(server) == ["127.0.0.1", "127.0.0.1"])
    }

    @Test func `a header may come in any pieces, with the first request or without`() throws {
        let server = try makeServer()
        let tags = [UInt8](repeating: 4, count: 3_000)
        for header in [Array(Self.line.utf8), ProxyHeaderTests.binary(0x11, ProxyHeaderTests.ipv4 + tags)] {
            let bytes = header + Array(Self.request.utf8)
            for pieces in [
                [1, 1, 1], [header.count - 1, 2], [header.count, 3], [header.count + 1, 2], [11, 1, 4, 60],
            ] {
                let client = try TestClient(server)
                var rest = bytes[...]
                for piece in pieces {
                    client.send(Array(rest.prefix(piece)))
                    rest = rest.dropFirst(piece)
                    // Each piece is taken by itself, unless the machine is busy.
                    _ = try Epoll().wait(timeout: .milliseconds(2))
                }
                client.send(Array(rest))
                #expect(client.receiveResponse().body == "/abc")
            }
        }
        #expect(Set(peers(server)) == ["192.0.2.1"])
        #expect(server.server.statistics.proxyInvalid == 0)
    }

    @Test(arguments: [
        request, "PROXY TCP4 192.0.2.1\r\n" + request, "PROXX", "\r\n\r\n\r\n", "\u{16}\u{3}\u{1}",
        String(repeating: " ", count: 5_000),
    ])
    func `a connection that begins otherwise is closed without an answer`(text: String) throws {
        let server = try makeServer()
        let client = try TestClient(server)
        client.send(text)
        #expect(client.receiveAll() == "")
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
        #expect(server.server.statistics.proxyInvalid == 1)
        #expect(server.records().isEmpty)
    }

    @Test func `a second header is a bad request`() throws {
        let server = try makeServer()
        let client = try TestClient(server)
        #expect(client.exchange(Self.line + Self.line + Self.request).status == 400)
        #expect(peers(server) == ["192.0.2.1"])
    }

    @Test func `where no header is expected, one is a bad request`() throws {
        let server = try TestServer()
        #expect(try TestClient(server).exchange(Self.line + Self.request).status == 400)
        let client = try TestClient(server)
        client.send(ProxyHeaderTests.binary(0x11, ProxyHeaderTests.ipv4) + Array(Self.request.utf8))
        #expect(client.receiveResponse().status == 400)
        #expect(peers(server) == ["127.0.0.1", "127.0.0.1"])
    }

    @Test func `a peer that may not send a header is closed, whatever it sends`() throws {
        let server = try makeServer(peers: ["10.0.0.0/8", "::1"])
        let client = try TestClient(server)
        client.send(Self.line + Self.request)
        #expect(client.receiveAll() == "")
        #expect(server.eventually { server.server.statistics.proxyRefused == 1 })
        #expect(server.server.statistics.openConnections == 0)
    }

    @Test(arguments: ["", "PROXY TC"])
    func `a header has to come in time`(beginning: String) throws {
        let server = try makeServer { $0.deadlines.header = .milliseconds(50) }
        let client = try TestClient(server)
        client.send(beginning)
        #expect(client.receiveAll() == "")
        #expect(server.eventually { server.server.statistics.proxyExpired == 1 })
        #expect(server.server.statistics.headerExpired == 0)
    }

    @Test func `a balancer that only connects is no fault`() throws {
        let server = try makeServer()
        for text in ["", "PROXY TCP4 1"] {
            let client = try TestClient(server)
            client.send(text)
            client.finishSending()
            #expect(client.receiveAll() == "")
        }
        let statistics = server.server.statistics
        #expect(statistics.proxyInvalid + statistics.proxyExpired + statistics.proxyRefused == 0)
    }

    @Test func `limits for each address go by the header`() throws {
        let server = try makeServer(loops: 2) { $0.limits.connectionsPerPeer = 1 }
        let first = try TestClient(server)
        #expect(first.exchange(Self.line + Self.request).status == 200)
        #expect(try TestClient(server).exchange(Self.line + Self.request).status == 503)
        let other = "PROXY TCP4 192.0.2.2 198.51.100.7 1 443\r\n"
        #expect(try TestClient(server).exchange(other + Self.request).status == 200)
        first.finishSending()
        #expect(first.receiveAll() == "")
        // The refused one has left nothing behind, and the closed one has made room.
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
        #expect(try TestClient(server).exchange(Self.line + Self.request).status == 200)
        #expect(server.server.statistics.refused == 1)
    }

    @Test func `each listener has rules of its own`() throws {
        let server = try makeServer { $0.addresses.append(.loopback()) }
        #expect(try TestClient(server).exchange(Self.line + Self.request).status == 200)
        let plain = try TestClient(to: server.server.boundAddresses[1])
        #expect(plain.exchange(Self.request).status == 200)
        #expect(peers(server) == ["192.0.2.1", "127.0.0.1"])
    }

    @Test func `TLS begins behind the header`() throws {
        let authority = try CertificateAuthority.shared()
        let peers = [try #require(AddressBlock("127.0.0.1"))]
        let server = try SecureTestServer([authority.makeCertificate(names: ["a.test"])]) {
            $0.tlsClientRules = [ClientRules(proxyPeers: peers)]
        }
        let said = try server.curl("a.test", "/abc", ["--haproxy-protocol"])
        #expect(said.output == "/abc")
        #expect(try server.curl("a.test", "/abc").status != 0)
        #expect(server.statistics.proxyInvalid == 1)
        #expect(server.plain.records().map(\.isSecure) == [true])
        // The plain listener beside it expects none.
        #expect(try TestClient(server.plain).exchange(Self.request).status == 200)
    }

    @Test func `a connection without its header yet ends with the drain`() throws {
        let server = try makeServer()
        let client = try TestClient(server)
        client.send("PROXY ")
        #expect(server.eventually { server.server.statistics.openConnections == 1 })
        server.server.beginDrain(delay: .zero, limit: .milliseconds(50))
        server.server.wait()
        #expect(client.receiveAll() == "")
    }
}
