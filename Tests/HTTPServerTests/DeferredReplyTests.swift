import HTTPServer
import HTTPWire
import TestSupport
import Testing

/// Replies that come later: each is written once, to the request it belongs to, or dropped.
@Suite struct DeferredReplyTests {
    private let host = "Host: a.example\r\n\r\n"

    private func patientServer(loops: Int = 1) throws -> TestServer {
        try TestServer(loops: loops) { $0.deadlines.deferredReply = .seconds(60) }
    }

    @Test func `a completion is written, with what the handler had recorded`() throws {
        let server = try patientServer()
        let client = try TestClient(server)
        client.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 1 })
        #expect(server.eventually { server.server.statistics.owedReplies == 1 })
        server.deferrals.complete(0, "later")
        #expect(client.receiveResponse().body == "later")
        #expect(client.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
        #expect(server.server.statistics.owedReplies == 0)
        let record = try #require(server.records().first)
        #expect(record.tenant == 7)
        #expect(record.link == 3)
        #expect(record.status == 200)
        #expect(record.target.description == "/deferred")
    }

    @Test func `HEAD and old clients get the same from a deferred reply as from another`() throws {
        let server = try patientServer()
        let head = try TestClient(server)
        head.send("HEAD /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 1 })
        server.deferrals.complete(0, "later")
        let response = head.receiveResponse(hasBody: false)
        #expect(response.fields["content-length"] == "5")
        #expect(head.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
        let old = try TestClient(server)
        old.send("GET /deferred HTTP/1.0\r\n\r\n")
        #expect(server.eventually { server.deferrals.count == 2 })
        server.deferrals.complete(1, "later")
        #expect(old.receiveResponse().fields["connection"] == "close")
        #expect(old.receiveAll() == "")
    }

    @Test func `requests behind a deferred one wait, and are answered in order`() throws {
        let server = try patientServer()
        let client = try TestClient(server)
        client.send("GET /1 HTTP/1.1\r\n\(host)GET /deferred HTTP/1.1\r\n\(host)GET /3 HTTP/1.1\r\n\(host)")
        #expect(client.receiveResponse().body == "/1")
        #expect(server.eventually { server.deferrals.count == 1 })
        client.send("GET /deferred HTTP/1.1\r\n\(host)GET /5 HTTP/1.1\r\n\(host)")
        #expect(client.received.isEmpty)
        server.deferrals.complete(0, "2")
        #expect(client.receiveResponse().body == "2")
        #expect(client.receiveResponse().body == "/3")
        #expect(server.eventually { server.deferrals.count == 2 })
        server.deferrals.complete(1, "4")
        #expect(client.receiveResponse().body == "4")
        #expect(client.receiveResponse().body == "/5")
    }

    @Test func `a large answer ahead of a deferred one does not mix with it`() throws {
        let server = try patientServer()
        let client = try TestClient(server)
        client.send(
            "GET /large?20000000 HTTP/1.1\r\n\(host)GET /deferred HTTP/1.1\r\n\(host)GET /3 HTTP/1.1\r\n\(host)")
        #expect(client.receiveMore())
        // The second is read once the first is gone, or before, as the sockets' buffers have it.
        let completed = server.eventually {
            client.receiveMore()
            return server.deferrals.count == 1
        }
        #expect(completed)
        server.deferrals.complete(0, "2")
        #expect(client.receiveResponse().body.utf8.count == 20_000_000)
        #expect(client.receiveResponse().body == "2")
        #expect(client.receiveResponse().body == "/3")
    }

    @Test func `a reply that does not come in time is 503, and its completion is dropped`() throws {
        let server = try TestServer { $0.deadlines.deferredReply = .milliseconds(20) }
        let client = try TestClient(server)
        let response = client.exchange("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(response.status == 503)
        #expect(response.fields["retry-after"] == "1")
        #expect(response.fields["cache-control"] == "no-store")
        // The same connection owes another reply now; the late completion is not for it.
        client.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 2 })
        server.deferrals.complete(0, "late")
        #expect(client.receiveResponse().status == 503)
        #expect(server.eventually { server.server.statistics.completionsDropped == 1 })
        #expect(server.server.statistics.deferredReplyExpired == 2)
        #expect(client.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
    }

    @Test func `a second completion is dropped`() throws {
        let server = try patientServer()
        let client = try TestClient(server)
        client.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 1 })
        server.deferrals.complete(0, "first")
        server.deferrals.complete(0, "second")
        #expect(client.receiveResponse().body == "first")
        #expect(server.eventually { server.server.statistics.completionsDropped == 1 })
        #expect(client.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
    }

    @Test
    func `a client that resets its connection frees its place, and a later one there is not answered in its stead`()
        throws
    {
        let server = try patientServer()
        do {
            let client = try TestClient(server)
            client.send("GET /deferred HTTP/1.1\r\n\(host)")
            #expect(server.eventually { server.deferrals.count == 1 })
            client.resetAtEnd()
        }
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
        #expect(server.server.statistics.owedReplies == 0)
        let other = try TestClient(server)
        other.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.deferrals.count == 2 })
        server.deferrals.complete(0, "for who is gone")
        server.deferrals.complete(1, "for who is here")
        #expect(other.receiveResponse().body == "for who is here")
        #expect(server.server.statistics.completionsDropped == 1)
        let records = server.records()
        #expect(records.map { $0.status } == [RequestRecord.abandoned, 200])
        #expect(records.map { $0.target.description } == ["/deferred", "/deferred"])
        #expect(records.map { $0.bytes > 0 } == [false, true])
    }

    @Test func `a completion of a reply that was given at once is not for the next`() throws {
        let server = try patientServer()
        let client = try TestClient(server)
        #expect(client.exchange("GET /answered-and-deferred HTTP/1.1\r\n\(host)").status == 200)
        client.send("GET /deferred HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.server.statistics.owedReplies == 1 })
        server.deferrals.complete(0, "of the first")
        server.deferrals.complete(1, "of the second")
        #expect(client.receiveResponse().body == "of the second")
        #expect(server.server.statistics.completionsDropped == 1)
    }

    @Test func `replies beyond the limit are 503 at once`() throws {
        let server = try TestServer {
            $0.deadlines.deferredReply = .seconds(60)
            $0.limits.deferredReplies = 2
        }
        let clients = try (0..<2).map { _ in try TestClient(server) }
        for client in clients { client.send("GET /deferred HTTP/1.1\r\n\(host)") }
        #expect(server.eventually { server.server.statistics.owedReplies == 2 })
        let third = try TestClient(server)
        #expect(third.exchange("GET /deferred HTTP/1.1\r\n\(host)").fields["retry-after"] == "1")
        #expect(server.server.statistics.deferredRefused == 1)
        // The refused one is dropped also when its completion comes.
        server.deferrals.complete(2, "refused")
        server.deferrals.complete(0, "first")
        server.deferrals.complete(1, "second")
        #expect(Set(clients.map { $0.receiveResponse().body }) == ["first", "second"])
        #expect(third.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
    }

    @Test func `completions find their loop`() throws {
        let server = try patientServer(loops: 3)
        let clients = try (0..<12).map { _ in try TestClient(server) }
        for (index, client) in clients.enumerated() {
            client.send("GET /deferred HTTP/1.1\r\n\(host)")
            #expect(server.eventually { server.deferrals.count == index + 1 })
        }
        for index in clients.indices.reversed() { server.deferrals.complete(index, "answer \(index)") }
        for (index, client) in clients.enumerated() { #expect(client.receiveResponse().body == "answer \(index)") }
    }
}
