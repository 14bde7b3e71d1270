import Testing

@testable import DeepLinks

@Suite struct LinkURLTests {
    @Test func `the parts are the bytes between the delimiters`() throws {
        let url = try LinkURL("HTTPS://Go.acme.example:8443/a//%2e/é?x=1?&&y#z#?")
        #expect(url.scheme == .https)
        #expect(url.hostText == "Go.acme.example")
        #expect(try url.canonicalHost() == "go.acme.example")
        #expect(url.port == 8443)
        #expect(String(bytes: url.path) == "/a//%2e/é")
        #expect(url.query.map(String.init(bytes:)) == "x=1?&&y")
        #expect(url.fragment.map(String.init(bytes:)) == "z#?")
        #expect(url.description == "HTTPS://Go.acme.example:8443/a//%2e/é?x=1?&&y#z#?")
    }

    @Test func `what is absent is nil, what is empty is not`() throws {
        let bare = try LinkURL("https://go.acme.example")
        #expect(bare.path.isEmpty)
        #expect(bare.query == nil)
        #expect(bare.fragment == nil)
        let empty = try LinkURL("https://go.acme.example:?#")
        #expect(empty.query == [])
        #expect(empty.fragment == [])
        #expect(empty.port == nil)
    }

    @Test func `the default port is the scheme's own`() throws {
        for own in ["https://a.example", "https://a.example:", "https://a.example:443", "http://a.example:80"] {
            #expect(try LinkURL(own).hasDefaultPort, "\(own)")
        }
        for other in ["https://a.example:80", "http://a.example:443", "https://a.example:8443"] {
            #expect(try !LinkURL(other).hasDefaultPort, "\(other)")
        }
    }

    @Test(arguments: ["a~b", "a!b", "a'b", "a(b", "a=b"])
    func `a host that no domain can have has no canonical form`(label: String) throws {
        let url = try LinkURL("https://\(label).acme.example/")
        #expect(throws: RuleViolation.self) { try url.canonicalHost() }
        #expect(try LinkURL("https://a_b.acme.example/").canonicalHost() == "a_b.acme.example")
    }

    @Test(
        arguments: [
            ("go.acme.example/x", "a link's URL begins with https:// or http://", 0),
            ("myapp://item/1", "a link's URL begins with https:// or http://", 0),
            ("https:go.acme.example", "a link's URL begins with https:// or http://", 0),
            ("https:///x", "a URL has a host", 8),
            ("https://a@go.acme.example/", "a link's URL has no user name", 9),
            ("https://go.acme.example\\x", "a backslash is no slash", 23),
            ("https://go.acme.example:x/", "a port is a number of 1 to 65535", 23),
            ("https://[::1]/", "a link's host is a name, not an IP address", 8),
            ("https://go.acme.example/ x", "a URL has no white space and no control characters", 24),
        ]
    )
    func `a URL that is none is refused`(text: String, rule: String, offset: Int) {
        #expect(throws: RuleViolation(rule, at: offset)) { try LinkURL(text) }
    }
}
