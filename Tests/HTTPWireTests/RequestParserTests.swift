import HTTPWire
import Testing

@Suite struct RequestParserTests {
    @Test func `a request is taken apart`() throws {
        let text = "GET /a/b?c=d HTTP/1.1\r\nHost: go.example:8080\r\nX-One:\t two  \r\nEmpty:\r\n\r\nNEXT"
        let request = try #require(Outcome(text).request)
        #expect(request.method == "GET")
        #expect(request.knownMethod == .get)
        #expect(request.form == .origin)
        #expect(request.path == "/a/b")
        #expect(request.query == "c=d")
        #expect(request.host == "go.example:8080")
        #expect(request.minorVersion == 1)
        #expect(request.keepsAlive)
        #expect(request.body == .none)
        #expect(request.length == text.utf8.count - 4)
        #expect(
            request.fields == [
                .init(name: "Host", value: "go.example:8080"), .init(name: "X-One", value: "two"),
                .init(name: "Empty", value: ""),
            ]
        )
    }

    @Test func `fields are found by name in any case, repeated ones in order`() throws {
        let bytes = "GET / HTTP/1.1\r\nHoSt: a\r\nAccept: x\r\nACCEPT: y\r\n\r\n".latin1
        let limits = RequestLimits()
        var parser = RequestParser()
        var head = RequestHead(limits: limits)
        _ = parser.parse(bytes.span, into: &head, limits: limits)
        let view = head.view(over: bytes.span)
        func value(_ name: StaticString) -> String? {
            String(ifAny: head.view(over: bytes.span).field(named: name))
        }
        #expect(value("accept") == "x")
        #expect(value("host") == "a")
        #expect(value("accep") == nil)
        let second = view.indexOfField(named: "accept", from: view.indexOfField(named: "accept", from: 0) + 1)
        let (last, none) = (String(view.fieldValue(at: second)), view.indexOfField(named: "accept", from: second + 1))
        #expect(last == "y")
        #expect(none == head.summary.fieldCount)
    }

    static let methods: [(String, HTTPMethod)] = [
        ("GET", .get), ("HEAD", .head), ("POST", .post), ("PUT", .put), ("DELETE", .delete), ("OPTIONS", .options),
        ("PATCH", .patch), ("TRACE", .trace), ("get", .other), ("PROPFIND", .other), ("GETS", .other), ("G", .other),
        ("M-SEARCH", .other), ("!#$%&'*+-.^_`|~09", .other),
    ]

    @Test(arguments: methods)
    func `methods are case-sensitive tokens (case 74)`(name: String, method: HTTPMethod) throws {
        let request = try #require(Outcome("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n").request)
        #expect(request.method == name)
        #expect(request.knownMethod == method)
    }

    /// Target, form, path, query, host.
    static let targets: [(String, TargetForm, String, String?, String?)] = [
        ("GET /", .origin, "/", nil, "a.example"),
        ("GET /?", .origin, "/", "", "a.example"),
        ("GET /x?y?z", .origin, "/x", "y?z", "a.example"),
        ("GET //b.example/x", .origin, "//b.example/x", nil, "a.example"),
        ("GET /%2e%2E/\\{|}^\"<>`", .origin, "/%2e%2E/\\{|}^\"<>`", nil, "a.example"),
        ("GET http://b.example/x?y", .absolute, "/x", "y", "b.example"),
        ("GET HTTPS://b.example:444", .absolute, "", nil, "b.example:444"),
        ("GET http://b.example?y=/", .absolute, "", "y=/", "b.example"),
        ("OPTIONS *", .asterisk, "", nil, "a.example"),
        ("OPTIONS /x", .origin, "/x", nil, "a.example"),
        ("OPTIONS http://b.example", .absolute, "", nil, "b.example"),
        ("CONNECT b.example:443", .authority, "", nil, "b.example:443"),
        ("CONNECT [::1]:443", .authority, "", nil, "[::1]:443"),
    ]

    @Test(arguments: targets)
    func `the four forms of a target`(
        start: String,
        form: TargetForm,
        path: String,
        query: String?,
        host: String?
    ) throws {
        let request = try #require(Outcome("\(start) HTTP/1.1\r\nHost: a.example\r\n\r\n").request)
        #expect(request.form == form)
        #expect(request.path == path)
        #expect(request.query == query)
        #expect(request.host == host)
    }

    static let connections: [(String, String, Bool)] = [
        ("HTTP/1.1", "", true),
        ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: CLOSE\r\n", false),
        ("HTTP/1.1", "Connection: keep-alive, Upgrade\r\n", true),
        ("HTTP/1.1", "Connection: foo ,\tclose ,\r\n", false),
        ("HTTP/1.1", "Connection: foo\r\nConnection: close\r\n", false),
        ("HTTP/1.1", "Connection: keep-alive, close\r\n", false),
        ("HTTP/1.1", "Connection: closed\r\n", true),
        ("HTTP/1.0", "", false),
        ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
        ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
        ("HTTP/1.2", "", true),
    ]

    @Test(arguments: connections)
    func `the connection stays when both sides can (case 94)`(
        version: String,
        field: String,
        keepsAlive: Bool
    ) throws {
        let request = try #require(Outcome("GET / \(version)\r\nHost: a\r\n\(field)\r\n").request)
        #expect(request.keepsAlive == keepsAlive)
    }

    @Test func `a client that waits before its body is known by its Expect`() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n"
        #expect(try #require(Outcome(text).request).expectsContinue)
        let old = text.replacing("HTTP/1.1", with: "HTTP/1.0")
        #expect(try !#require(Outcome(old).request).expectsContinue)
        let bodiless = text.replacing("Length: 3", with: "Length: 0")
        #expect(try !#require(Outcome(bodiless).request).expectsContinue)
    }

    static let framings: [(String, BodyFraming)] = [
        ("Content-Length: 0\r\n", .none),
        ("content-length:12\r\n", .length(12)),
        ("Content-Length: 0007\r\n", .length(7)),
        ("Content-Length: 9223372036854775807\r\n", .length(9_223_372_036_854_775_807)),
        ("Transfer-Encoding: chunked\r\n", .chunked),
        ("TRANSFER-ENCODING:  CHUNKED \r\n", .chunked),
        ("Content-Lengths: 5\r\nContent_Length: 5\r\nTransfer_Encoding: chunked\r\n", .none),
    ]

    @Test(arguments: framings)
    func `the body is delimited by length or by chunks`(fields: String, framing: BodyFraming) throws {
        #expect(try #require(Outcome("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n").request).body == framing)
    }
}
