import HTTPServer
import HTTPWire
import TestSupport
import Testing

/// Requests that are refused: one answer, the end of the connection, and nothing behind it runs.
@Suite struct BadRequestTests {
    struct Case: CustomTestStringConvertible {
        let status: Int
        let request: String
        var testDescription: String { "\(status): \(request.prefix(60).debugDescription)" }

        init(_ status: Int, _ request: String) {
            self.status = status
            self.request = request
        }
    }

    static let hosts: [Case] = [
        Case(400, "GET / HTTP/1.1\r\n\r\n"),
        Case(400, "GET / HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n"),
        Case(400, "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n"),
        Case(400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        Case(400, "GET / HTTP/1.1\r\nHost: a.example, b.example\r\n\r\n"),
        Case(400, "GET / HTTP/1.0\r\nHost: a.example\r\nHost: a.example\r\n\r\n"),
        Case(400, "GET / HTTP/1.1\r\nHost: link.example.com:8080@evil.example\r\n\r\n"),
    ]

    static let framing: [Case] = [
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc"),
        Case(501, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"),
        Case(501, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"),
        Case(
            400,
            "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Case(400, "POST /a HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        Case(501, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\u{0B}chunked\r\n\r\n0\r\n\r\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n"),
        Case(400, "GET /a HTTP/1.1\nHost: a\n\n"),
        Case(400, "GET /a HTTP/1.1\r\n Host: a\r\n\r\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n"),
        Case(400, "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n"),
        Case(505, "GET /a HTTP/2.0\r\nHost: a\r\n\r\n"),
        Case(400, "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case(400, "\u{16}\u{03}\u{01}\u{02}\u{00}\r\n\r\n"),
    ]

    static let sizes: [Case] = [
        Case(414, "GET /\(String(repeating: "a", count: 20_480)) HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case(431, "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "a", count: 65_536))\r\n\r\n"),
        Case(431, "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X-A: b\r\n", count: 1_000))\r\n"),
        Case(413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n"),
        Case(
            413,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "4000\r\n\(String(repeating: "a", count: 16_384))\r\n", count: 5) + "0\r\n\r\n"
        ),
    ]

    /// The request, another one behind it on the same connection, and what must come of both.
    private func check(_ testCase: Case) throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send(testCase.request + "GET /hidden HTTP/1.1\r\nHost: a.example\r\n\r\n")
        let response = client.receiveResponse()
        #expect(response.status == testCase.status)
        #expect(response.fields["connection"] == "close")
        #expect(client.receiveAll() == "")
        #expect(!client.isReset)
        let records = server.records()
        #expect(records.map { Int($0.status) } == [testCase.status])
        #expect(!records.contains { $0.target.description.contains("hidden") })
        #expect(server.server.statistics.parseErrors.values.reduce(0, +) == 1)
        // The server is none the worse.
        #expect(try TestClient(server).exchange("GET /next HTTP/1.1\r\nHost: a.example\r\n\r\n").body == "/next")
    }

    @Test(arguments: hosts)
    func `a host that is missing, repeated or malformed is refused, cases 59, 61`(_ testCase: Case) throws {
        try check(testCase)
    }

    @Test(arguments: framing)
    func `a request whose end is in doubt is refused, cases 82, 84`(_ testCase: Case) throws {
        try check(testCase)
    }

    @Test(arguments: sizes)
    func `what is too long is refused, case 88`(_ testCase: Case) throws {
        try check(testCase)
    }

    @Test func `twelve kilobytes of cookies pass, case 88`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let cookie = String(repeating: "a=b; ", count: 2_458)
        #expect(client.exchange("GET /c HTTP/1.1\r\nHost: a\r\nCookie: \(cookie)x=y\r\n\r\n").body == "/c")
    }

    @Test func `a stream without a line end is cut off, case 88`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<64 { client.send(megabyte) }
        _ = client.receiveAll()
        #expect(server.records().map { $0.status }.count == 1)
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
    }

    @Test func `a forwarded host changes nothing, case 60`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let fields = "Host: a.example\r\nX-Forwarded-Host: b.example\r\nForwarded: host=b.example\r\n\r\n"
        #expect(client.exchange("GET / HTTP/1.1\r\n\(fields)").status == 200)
        #expect(server.records().map { $0.host.description } == ["a.example"])
    }

    @Test func `a listener for health checks takes any host or none`() throws {
        let server = try TestServer { $0.limits.request.host = .optional }
        let client = try TestClient(server)
        for fields in ["", "Host: 10.0.0.7:8081\r\n", "Host:\r\n", "Host: a b\r\n"] {
            #expect(client.exchange("GET /livez HTTP/1.1\r\n\(fields)\r\n").status == 200)
        }
    }
}
