import JSONText
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
        let gateway = try GatewayFixture { $0.logsRequests = true }
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

    @Test(
        arguments: [
            "/\u{FF}?secret", "/%00%0a?secret", "/a\"b\\c?secret", "/\u{202E}?secret=\"", "?secret", "//x?secret",
            "/" + String(repeating: "a", count: 5000) + "?secret", "http://a.example?secret", "/\u{1F600}?secret",
        ]
    )
    func `hostile bytes make a line that can be read, without the query (case 93)`(target: String) throws {
        let gateway = try GatewayFixture { $0.logsRequests = true }
        var bytes = Array("GET \(target) HTTP/1.1\r\nHost: go.shop.example\r\nUser-Agent: ".utf8)
        bytes += [0xFF, 0xC0, 0x80] + Array("\r\n\r\n".utf8)
        let client = try gateway.connect()
        client.send(bytes)
        #expect((300..<500).contains(client.receiveResponse().status))
        let line = try #require(try lines(gateway, count: 1).first)
        #expect(!line.values.contains { $0.contains("secret") })
    }
}
