import HTTPServer
import TestSupport
import Testing

/// Content of HTTP/2 requests that are answered before it has come: RFC 9113 section 8.1.
@Suite struct UploadTests {
    typealias F = TestFrames

    private func makeServer(_ change: (inout ServerConfiguration) -> Void) throws -> SecureTestServer {
        try SecureTestServer(naming: ["a.test"], speaksHTTP2: true, change)
    }

    @Test func `content that does not come ends its stream without an error, and the connection goes on`() throws {
        let server = try makeServer { $0.deadlines.body = .milliseconds(20) }
        let client = try TLSTestClient(server)
        client.send(F.opening + F.get(1, "/first", flags: F.endHeaders) + F.data(1, "some"))
        while client.received.firstRange(of: F.reset(1, 0)) == nil { try #require(client.receiveMore()) }
        #expect(client.received.firstRange(of: "/first".utf8) != nil)
        #expect(server.statistics.bodyExpired == 1)
        client.send(F.data(1, "too late") + F.get(3, "/second"))
        while client.received.firstRange(of: "/second".utf8) == nil { try #require(client.receiveMore()) }
        #expect(server.statistics.streamFailures.isEmpty)
    }

    @Test func `the rest of a frame that does not come ends the connection`() throws {
        let server = try makeServer { $0.deadlines.body = .milliseconds(20) }
        let client = try TLSTestClient(server)
        client.send(F.opening + F.get(1, flags: F.endHeaders) + F.data(1, "something").dropLast(4))
        let said = client.receiveAll()
        #expect(said.firstRange(of: F.reset(1, 0)) != nil)
        client.finishSending()
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.bodyExpired == 2)
    }

    @Test func `content that comes in the end leaves an idle connection`() throws {
        let server = try makeServer { $0.deadlines.idle = .milliseconds(20) }
        let client = try TLSTestClient(server)
        client.send(F.opening + F.get(1, flags: F.endHeaders) + F.data(1, "something").dropLast(4))
        #expect(server.eventually { server.statistics.success == 1 })
        client.send(Array("hing".utf8) + F.data(1, flags: F.endStream))
        _ = client.receiveAll()
        client.finishSending()
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.idleExpired == 1)
        #expect(server.statistics.bodyExpired == 0)
    }
}
