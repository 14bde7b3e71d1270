import Platform
import Testing

@Suite struct SocketTests {
    /// A connection over loopback: the accepted, non-blocking end, and the client's.
    private func pair() throws -> (server: Int32, client: Int32) {
        let listener = try ListeningSocket(.loopback())
        #expect(listener.address.port != 0)
        let client = try Socket.connect(to: listener.address).release()
        guard case .connection(let server, let peer) = listener.accept() else {
            Issue.record("nothing to accept")
            return (-1, client)
        }
        #expect(peer.address == IPAddress(ipv4: 0x7F00_0001))
        return (server, client)
    }

    @Test func `an empty queue and an empty socket would block`() throws {
        let listener = try ListeningSocket(.loopback())
        #expect(listener.accept() == .none)
        let (server, client) = try pair()
        var pool = BufferPool()
        let block = pool.makeBlock(capacity: 16)
        #expect(pool.receive(server, into: block, limit: 16) == .wouldBlock)
        Socket.close(server)
        Socket.close(client)
    }

    @Test func `bytes arrive, then the end, and a write to who is gone is a value`() throws {
        let (server, client) = try pair()
        let text = Array("ping".utf8)
        #expect(Socket.send(client, text.span) == .bytes(4))
        Socket.finishSending(client)
        let epoll = try Epoll()
        try epoll.add(server, [.readable, .peerClosed], token: 7)
        #expect(epoll.wait(timeout: nil) == 1)
        var pool = BufferPool()
        let block = pool.makeBlock(capacity: 16)
        #expect(pool.receive(server, into: block, limit: 16) == .bytes(4))
        #expect(pool.bytes(of: block).count == 4)
        #expect(pool.receive(server, into: block, limit: 16) == .bytes(0))
        Socket.close(client)
        var outcome = Socket.send(server, text.span)
        var tries = 0
        while case .bytes = outcome, tries < 1_000 {
            _ = epoll.wait(timeout: .milliseconds(10))
            outcome = Socket.send(server, text.span)
            tries += 1
        }
        #expect(outcome == .failed(errno: 32) || outcome == .failed(errno: 104))
        Socket.close(server)
    }

    @Test func `an address in use is an error that names it`() throws {
        let listener = try ListeningSocket(.loopback())
        #expect(throws: SystemError(errno: 98, call: "bind \(listener.address)")) {
            _ = try ListeningSocket(listener.address)
        }
    }

    @Test func `the unspecified IPv6 address serves IPv4 too`() throws {
        guard let any = SocketAddress("[::]:0"), let listener = try? ListeningSocket(any) else { return }
        let client = try Socket.connect(to: .loopback(port: listener.address.port))
        guard case .connection(let server, let peer) = listener.accept() else {
            Issue.record("nothing to accept")
            return
        }
        #expect(peer.address.isIPv4)
        Socket.close(server)
        client.close()
    }

    @Test func `a closed descriptor traps`() async {
        await #expect(processExitsWith: .failure) {
            let bytes: [UInt8] = [1]
            _ = Socket.send(-1, bytes.span)
        }
    }
}
