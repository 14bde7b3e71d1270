import HTTPWire

extension BenchmarkCase {
    /// A browser's request with ten fields, parsed.
    static let parsedRequest = BenchmarkCase(name: "request.browser") { count in
        parse(browserRequest, count)
    }

    /// The least that HTTP/1.1 asks for, parsed.
    static let parsedSmallRequest = BenchmarkCase(name: "request.small") { count in
        parse("GET /a HTTP/1.1\r\nHost: go.acme.example\r\n\r\n", count)
    }

    /// A redirect to a URL of three pieces, written.
    static let writtenRedirect = BenchmarkCase(name: "response.redirect") { count in
        let piece = Array("4711".utf8)
        let date = HTTPDate(seconds: 784_111_777)
        let context = ResponseContext(omitsBody: false, keepsAlive: true, isOldClient: false)
        var writer = ResponseWriter(capacity: 4_096)
        var sum = 0
        for _ in 0..<count {
            writer.prepare(context, date: date)
            writer.start(.found)
            writer.startField("Location")
            writer.append("https://www.shop.example/products/")
            writer.append(piece.span)
            writer.append("?ref=app")
            writer.endField()
            writer.field("Cache-Control", "no-store")
            writer.end()
            writer.finish()
            sum &+= writer.bytes.count
            writer.reset(keeping: 4_096)
        }
        return sum
    }

    private static func parse(_ text: String, _ count: Int) -> Int {
        let bytes = Array(text.utf8)
        let limits = RequestLimits()
        var parser = RequestParser()
        var head = RequestHead(limits: limits)
        var sum = 0
        for _ in 0..<count {
            if case .complete(let consumed) = parser.parse(bytes.span, into: &head, limits: limits) {
                sum &+= consumed
            }
        }
        return sum
    }
}

/// What a browser on a telephone sends for a link: ten fields.
let browserRequest = """
    GET /products/42?color=blue HTTP/1.1\r
    Host: www.shop.example\r
    User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
    Version/18.1 Mobile/15E148 Safari/604.1\r
    Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
    Accept-Language: en-GB,en;q=0.9\r
    Accept-Encoding: gzip, deflate, br\r
    Sec-Fetch-Dest: document\r
    Sec-Fetch-Mode: navigate\r
    Sec-Fetch-Site: none\r
    Cookie: session=0a1b2c3d4e5f60718293a4b5c6d7e8f9; theme=dark\r
    Connection: keep-alive\r
    \r

    """
