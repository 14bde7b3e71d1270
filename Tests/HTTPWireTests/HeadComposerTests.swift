import HTTPWire
import TestSupport
import Testing

@Suite struct HeadComposerTests {
    /// A request's fields, and what is wrong with them.
    struct Case: CustomTestStringConvertible {
        var fields: [(String, String)]
        var error: HTTPParseError
        var testDescription: String

        init(_ sentence: String, _ fields: [(String, String)], _ error: HTTPParseError) {
            testDescription = sentence
            self.fields = fields
            self.error = error
        }
    }

    static let good = [(":method", "GET"), (":scheme", "https"), (":authority", "a.test"), (":path", "/")]

    /// The good pseudo-header fields with one replaced, or left out.
    static func with(_ name: String, _ value: String?) -> [(String, String)] {
        good.compactMap { field in field.0 != name ? field : value.map { (name, $0) } }
    }

    static let refusals: [Case] = [
        Case("no method", with(":method", nil), .invalidPseudoField),
        Case("no path", with(":path", nil), .invalidPseudoField),
        Case("no scheme", with(":scheme", nil), .invalidPseudoField),
        Case("another scheme", with(":scheme", "ftp"), .invalidPseudoField),
        Case("a field twice", good + [(":path", "/other")], .invalidPseudoField),
        Case("an unknown field", good + [(":protocol", "websocket")], .invalidPseudoField),
        Case("a response's field", good + [(":status", "200")], .invalidPseudoField),
        Case("behind another field", [("a", "b")] + good, .invalidPseudoField),
        Case("behind another field, late", good + [("a", "b"), (":path", "/x")], .invalidPseudoField),
        Case("a method with a space", with(":method", "GET /x HTTP/1.1"), .invalidMethod),
        Case("an empty method", with(":method", ""), .invalidMethod),
        Case("an empty path", with(":path", ""), .invalidTarget),
        Case("a path without slash", with(":path", "x"), .invalidTarget),
        Case("a URL for a path", with(":path", "https://b.test/"), .invalidTarget),
        Case("an asterisk with GET", with(":path", "*"), .invalidTarget),
        Case("a path with a space", with(":path", "/ HTTP/1.1"), .invalidTarget),
        Case("a path with a byte outside ASCII", with(":path", "/\u{E9}"), .invalidTarget),
        Case("a path with a tabulator", with(":path", "/a\tb"), .invalidTarget),
        Case("a line end in a path", with(":path", "/ HTTP/1.1\r\nx: y"), .invalidFieldValue),
        Case("a line end in the authority", with(":authority", "a\r\nx: y"), .invalidFieldValue),
        Case("a NUL in a value (case 93)", good + [("x", "a\0")], .invalidFieldValue),
        Case("a line end in a value", good + [("x", "a\r\nhost: b")], .invalidFieldValue),
        Case("a line feed in a value", good + [("x", "a\nb")], .invalidFieldValue),
        Case("a blank ahead of a value", good + [("x", " a")], .invalidFieldValue),
        Case("a blank behind a value", good + [("x", "a\t")], .invalidFieldValue),
        Case("a name in upper case", good + [("X", "a")], .invalidFieldName),
        Case("an empty name", good + [("", "a")], .invalidFieldName),
        Case("a name with a space", good + [("a b", "c")], .invalidFieldName),
        Case("a name with a colon", good + [("a:b", "c")], .invalidFieldName),
        Case("a name with a line end", good + [("a\r\nb", "c")], .invalidFieldName),
        Case("Connection", good + [("connection", "close")], .connectionField),
        Case("Keep-Alive", good + [("keep-alive", "5")], .connectionField),
        Case("Proxy-Connection", good + [("proxy-connection", "close")], .connectionField),
        Case("Transfer-Encoding", good + [("transfer-encoding", "chunked")], .connectionField),
        Case("Upgrade", good + [("upgrade", "h2c")], .connectionField),
        Case("TE with more than trailers", good + [("te", "trailers, deflate")], .connectionField),
        Case("another host", good + [("host", "b.test")], .conflictingHosts),
        Case("another port", good + [("host", "a.test:443")], .conflictingHosts),
        Case("Host twice", good + [("host", "a.test"), ("host", "a.test")], .repeatedHost),
        Case("CONNECT with a path", with(":method", "CONNECT"), .invalidPseudoField),
        Case(
            "CONNECT with a space in its target", [(":method", "CONNECT"), (":authority", "a:1 b")], .invalidTarget),
        Case(
            "more than a head has room for", good + [("x", String(repeating: "y", count: 60_000))],
            .headerSectionTooLong),
    ]

    @Test(arguments: refusals)
    func `what cannot stand in a request line or field is refused`(_ refusal: Case) {
        var composer = HeadComposer(limits: RequestLimits())
        composer.take(refusal.fields)
        #expect(composer.error == refusal.error)
    }

