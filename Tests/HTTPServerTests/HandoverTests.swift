import HTTPServer
import Platform
import TestSupport
import Testing

/// Listening sockets that go from one server to the next.
@Suite struct HandoverTests {
    private static let request = "GET /abc HTTP/1.1\r\nHost: a.example\r\n\r\n"

    private func makeServer(given: GivenSockets? = nil, loops: Int = 2) throws -> HTTPServer {
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback(), .loopback()])
        configuration.loops = loops
        let deferrals = try Deferrals()
        return try HTTPServer(configuration, given: given) { TestHandler($0, deferrals) }
    }

    private func end(_ server: HTTPServer) {
        server.beginDrain(delay: .zero, limit: .seconds(60), handsOver: true)
        server.wait()
    }

    @Test func `a successor has the addresses, and what is under way is finished where it began`() throws {
        let first = try makeServer(loops: 1)
        let copies = try first.copyListeners()
        #expect(copies.map(\.kind) == ["test", "test"])
        try first.start()
        let kept = try TestClient(to: first.boundAddresses[0])
        #expect(kept.exchange(Self.request).status == 200)
        let second = try makeServer(given: GivenSockets(copies))
        #expect(second.boundAddresses == first.boundAddresses)
        try second.start()

        first.beginDrain(delay: .seconds(60), limit: .seconds(60), handsOver: true)
        // No connection is accepted any more, but kept ones are served during the delay.
        let accepted = first.statistics.accepted
        #expect(comesTrue { kept.exchange(Self.request).fields["connection"] == "close" })
        for address in second.boundAddresses {
            #expect(try TestClient(to: address).exchange(Self.request).status == 200)
        }
        #expect(first.statistics.accepted == accepted)
        #expect(second.statistics.accepted == 2)
        first.beginDrain(delay: .zero, limit: .seconds(60))
        first.wait()
        // The filter that keeps handshakes from a socket that closes was not attached.
        #expect(try TestClient(to: second.boundAddresses[1]).exchange(Self.request).status == 200)
        end(second)
    }

    @Test func `connections that wait are left to the successor`() throws {
        let first = try makeServer()
        let copies = try first.copyListeners()
        let waiting = try TestClient(to: first.boundAddresses[0])
        waiting.send(Self.request)
        first.beginDrain(delay: .zero, limit: .seconds(60), handsOver: true)
        try first.start()
        first.wait()
        let second = try makeServer(given: GivenSockets(copies))
        try second.start()
        #expect(waiting.receiveResponse().status == 200)
        #expect(first.statistics.accepted + second.statistics.accepted == 1)
        end(second)
    }

    @Test func `a socket is taken by kind and address, or by the address alone`() throws {
        let sockets = try (0..<3).map { _ in try ListeningSocket(.loopback()).duplicate() }
        let given = GivenSockets([
            .init(kind: "other", address: .loopback(), descriptor: sockets[0], isShared: false),
            .init(kind: nil, address: .loopback(), descriptor: sockets[1], isShared: true),
            .init(kind: "test", address: .loopback(port: 1), descriptor: sockets[2], isShared: false),
        ])
        let server = try makeServer(given: given)
        #expect(try server.boundAddresses[0] == ListeningSocket.address(ofListening: sockets[1]))
        #expect(given.remaining.map(\.descriptor) == [sockets[0], sockets[2]])
        try server.start()
        let client = try TestClient(to: server.boundAddresses[1])
        #expect(client.exchange(Self.request).status == 200)
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
    }

    @Test func `20 handovers under load lose no connection`() throws {
        var server = try makeServer()
        var copies = try server.copyListeners()
        try server.start()
        let load = try ConnectionLoad(on: server.boundAddresses, Self.request)
        for _ in 0..<20 {
            let successor = try makeServer(given: GivenSockets(copies))
            copies = try successor.copyListeners()
            try successor.start()
            let before = load.answered
            #expect(comesTrue { load.answered > before + 20 })
            end(server)
            server = successor
        }
        load.stop()
        #expect(load.failed == [])
        #expect(load.answered > 400)
        for copy in copies { Socket.close(copy.descriptor) }
        end(server)
    }
}
