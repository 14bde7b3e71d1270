import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// The end of a server, cases 139 and 142.
@Suite struct DrainTests {
    private let host = "Host: a.example\r\n\r\n"

    @Test func `while the drain is delayed all is served, and every answer ends its connection`() throws {
        let server = try TestServer(loops: 2)
        let idle = try TestClient(server)
        #expect(idle.exchange("GET /1 HTTP/1.1\r\n\(host)").fields["connection"] == nil)
        server.server.beginDrain(delay: .seconds(60), limit: .seconds(60))
        // Each loop learns of it in its own time.
        let told = server.eventually {
            guard let client = try? TestClient(server) else { return false }
            return client.exchange("GET /new HTTP/1.1\r\n\(host)").fields["connection"] == "close"
        }
        #expect(told)
        let response = idle.exchange("GET /2 HTTP/1.1\r\n\(host)")
        #expect(response.body == "/2")
        #expect(response.fields["connection"] == "close")
        #expect(idle.receiveAll() == "")
        // A second call shortens.
        server.server.beginDrain(delay: .zero, limit: .seconds(60))
        server.server.wait()
    }

    @Test func `idle connections end with the delay, not before, and without a reset`() throws {
        let server = try TestServer()
        let idle = try TestClient(server)
        #expect(idle.exchange("GET /1 HTTP/1.1\r\n\(host)").status == 200)
        server.server.beginDrain(delay: .seconds(60), limit: .seconds(60))
        #expect(server.server.statistics.openConnections == 1)
        server.server.beginDrain(delay: .zero, limit: .seconds(60))
        #expect(idle.receiveAll() == "")
        #expect(!idle.isReset)
        server.server.wait()
        #expect(throws: SystemError(errno: 111, call: "connect \(server.address)")) { try TestClient(server) }
    }

    @Test func `what is under way is finished`() throws {
        let server = try TestServer { $0.deadlines.deferredReply = .seconds(60) }
        let deferred = try TestClient(server)
        deferred.send("GET /deferred HTTP/1.1\r\n\(host)")
        let large = try TestClient(server)
        large.send("GET /large?30000000 HTTP/1.1\r\n\(host)")
        let half = try TestClient(server)
        half.send("POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
        #expect(large.receiveMore())
        #expect(server.eventually { server.deferrals.count == 1 })
        server.server.beginDrain(delay: .zero, limit: .seconds(60))
        server.deferrals.complete(0, "later")
        half.send("cd")
        let last = deferred.receiveResponse()
        #expect(last.body == "later")
        #expect(last.fields["connection"] == "close")
        #expect(half.receiveResponse().status == 405)
        #expect(large.receiveResponse().body.utf8.count == 30_000_000)
        for client in [deferred, half, large] {
            #expect(client.receiveAll() == "")
            client.finishSending()
        }
        server.server.wait()
    }

    @Test func `the limit ends what does not end by itself`() throws {
        let server = try TestServer { $0.deadlines.deferredReply = .seconds(60) }
        let client = try TestClient(server)
        client.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 1 })
        server.server.beginDrain(delay: .zero, limit: .milliseconds(20))
        server.server.wait()
        #expect(client.receiveAll() == "")
        #expect(server.server.statistics.openConnections == 0)
        #expect(server.server.statistics.owedReplies == 0)
        // Nobody is left to take it.
        server.deferrals.complete(0, "too late")
    }

    @Test func `connections that wait in the queue are answered`() throws {
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = 2
        let deferrals = try Deferrals()
        let server = try HTTPServer(configuration) { TestHandler($0, deferrals) }
        let sockets = try (0..<50).map { _ in
            let socket = try Socket.connect(to: server.boundAddresses[0]).release()
            let request = Array("GET /queued HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
            #expect(Socket.send(socket, request.span) == .bytes(request.count))
            return socket
        }
        // The drain is already over when the loops come to accept.
        server.beginDrain(delay: .zero, limit: .seconds(60))
        try server.start()
        var pool = BufferPool()
        for socket in sockets {
            let block = pool.makeBlock(capacity: 1_024)
            guard case .bytes(let count) = pool.receive(socket, into: block, limit: 1_024) else {
                Issue.record("no answer")
                continue
            }
            #expect(count > 15)
            #expect(pool.bytes(of: block)[9] == 0x32)
            Socket.close(socket)
            pool.release(block)
        }
        server.wait()
        #expect(server.statistics.success == 50)
    }

    @Test func `a drain under load loses no request, case 139`() throws {
        for round in 0..<3 {
            let server = try TestServer(loops: 2)
            let address = server.address
            let results = LockedValue((answered: 0, lost: 0, refused: 0))
            let group = ThreadGroup()
            for _ in 0..<4 {
                try group.start(name: "client") { load(address, results) }
            }
            #expect(server.eventually { results.withLock { $0.answered } > 200 })
            server.server.beginDrain(delay: .milliseconds(50), limit: .seconds(60))
            server.server.wait()
            group.join()
            #expect(results.withLock { $0.lost } == 0, "round \(round)")
            #expect(results.withLock { $0.refused } == 4)
        }
    }
}

/// Requests on connections that are kept as long as the server says so, until no connection is accepted any more.
private func load(_ address: SocketAddress, _ results: LockedValue<(answered: Int, lost: Int, refused: Int)>) {
    var pool = BufferPool()
    let block = pool.makeBlock(capacity: 4_096)
    let request = Array("GET /load HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
    while true {
        guard let socket = try? Socket.connect(to: address) else {
            results.withLock { $0.refused += 1 }
            return
        }
        var isKept = true
        var answers = 0
        while isKept {
            guard case .bytes = Socket.send(socket.rawValue, request.span),
                case .bytes(let count) = pool.receive(socket.rawValue, into: block, limit: 4_096), count > 0
            else {
                // The one end without an answer that may be: a connection that had waited for another request.
                if answers == 0 { results.withLock { $0.lost += 1 } }
                break
            }
            answers += 1
            isKept = !contains(pool.bytes(of: block), "Connection: close")
            pool.truncate(block, to: 0)
            results.withLock { $0.answered += 1 }
        }
        pool.truncate(block, to: 0)
    }
}

private func contains(_ bytes: Span<UInt8>, _ text: String) -> Bool {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self).contains(text)
}
