import HTTPWire
import Platform
import TestSupport
import Testing

@testable import HTTPServer

/// Who the client is behind balancers that say so in a field, cases 60, 89 and 91.
@Suite struct ForwardedClientTests {
    private static let trusted = ["10.0.0.0/24", "2001:db8:1::/48"].compactMap { AddressBlock($0) }

    /// The client as a text, with `+tls` or `-tls` where somebody says so.
    private func client(
        _ field: ClientRules.ForwardedField, _ lines: [String], peer: String = "10.0.0.3"
    ) throws -> String {
        let peer = try #require(IPAddress(peer))
        let text = (["GET / HTTP/1.1", "Host: a.example"] + lines).joined(separator: "\r\n") + "\r\n\r\n"
        let bytes = Array(text.utf8)
        let limits = RequestLimits()
        var head = RequestHead(limits: limits)
        var parser = RequestParser()
        guard case .complete = parser.parse(bytes.span, into: &head, limits: limits) else {
            Issue.record("the request is not read: \(lines)")
            return ""
        }
        let rules = ClientRules(field: field, trusted: Self.trusted)
        let client = ForwardedClient(peer, head.view(over: bytes.span), rules)
        return "\(client.address)" + (client.isSecure.map { $0 ? " +tls" : " -tls" } ?? "")
    }

    @Test(arguments: [
        ([], "10.0.0.3"),
        (["X-Forwarded-For: 198.51.100.7"], "198.51.100.7"),
        // What stands left of the first address that is not trusted is the client's own word.
        (["X-Forwarded-For: 1.2.3.4, 198.51.100.7"], "198.51.100.7"),
        (["X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 198.51.100.7"], "198.51.100.7"),
        (["X-Forwarded-For: 198.51.100.7, 10.0.0.9"], "198.51.100.7"),
        (["x-forwarded-for: 198.51.100.7", "X-FORWARDED-FOR:10.0.0.9,10.0.0.8"], "198.51.100.7"),
        (["X-Forwarded-For: 10.0.0.9, 10.0.0.8"], "10.0.0.9"),
        (["X-Forwarded-For:  \t198.51.100.7\t , 10.0.0.8 "], "198.51.100.7"),
        // Addresses in their spellings.
        (["X-Forwarded-For: [2001:db8::1]:443"], "2001:db8::1"), (["X-Forwarded-For: 2001:db8::1"], "2001:db8::1"),
        (["X-Forwarded-For: [2001:db8::1]"], "2001:db8::1"), (["X-Forwarded-For: 198.51.100.7:1234"], "198.51.100.7"),
        (["X-Forwarded-For: 198.51.100.7, 2001:db8:1::5"], "198.51.100.7"),
        // What is no address ends the walk.
        (["X-Forwarded-For: 198.51.100.7, unknown"], "10.0.0.3"),
        (["X-Forwarded-For: 198.51.100.7, unknown, 10.0.0.8"], "10.0.0.8"),
        (["X-Forwarded-For: 198.51.100.7,"], "10.0.0.3"), (["X-Forwarded-For:"], "10.0.0.3"),
        (["X-Forwarded-For: 198.51.100.7 10.0.0.8"], "10.0.0.3"), (["X-Forwarded-For: 198.51.100.07"], "10.0.0.3"),
        (["X-Forwarded-For: \"198.51.100.7\""], "10.0.0.3"), (["X-Forwarded-For: [198.51.100.7]"], "10.0.0.3"),
        (["X-Forwarded-For: 198.51.100.7:port"], "10.0.0.3"), (["X-Forwarded-For: [::1]x"], "10.0.0.3"),
        (["X-Forwarded-For: 198.51.100.7:123456"], "10.0.0.3"), (["X-Forwarded-For: [::1"], "10.0.0.3"),
        // The other field and other names are not read.
        (["Forwarded: for=198.51.100.7", "X-Real-IP: 198.51.100.8", "X-Forwarded-Host: b.example"], "10.0.0.3"),
        // What the client spoke.
        (["X-Forwarded-Proto: https"], "10.0.0.3 +tls"), (["X-Forwarded-Proto: http"], "10.0.0.3 -tls"),
        (["X-Forwarded-For: 198.51.100.7", "X-Forwarded-Proto: HTTPS"], "198.51.100.7 +tls"),
        (["X-Forwarded-For: 198.51.100.7", "X-Forwarded-Proto: https,http"], "198.51.100.7 -tls"),
        (
            ["X-Forwarded-For: 198.51.100.7", "X-Forwarded-Proto: http", "X-Forwarded-Proto: https"],
            "198.51.100.7 +tls"
        ),
        (["X-Forwarded-For: 198.51.100.7, 10.0.0.9", "X-Forwarded-Proto: https, http"], "198.51.100.7 +tls"),
        (["X-Forwarded-For: 198.51.100.7, 10.0.0.9", "X-Forwarded-Proto: https"], "198.51.100.7 +tls"),
        (["X-Forwarded-For: 198.51.100.7", "X-Forwarded-Proto: httpsx"], "198.51.100.7 -tls"),
    ])
    func `X-Forwarded-For is walked from the right`(lines: [String], expected: String) throws {
        #expect(try client(.xForwardedFor, lines) == expected)
    }

