import Testing

@testable import DeepLinks

@Suite struct WebURLTests {
    @Test(
        arguments: [
            "https://shop.example/t?e=a%2Bb%2Fc%3D",
            "https://apps.example/details?id=com.acme&referrer=utm_source%3Dmail%26utm_medium%3Dy",
            "https://c.example/s?cct=%24+13%0Ar+624",
            "http://www.Acme.example:8080/a//b/?x[0]=1&&y#/route?z",
            "https://xn--zrich-kva.example",
            "https://a_b.example./",
        ]
    )
    func `what was entered is kept byte for byte (cases 47, 48)`(text: String) throws {
        #expect(try WebURL(text).text == text)
    }

    @Test(
        arguments: [
            ("javascript:alert(1)", 0), ("JaVaScRiPt:alert(1)", 0), ("data:text/html,x", 0), ("file:///etc/passwd", 0),
            ("vbscript:x", 0), ("ftp://acme.example/", 0), ("//acme.example/", 0), ("acme.example", 0), ("", 0),
            ("HTTPS://acme.example/", 0), ("https:acme.example", 0), ("https:/acme.example", 0),
        ]
    )
    func `only http and https lead somewhere (cases 57, 72)`(text: String, offset: Int) {
        #expect(throws: RuleViolation("a destination begins with https:// or http://", at: offset)) {
            try WebURL(text)
        }
    }

    @Test(
        arguments: [
            ("https://", "a destination has a host", 8),
            ("https:///x", "a destination has a host", 8),
            ("https://?x", "a destination has a host", 8),
            ("https://user@acme.example/", "a destination has no user name", 12),
            ("https://good.example@evil.example/", "a destination has no user name", 20),
            (
                "https://acme.example\\@evil.example/",
                "a destination has no backslash, which browsers read as a slash", 20
            ),
            ("https://acme.example/a b", "a destination has no white space and no control characters", 22),
            ("https://acme.example/\t", "a destination has no white space and no control characters", 21),
            (
                "https://acme.example/é",
                "a destination is ASCII: write other letters percent-encoded, and in the host as xn--", 21
            ),
            (
                "https://zürich.example/",
                "a destination is ASCII: write other letters percent-encoded, and in the host as xn--", 9
            ),
            ("https://acme.example/%zz", "% is followed by two hexadecimal digits", 21),
            ("https://acme.example/?a=%4", "% is followed by two hexadecimal digits", 24),
            ("https://acme.example/a/../b", "a destination has no dot segments", 23),
            ("https://acme.example/%2E/b", "a destination has no dot segments", 21),
            ("https://acme.example/<x>", "this character is written percent-encoded in a path", 21),
            ("https://acme.example/?\"", "this character is written percent-encoded in a query", 22),
            ("https://acme.example/#a#b", "this character is written percent-encoded in a fragment", 23),
            ("https://acme.example/{id}", "this character is written percent-encoded in a path", 21),
            ("https://acme.example:/", "a port is a number of 1 to 65535", 21),
            ("https://acme.example:0/", "a port is a number of 1 to 65535", 21),
            ("https://acme.example:65536/", "a port is a number of 1 to 65535", 21),
            ("https://acme.example:80:80/", "a port is a number of 1 to 65535", 21),
            ("https://192.0.2.7/", "a destination's host is a name, not an IP address", 8),
            ("http://2130706433/", "a destination's host is a name, not an IP address", 7),
            ("https://10.0.0.1./", "a destination's host is a name, not an IP address", 8),
            ("https://[::1]/", "a destination's host is a name, not an IP address", 8),
            ("https://127.1/", "a destination's host is a name, not an IP address", 8),
            ("https://0x7f000001/", "a destination's host is a name, not an IP address", 8),
            ("https://0177.0.0.1/", "a destination's host is a name, not an IP address", 8),
            ("https://127.0.0.1./", "a destination's host is a name, not an IP address", 8),
            ("https://2130706433/", "a destination's host is a name, not an IP address", 8),
            ("https://acme..example/", "a host name has no empty label", 13),
            ("https://acme%2eexample/", "a host name is made of letters, digits, hyphens and dots", 12),
            ("https://xn--a.example/", "xn--a is no valid international label (IDNA 2008)", 8),
        ]
    )
    func `what a browser would read differently is refused`(text: String, rule: String, offset: Int) {
        #expect(throws: RuleViolation(rule, at: offset)) { try WebURL(text) }
    }

    @Test func `a destination has at most 2,048 bytes`() throws {
        let text = "https://acme.example/" + String(repeating: "a", count: 2027)
        #expect(try WebURL(text).text.utf8.count == 2048)
        #expect(throws: RuleViolation.self) { try WebURL(text + "a") }
    }
}
