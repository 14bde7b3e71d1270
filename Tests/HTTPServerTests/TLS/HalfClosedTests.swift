import HTTPServer
import TestSupport
import Testing

/// Clients that end their side while a reply is owed to them: it is sent as long as they may read it.
@Suite struct HalfClosedTests {
    /// How a client ends its side.
    enum End: CaseIterable {
        case notice, socket, both
    }

    private func makeServer(speaksHTTP2: Bool) throws -> SecureTestServer {
        try SecureTestServer(naming: ["a.test"], speaksHTTP2: speaksHTTP2) {
            $0.deadlines.deferredReply = .seconds(600)
        }
    }

    private func finish(_ client: TLSTestClient, _ end: End) {
        if end != .socket { client.close() }
        if end != .notice { client.finishSending() }
    }

    @Test(arguments: End.allCases)
    func `streams get the replies they are owed, and the connection ends`(_ end: End) throws {
        let server = try makeServer(speaksHTTP2: true)
        let client = try TLSTestClient(server)
        client.send(TestFrames.opening + TestFrames.get(1, "/deferred") + TestFrames.get(3, "/deferred"))
        #expect(server.eventually { server.plain.deferrals.count == 2 })
        finish(client, end)
        server.plain.deferrals.complete(1, "the second")
        server.plain.deferrals.complete(0, "the first")
        let said = String(decoding: client.receiveAll(), as: UTF8.self)
        #expect(said.contains("the first"))
        #expect(said.contains("the second"))
        client.finishSending()
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.plain.records().map(\.status) == [200, 200])
        #expect(server.statistics.owedReplies == 0)
    }

    @Test(arguments: End.allCases)
    func `a request of HTTP 1 gets the reply it is owed`(_ end: End) throws {
        let server = try makeServer(speaksHTTP2: false)
        let client = try TLSTestClient(server, speaksHTTP2: false)
        client.send(Array("GET /deferred HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8))
        #expect(server.eventually { server.plain.deferrals.count == 1 })
        finish(client, end)
        server.plain.deferrals.complete(0, "later")
        #expect(String(decoding: client.receiveAll(), as: UTF8.self).contains("later"))
        client.finishSending()
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.plain.records().map(\.status) == [200])
    }

    @Test func `a request without TLS gets the reply it is owed`() throws {
        let server = try TestServer { $0.deadlines.deferredReply = .seconds(600) }
        let client = try TestClient(server)
        client.send("GET /deferred HTTP/1.1\r\nHost: a.test\r\n\r\n")
        #expect(server.eventually { server.deferrals.count == 1 })
        client.finishSending()
        server.deferrals.complete(0, "later")
        #expect(client.receiveResponse().body == "later")
        #expect(client.receiveAll() == "")
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
    }

    @Test func `what a client's windows keep back is dropped when it sends no more`() throws {
        let server = try makeServer(speaksHTTP2: true)
        let client = try TLSTestClient(server)
        client.send(TestFrames.preface + TestFrames.settings([(4, 0)]) + TestFrames.get(1, "/large?1000"))
        #expect(server.eventually { server.statistics.success == 1 })
        client.close()
        _ = client.receiveAll()
        client.finishSending()
        #expect(server.eventually { server.statistics.openConnections == 0 })
    }
}
