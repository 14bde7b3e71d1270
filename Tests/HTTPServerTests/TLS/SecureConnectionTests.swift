import Cryptography
import Foundation
import HTTPServer
import HTTPWire
import Platform
import TestSupport
import Testing

/// What happens on a connection over TLS after the handshake, and around it.
@Suite struct SecureConnectionTests {
    func makeServer(
        _ names: [String] = ["a.test"], _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> SecureTestServer {
        try SecureTestServer(naming: names, change)
    }

    @Test func `a connection is used again, and pipelined requests are answered in order`() throws {
        let server = try makeServer()
        let said = try server.curl(
            "a.test", "/one", ["https://a.test/two", "-w", " %{num_connects} %{http_version}\n"])
        // What -w says of the second URL: no new connection.
        #expect(said.output.contains("0 1.1"), "\(said.output)")
        #expect(server.statistics.handshakes == 1)
        let request = #"GET /first HTTP/1.1\r\nHost: a.test\r\n\r\n"# + closingRequest("/second", host: "a.test")
        let both = try server.client(["-servername", "a.test"], input: request)
        let first = try #require(both.firstRange(of: "/first"))
        let second = try #require(both.firstRange(of: "/second"))
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test func `a large answer comes whole, also to a slow reader`() throws {
        let server = try makeServer()
        for options in [[], ["--limit-rate", "4M"]] {
            let said = try server.curl(
                "a.test", "/large?5000000", options + ["-o", "/dev/null", "-w", "%{size_download}"])
            #expect(said.output == "5000000")
            #expect(said.status == 0)
        }
        #expect(server.eventually { server.statistics.openConnections == 0 })
    }

    @Test func `content in pieces reaches the end of its request`() throws {
        let server = try makeServer()
        let content = String(repeating: "x", count: 60_000)
        let said = try server.curl(
            "a.test", "/abc", ["-d", content, "-H", "Expect:", "-o", "/dev/null", "-w", "%{http_code}"])
        #expect(said.output == "405", "\(said.output)")
    }

    @Test func `a deferred reply comes over TLS`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .seconds(60) }
        let completes = try Thread(name: "completes") { [deferrals = server.plain.deferrals] in
            if comesTrue({ deferrals.count == 1 }) { deferrals.complete(0, "later") }
        }
        #expect(try server.curl("a.test", "/deferred").output == "later")
        completes.join()
    }

    @Test func `a host outside the certificate is 421, and the connection goes on`() throws {
        let server = try makeServer(["a.test", "*.a.test"])
        let hosts = ["b.test", "a.b.a.test", "192.0.2.1", "sub.a.test", "A.test:443", "a.test."]
        let input =
            hosts.map { #"GET /\#($0) HTTP/1.1\r\nHost: \#($0)\r\n\r\n"# }.joined()
            + closingRequest("/end", host: "a.test")
        let said = try server.client(["-servername", "a.test"], input: input)
        let statuses = said.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["421", "421", "421", "200", "200", "200", "200"], "\(said)")
        #expect(server.statistics.misdirected == 3)
        let records = server.plain.records()
        #expect(records.prefix(3).allSatisfy { $0.status == 421 && $0.tenant == 0 })
        #expect(records.allSatisfy { $0.isSecure })
        #expect(server.statistics.handshakes == 1)
    }

    @Test func `a handshake that does not come in time ends the connection`() throws {
        let server = try makeServer { $0.deadlines.header = .milliseconds(20) }
        let silent = try TestClient(to: server.address)
        let slow = try TestClient(to: server.address)
        slow.send(Self.beginningOfHello)
        #expect(silent.receiveAll() == "")
        #expect(slow.receiveAll() == "")
        #expect(server.eventually { server.statistics.handshakesExpired == 2 })
        #expect(server.eventually { server.statistics.handshakesUnderWay == 0 })
    }