    @Test(arguments: [
        ([], "10.0.0.3"),
        (["Forwarded: for=198.51.100.7"], "198.51.100.7"),
        (["Forwarded: for=1.2.3.4, for=198.51.100.7"], "198.51.100.7"),
        (["Forwarded: for=1.2.3.4", "Forwarded: For=198.51.100.7"], "198.51.100.7"),
        (["Forwarded: for=198.51.100.7;proto=https;by=10.0.0.1;host=b.example"], "198.51.100.7 +tls"),
        (["Forwarded: proto=http;for=198.51.100.7"], "198.51.100.7 -tls"),
        (["Forwarded: for=\"[2001:db8::1]:4711\""], "2001:db8::1"),
        (["Forwarded: for=\"[2001:db8::1]\""], "2001:db8::1"),
        (["Forwarded: for=\"198.51.100.7:80\""], "198.51.100.7"),
        (["Forwarded: for=\"198.51.100.7:_gazonk\""], "198.51.100.7"),
        (["Forwarded: for=\"198.51\\.100.7\""], "198.51.100.7"),
        (["Forwarded: for=198.51.100.7;proto=https, for=10.0.0.9;proto=http"], "198.51.100.7 +tls"),
        (["Forwarded: for=198.51.100.7;proto=https", "Forwarded: for=10.0.0.9;proto=http"], "198.51.100.7 +tls"),
        (["Forwarded: for=198.51.100.7 ; proto=https , ,"], "198.51.100.7 +tls"),
        (["Forwarded: ;for=198.51.100.7;"], "198.51.100.7"),
        // A comma or a semicolon in quotes divides nothing.
        (["Forwarded: for=198.51.100.7;ext=\"a,for=1.2.3.4;\\\"\""], "198.51.100.7"),
        // Names, and elements that say nothing of the client, end the walk.
        (["Forwarded: for=198.51.100.7, for=unknown"], "10.0.0.3"),
        (["Forwarded: for=198.51.100.7, for=_hidden, for=10.0.0.9"], "10.0.0.9"),
        (["Forwarded: for=198.51.100.7, proto=https"], "10.0.0.3"),
        // Of a malformed field nothing is taken.
        (["Forwarded: for=198.51.100.7, for=\"10.0.0.9"], "10.0.0.3"), (["Forwarded: for=[2001:db8::1]"], "10.0.0.3"),
        (["Forwarded: for=2001:db8::1"], "10.0.0.3"), (["Forwarded: for=\"2001:db8::1\""], "10.0.0.3"),
        (["Forwarded: for=198.51.100.7;for=198.51.100.8"], "10.0.0.3"), (["Forwarded: for = 198.51.100.7"], "10.0.0.3"),
        (["Forwarded: 198.51.100.7"], "10.0.0.3"), (["Forwarded: for="], "10.0.0.3"), (["Forwarded: =a"], "10.0.0.3"),
        (["Forwarded: for=198.51.100.7 for=10.0.0.9"], "10.0.0.3"), (["Forwarded: for=\"a\\"], "10.0.0.3"),
        (["Forwarded: for=198.51.100.7;proto=http;proto=https"], "10.0.0.3"),
        (["Forwarded: for=\"" + String(repeating: " ", count: 64) + "198.51.100.7\""], "10.0.0.3"),
        // The other fields are not read.
        (["X-Forwarded-For: 198.51.100.7", "X-Forwarded-Proto: https"], "10.0.0.3"),
    ])
    func `Forwarded is walked from the right`(lines: [String], expected: String) throws {
        #expect(try client(.forwarded, lines) == expected)
    }

    @Test(arguments: ["10.0.1.3", "127.0.0.1", "2001:db8:2::1"])
    func `nothing is taken from a peer that is not trusted`(peer: String) throws {
        #expect(
            try client(.xForwardedFor, ["X-Forwarded-For: 1.2.3.4", "X-Forwarded-Proto: https"], peer: peer) == peer)
        #expect(try client(.forwarded, ["Forwarded: for=1.2.3.4;proto=https"], peer: peer) == peer)
    }

    @Test func `a walk has an end`() throws {
        let list = String(repeating: "10.0.0.9, ", count: 500)
        #expect(try client(.xForwardedFor, ["X-Forwarded-For: 1.2.3.4, \(list)10.0.0.8"]) == "10.0.0.9")
        let elements = String(repeating: "for=10.0.0.9, ", count: 500)
        #expect(try client(.forwarded, ["Forwarded: for=1.2.3.4, \(elements)for=10.0.0.8"]) == "10.0.0.9")
        let items = "X-Forwarded-Proto: " + String(repeating: ",", count: 5_000)
        #expect(try client(.xForwardedFor, ["X-Forwarded-For: 198.51.100.7", items]) == "198.51.100.7 -tls")
    }

    @Test func `a server's records and handler know the client`() throws {
        let rules = ClientRules(field: .xForwardedFor, trusted: [try #require(AddressBlock("127.0.0.1"))])
        let server = try TestServer { $0.clientRules = [rules] }
        let client = try TestClient(server)
        let first = "GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n\r\n"
        #expect(client.exchange(first).status == 200)
        // Each request of a connection may be another client's.
        #expect(client.exchange("GET /b HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.2\r\n\r\n").status == 200)
        #expect(client.exchange("GET /c HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
        let records = server.records()
        #expect(records.map(\.peer.description) == ["192.0.2.1", "192.0.2.2", "127.0.0.1"])
        #expect(records.map(\.isSecure) == [true, false, false])
    }
}
