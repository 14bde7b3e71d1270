import HTTPServer
import JSONText
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// The access log's lines.
@Suite struct AccessLogTests {
    /// The members of the lines about requests, once there are so many.
    private func lines(_ gateway: GatewayFixture, count: Int) throws -> [[String: String]] {
        func requests() -> [[UInt8]] {
            gateway.log.lines.filter { String(decoding: $0, as: UTF8.self).contains("\"message\":\"request\"") }
        }
        try #require(comesTrue { requests().count >= count })
        return try requests().map { line in
            #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            let node = try JSONReader.read(Array(line.dropLast()), grammar: .rfc8259)
            guard case .object(let members) = node.value else { throw Absent() }
            return Dictionary(
                uniqueKeysWithValues: members.map { member in
                    switch member.node.value {
                    case .string(let text): (member.name, text)
                    case .number(let number): (member.name, number.text)
                    default: (member.name, "?")
                    }
                })
        }
    }

    @Test func `a line tells who asked for what and why the answer`() throws {
        let gateway = try GatewayFixture { $0.accessLog = AccessLogRules() }
        let response = try gateway.ask("/items/7?token=secret", host: "GO.shop.example:80")
        let line = try #require(try lines(gateway, count: 1).first)
        let expected = [
            "level": "info", "method": "GET", "host": "GO.shop.example:80", "target": "/items/7", "status": "302",
            "tenant": "shop", "domain": "go.shop.example", "route": "item", "reason": "route",
            "remote": "127.0.0.1", "bytes": String(response.length),
        ]
        for (name, value) in expected { #expect(line[name] == value, "\(name)") }
        #expect(line["request_id"]?.utf8.count == 16)
    }

    @Test func `the client is who a trusted balancer says, and the host is that of the request, case 60`() throws {
        let trusted = [try #require(AddressBlock("127.0.0.0/8"))]
        let gateway = try GatewayFixture {
            $0.accessLog = AccessLogRules()
            $0.clientRules = [ClientRules(proxyPeers: trusted, field: .forwarded, trusted: trusted)]
        }
        let client = try gateway.connect()
        client.send("PROXY TCP4 127.0.0.2 127.0.0.1 40000 8080\r\n")
        let fields = "Forwarded: for=1.2.3.4, for=192.0.2.7;host=b.example\r\nX-Forwarded-Host: b.example"
        #expect(client.exchange("GET /items/7 HTTP/1.1\r\nHost: go.shop.example\r\n\(fields)\r\n\r\n").status == 302)
        #expect(client.exchange("GET /items/8 HTTP/1.1\r\nHost: go.shop.example\r\n\r\n").status == 302)
        let lines = try lines(gateway, count: 2)
        #expect(lines.map { $0["remote"] } == ["192.0.2.7", "127.0.0.2"])
        #expect(lines.allSatisfy { $0["host"] == "go.shop.example" })
        let stranger = try gateway.connect()
        stranger.send("GET /items/9 HTTP/1.1\r\nHost: go.shop.example\r\n\r\n")
        #expect(stranger.receiveAll() == "")
        #expect(try gateway.metrics().contains("\npostern_http_proxy_refused_total 1\n"))
    }

    @Test(
        arguments: [
            "/\u{FF}?secret", "/%00%0a?secret", "/a\"b\\c?secret", "/\u{202E}?secret=\"", "?secret", "//x?secret",
            "/" + String(repeating: "a", count: 5000) + "?secret", "http://a.example?secret", "/\u{1F600}?secret",
        ]
    )
    func `hostile bytes make a line that can be read, without the query (case 93)`(target: String) throws {
        let gateway = try GatewayFixture { $0.accessLog = AccessLogRules() }
        var bytes = Array("GET \(target) HTTP/1.1\r\nHost: go.shop.example\r\nUser-Agent: ".utf8)
        bytes += [0xFF, 0xC0, 0x80] + Array("\r\n\r\n".utf8)
        let client = try gateway.connect()
        client.send(bytes)
        #expect((300..<500).contains(client.receiveResponse().status))
        let line = try #require(try lines(gateway, count: 1).first)
        #expect(!line.values.contains { $0.contains("secret") })
    }

    @Test func `the query is told where it is asked for`() throws {
        let gateway = try GatewayFixture {
            var rules = AccessLogRules()
            rules.showsQuery = true
            $0.accessLog = rules
        }
        _ = try gateway.ask("/items/7?utm_source=mail")
        #expect(try lines(gateway, count: 1).first?["target"] == "/items/7?utm_source=mail")
    }

    @Test func `one request in so many has a line, and all are counted`() throws {
        let gateway = try GatewayFixture {
            var rules = AccessLogRules()
            rules.sample = 4
            $0.accessLog = rules
        }
        let client = try gateway.connect()
        for _ in 0..<40 {
            #expect(client.exchange("GET /items/7 HTTP/1.1\r\nHost: go.shop.example\r\n\r\n").status == 302)
        }
        #expect(
            comesTrue {
                (try? gateway.metrics())?
                    .contains("postern_requests_total{reason=\"route\",status=\"3xx\"} 40\n") == true
            })
        #expect(try lines(gateway, count: 10).count == 10)
    }
}