    @Test func `more handshakes than allowed are refused, and what ends makes room`() throws {
        let server = try makeServer { $0.limits.handshakes = 1 }
        var slow: TestClient? = try TestClient(to: server.address)
        slow?.send(Self.beginningOfHello)
        #expect(server.eventually { server.statistics.handshakesUnderWay == 1 })
        #expect(try server.curl("a.test", "/abc").status != 0)
        #expect(server.statistics.handshakesRefused >= 1)
        slow = nil
        #expect(server.eventually { server.statistics.handshakesUnderWay == 0 })
        #expect(try server.curl("a.test", "/abc").output == "/abc")
    }

    @Test func `handshakes beyond a turn's share come in the next`() throws {
        let server = try makeServer { $0.limits.handshakeStepsPerTurn = 1 }
        let clients = try (0..<40).map { _ in try TestClient(to: server.address) }
        for client in clients { client.send(Self.beginningOfHello) }
        #expect(server.eventually { server.statistics.handshakesUnderWay == 40 })
        #expect(try server.curl("a.test", "/abc").output == "/abc")
    }

    @Test func `an idle connection ends with close_notify, and plain listeners stay plain`() throws {
        let server = try makeServer { $0.deadlines.idle = .milliseconds(20) }
        let said = try server.client(
            ["-servername", "a.test", "-msg"], input: #"GET /abc HTTP/1.1\r\nHost: a.test\r\n\r\n"#)
        #expect(said.contains("200 OK"))
        #expect(said.contains("close_notify"), "\(said)")
        let client = try TestClient(server.plain)
        let response = client.exchange("GET /plain HTTP/1.1\r\nHost: b.test\r\n\r\n")
        #expect(response.status == 200)
    }

    /// RFC 8446 section 4.6.3; what a change costs is much more than what asking for it does.
    @Test func `keys may be changed now and then, and not again and again`() throws {
        let server = try makeServer()
        let client = try TLSTestClient(server, speaksHTTP2: false)
        for number in 1...3 {
            for _ in 1...32 { client.updateKeys() }
            client.send(Array("GET /\(number) HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8))
            while client.received.firstRange(of: "\r\n\r\n/\(number)".utf8) == nil {
                try #require(client.receiveMore())
            }
        }
        for _ in 1...33 { client.updateKeys() }
        _ = client.receiveAll()
        client.finishSending()
        #expect(server.eventually { server.statistics.tlsFailures == [.protocolViolated: 1] })
        #expect(server.eventually { server.statistics.openConnections == 0 })
    }

    @Test func `a drain answers what is under way and ends`() throws {
        let server = try makeServer { $0.deadlines.deferredReply = .seconds(60) }
        let completes = try Thread(name: "completes") {
            [deferrals = server.plain.deferrals, server = server.plain.server] in
            guard comesTrue({ deferrals.count == 1 }) else { return }
            server.beginDrain(delay: .zero, limit: .seconds(60))
            deferrals.complete(0, "drained")
        }
        let said = try server.curl("a.test", "/deferred", ["-i"])
        #expect(said.output.contains("drained"), "\(said.output)")
        #expect(said.output.lowercased().contains("connection: close"), "\(said.output)")
        completes.join()
        server.plain.server.wait()
        #expect(server.statistics.openConnections == 0)
    }

    @Test func `bytes that are no handshake end the connection and nothing else`() throws {
        var generator = SeededGenerator(seed: 1)
        let server = try makeServer()
        for _ in 0..<200 {
            let client = try TestClient(to: server.address)
            var bytes = Self.beginningOfHello
            for index in bytes.indices where UInt8.random(in: 0...9, using: &generator) == 0 {
                bytes[index] = .random(in: 0...255, using: &generator)
            }
            client.send(bytes + (0..<2_000).map { _ in .random(in: 0...255, using: &generator) })
            client.finishSending()
            while client.receiveMore() {}
        }
        #expect(server.eventually { server.statistics.openConnections == 0 })
        #expect(server.statistics.handshakesUnderWay == 0)
        #expect(try server.curl("a.test", "/abc").output == "/abc")
    }

    /// The first bytes of a record with a hello of 512 bytes.
    static let beginningOfHello: [UInt8] =
        [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] + [UInt8](repeating: 7, count: 32)
}
