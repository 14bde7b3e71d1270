import Testing

@testable import DeepLinks

@Suite struct HostNameTests {
    @Test(
        arguments: [
            ("go.acme.example", "go.acme.example"),
            ("GO.Acme.Example", "go.acme.example"),
            ("go.acme.example.", "go.acme.example"),
            ("zürich.example", "xn--zrich-kva.example"),
            ("XN--Zrich-KVA.example", "xn--zrich-kva.example"),
            ("straße.example", "xn--strae-oqa.example"),
            ("STRAẞE.example", "xn--strae-oqa.example"),
            ("例え。example", "xn--r8jz45g.example"),
            ("ｇｏ.acme.example", "go.acme.example"),
            ("a--b.example", "a--b.example"),
            ("ab--c.example", "ab--c.example"),
            ("acme.test", "acme.test"),
            ("3com.example", "3com.example"),
        ]
    )
    func `one name has one spelling (cases 63, 71, 114, 131)`(text: String, expected: String) throws {
        let name = try HostName(text)
        #expect(name.text == expected)
        #expect(try HostName(name.text) == name)
        #expect(try HostName(name.display) == name)
    }

    @Test func `people see Unicode`() throws {
        #expect(try HostName("xn--zrich-kva.example").display == "zürich.example")
        #expect(try HostName("go.acme.example").display == "go.acme.example")
    }

    @Test(
        arguments: [
            "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "198.51.100.7", "[::1]", "[2001:db8::1]",
            "go.acme.0x", "go.acme.0x1F", "go.acme.007", "１２７.1", "1.2.3.4.",
        ]
    )
    func `an address in any spelling is no domain (case 98)`(text: String) {
        let error = #expect(throws: RuleViolation.self) { try HostName(text) }
        #expect(error?.rule.hasPrefix("an IP address is no domain") == true)
    }

    @Test(
        arguments: [
            ("localhost", "names under localhost are reserved"),
            ("a.localhost", "names under localhost are reserved"),
            ("printer.local", "names under local are reserved"),
            ("metadata.acme.internal", "names under internal are reserved"),
            ("x.invalid", "names under invalid are reserved"),
            ("abc.onion", "names under onion are reserved"),
            ("7.0.10.in-addr.arpa", "names under arpa are reserved"),
            ("x.alt.", "names under alt are reserved"),
            ("acme", "a domain has at least two labels: acme.example"),
            ("co.uk", "co.uk is a public suffix: name a domain below it"),
            ("公司.cn", "xn--55qx5d.cn is a public suffix: name a domain below it"),
            ("github.io", "github.io is a public suffix that others get names below: the operator must attest it"),
        ]
    )
    func `names that nobody may hold are refused`(text: String, rule: String) {
        #expect(throws: RuleViolation(rule)) { try HostName(text) }
    }

    @Test func `the operator can attest a suffix of the private part only`() throws {
        #expect(try HostName("github.io", isAttested: true).text == "github.io")
        #expect(throws: RuleViolation.self) { try HostName("co.uk", isAttested: true) }
        #expect(try HostName("acme.github.io").text == "acme.github.io")
    }

    @Test(
        arguments: [
            ("", "a host name is needed", nil),
            (".", "a host name has no empty label", 0),
            ("go..acme.example", "a host name has no empty label", 3),
            ("go.acme.example..", "a host name has no empty label", 16),
            (".acme.example", "a host name has no empty label", 0),
            ("a_b.example", "a host name is made of letters, digits, hyphens and dots", 1),
            ("-a.example", "a label neither begins nor ends with a hyphen", 0),
            ("go.a-.example", "a label neither begins nor ends with a hyphen", 3),
            ("https://go.acme.example", "a host name stands alone: no scheme, user, port, path, space or wildcard", 5),
            ("go.acme.example:443", "a host name stands alone: no scheme, user, port, path, space or wildcard", 15),
            ("go acme.example", "a host name stands alone: no scheme, user, port, path, space or wildcard", 2),
            ("go\u{0}.acme.example", "a host name stands alone: no scheme, user, port, path, space or wildcard", 2),
            ("xn--a.example", "xn--a is no valid international label (IDNA 2008)", 0),
            ("go.xn--zrich.example", "xn--zrich is no valid international label (IDNA 2008)", 3),
            ("a\u{2F}b", "a host name stands alone: no scheme, user, port, path, space or wildcard", 1),
        ] as [(String, String, Int?)]
    )
    func `malformed names are refused with their place`(text: String, rule: String, offset: Int?) {
        #expect(throws: RuleViolation(rule, at: offset)) { try HostName(text) }
    }

    @Test func `labels that fail IDNA are refused`() {
        for text in [
            "\u{301}a.example", "a\u{200D}b.example", "a\u{FFFD}.example", "aא1.example", "％41.example",
            "go\u{200B}.example", "go\u{AD}.example",
        ] {
            #expect(throws: RuleViolation.self) { try HostName(text) }
        }
    }

    @Test func `lengths are limited to 63 and 253 bytes`() throws {
        let label = String(repeating: "a", count: 63)
        #expect(try HostName("\(label).example").text.utf8.count == 71)
        #expect(throws: RuleViolation.self) { try HostName("a\(label).example") }
        let name = "\(label).\(label).\(label).\(String(repeating: "b", count: 53)).example"
        #expect(name.utf8.count == 253)
        #expect(try HostName(name + ".").text == name)
        #expect(throws: RuleViolation("a host name has at most 253 bytes, this one has 254")) {
            try HostName(name.replacing("example", with: "examples"))
        }
    }
}
