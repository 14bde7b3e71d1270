import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// What becomes of clients that take their time, case 87: the states, with deadlines that are short or already over.
@Suite struct DeadlineTests {
    private let host = "Host: a.example\r\n\r\n"

    /// A server that finds a client's first bytes with its connection: no deadline ends between the two.
    private func server(
        finding text: String, _ change: (inout ServerDeadlines) -> Void
    ) throws -> (TestServer, TestClient) {
        let server = try TestServer(isStarted: false) { change(&$0.deadlines) }
        let client = try TestClient(server)
        client.send(text)
        try server.server.start()
        return (server, client)
    }

    @Test func `a header block that does not come in time is 408`() throws {
        let (server, client) = try server(finding: "GET /abc HTTP/1.1\r\nHos") { $0.header = .milliseconds(20) }
        let response = client.receiveResponse()
        #expect(response.status == 408)
        #expect(response.fields["connection"] == "close")
        #expect(client.receiveAll() == "")
        #expect(server.server.statistics.headerExpired == 1)
    }

    @Test func `bytes that trickle do not extend the time of a header block`() throws {
        let (server, client) = try server(finding: "GET /abc HTTP/1.1\r\nX-A: ") { $0.header = .milliseconds(50) }
        let wait = try Epoll()
        var sent = 0
        while server.server.statistics.headerExpired == 0, sent < 10_000 {
            client.send("a")
            sent += 1
            _ = wait.wait(timeout: .milliseconds(1))
        }
        #expect(client.receiveResponse().status == 408)
    }

    @Test func `a connection that sends nothing is closed without an answer`() throws {
        let server = try TestServer { $0.deadlines.header = .milliseconds(20) }
        let client = try TestClient(server)
        #expect(client.receiveAll() == "")
        #expect(!client.isReset)
        #expect(server.records().isEmpty)
    }

    @Test func `content that does not come in time is 408`() throws {
        let server = try TestServer { $0.deadlines.body = .milliseconds(20) }
        for framing in ["Content-Length: 5\r\n\r\nhel", "Transfer-Encoding: chunked\r\n\r\n5\r\nhe"] {
            let client = try TestClient(server)
            client.send("POST /abc HTTP/1.1\r\nHost: a\r\n\(framing)")
            #expect(client.receiveResponse().status == 408)
            #expect(client.receiveAll() == "")
        }
        #expect(server.server.statistics.bodyExpired == 2)
    }

    @Test func `an idle connection is closed without a reset, case 138`() throws {
        let server = try TestServer { $0.deadlines.idle = .milliseconds(20) }
        let client = try TestClient(server)
        #expect(client.exchange("GET /abc HTTP/1.1\r\n\(host)").status == 200)
        #expect(client.receiveAll() == "")
        #expect(!client.isReset)
        #expect(server.eventually { server.server.statistics.idleExpired == 1 })
    }

    @Test func `a request sent around the idle deadline is answered or meets an orderly end, case 138`() throws {
        let server = try TestServer { $0.deadlines.idle = .milliseconds(2) }
        let wait = try Epoll()
        for _ in 0..<100 {
            let client = try TestClient(server)
            #expect(client.exchange("GET /1 HTTP/1.1\r\n\(host)").status == 200)
            _ = wait.wait(timeout: .milliseconds(2))
            client.send("GET /2 HTTP/1.1\r\n\(host)")
            let rest = client.receiveAll()
            #expect(rest.isEmpty || rest.hasSuffix("/2"))
            #expect(!client.isReset)
        }
    }

    @Test func `the default idle time is longer than a load balancer's, case 138`() {
        #expect(ServerDeadlines().idle > .seconds(60))
    }

    @Test func `a peer that does not take its answer is let go`() throws {
        let server = try TestServer { $0.deadlines.write = .milliseconds(20) }
        let client = try TestClient(server)
        client.send("GET /large?50000000 HTTP/1.1\r\n\(host)")
        #expect(server.eventually { server.server.statistics.writeExpired == 1 })
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
    }

    @Test func `a peer that never ends its side is let go`() throws {
        let server = try TestServer { $0.deadlines.linger = .milliseconds(20) }
        let client = try TestClient(server)
        #expect(client.exchange("GET / HTTP/1.0\r\n\r\n").status == 200)
        #expect(server.eventually { server.server.statistics.lingerExpired == 1 })
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
        #expect(client.receiveAll() == "")
    }
}