    @Test func `a request is the same in both forms`() throws {
        var composer = HeadComposer(limits: RequestLimits())
        composer.take([
            (":path", "/a/b?c=d%20e"), (":authority", "A.test:8443"), (":method", "GET"), (":scheme", "https"),
            ("user-agent", "Browser 1.0"), ("host", "a.TEST:8443"), ("te", "trailers"), ("x-empty", ""),
        ])
        #expect(composer.error == nil)
        #expect(
            String(composer.bytes)
                == "GET /a/b?c=d%20e HTTP/1.1\r\nhost: A.test:8443\r\nuser-agent: Browser 1.0\r\nte: trailers\r\n"
                + "x-empty: \r\n\r\n")
        let request = try #require(composer.parsed.request)
        #expect(request.host == "A.test:8443")
        #expect(request.path == "/a/b")
        #expect(request.query == "c=d%20e")
        #expect(request.fields.map(\.name) == ["host", "user-agent", "te", "x-empty"])
    }

    @Test func `Host alone, the server as a whole, and CONNECT have their forms too`() throws {
        let requests: [([(String, String)], TargetForm)] = [
            ([(":method", "GET"), (":scheme", "http"), (":path", "/x"), ("host", "a.test")], .origin),
            (
                [(":method", "OPTIONS"), (":scheme", "https"), (":path", "*"), (":authority", "a.test")], .asterisk
            ),
            ([(":method", "CONNECT"), (":authority", "a.test:443")], .authority),
        ]
        for (fields, form) in requests {
            var composer = HeadComposer(limits: RequestLimits())
            composer.take(fields)
            let request = try #require(composer.parsed.request)
            #expect(request.form == form)
            #expect(request.host?.hasPrefix("a.test") == true)
        }
    }

    @Test func `no host at all is the parser's to refuse`() {
        for fields in [Self.with(":authority", nil), Self.with(":authority", "")] {
            var composer = HeadComposer(limits: RequestLimits())
            composer.take(fields)
            #expect(composer.error == nil)
            #expect(composer.parsed.request == nil)
        }
    }

    @Test func `of cookies in pieces the first stands for all, and all are counted`() throws {
        var composer = HeadComposer(limits: RequestLimits())
        composer.take(Self.good + (0..<120).map { ("cookie", "piece=\($0)") })
        let request = try #require(composer.parsed.request)
        #expect(request.fields.map(\.name) == ["host", "cookie"])
        #expect(composer.listSize > 120 * 45)
    }

    @Test func `fields are counted as the limit counts them, and forgotten`() {
        var composer = HeadComposer(limits: RequestLimits())
        composer.take(Self.refusals[0].fields + [("x", "yz")])
        // :scheme https, :authority a.test, :path / and x yz.
        #expect(composer.listSize == 12 + 16 + 6 + 3 + 4 * 32)
        composer.reset()
        composer.take(Self.good)
        #expect(composer.error == nil)
        #expect(String(composer.bytes) == "GET / HTTP/1.1\r\nhost: a.test\r\n\r\n")
    }

    /// The law: whatever the fields say, either they are refused or the parser sees exactly one request with these
    /// fields and no other.
    @Test func `no value becomes anything but itself`() {
        var generator = SeededGenerator(seed: 9113)
        let alphabet: [Character] = [
            "a", "/", ":", " ", "\t", "\r", "\n", "\0", "?", "#", "H", "\u{E9}", "*", "1", ".",
        ]
        func word() -> String {
            String(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    alphabet[Int.random(in: alphabet.indices, using: &generator)]
                })
        }
        var accepted = 0
        for _ in 0..<4_000 {
            var fields = Self.good
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let index = Int.random(in: 0..<4, using: &generator)
                fields[index].1 = (index == 3 ? "/" : "") + word()
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) { fields.append(("x" + word(), word())) }
            var composer = HeadComposer(limits: RequestLimits())
            composer.take(fields)
            guard composer.error == nil else { continue }
            let text = String(composer.bytes)
            guard case .request(let request) = Outcome(text) else { continue }
            accepted += 1
            #expect(request.length == text.unicodeScalars.count)
            #expect(request.method == fields[0].1)
            #expect(request.path + (request.query.map { "?" + $0 } ?? "") == fields[3].1)
            #expect(request.fields.dropFirst().map(\.name) == fields.dropFirst(4).map(\.0))
            #expect(request.fields.dropFirst().map(\.value) == fields.dropFirst(4).map(\.1))
        }
        #expect(accepted > 200)
    }
}

extension HeadComposer {
    /// Takes all fields of a request.
    mutating func take(_ fields: [(String, String)]) {
        for (name, value) in fields {
            let (name, value) = (name.latin1, value.latin1)
            append(name: name.span, value: value.span)
        }
        end()
    }

    /// What the parser makes of the head.
    var parsed: Outcome { Outcome(String(bytes)) }
}
