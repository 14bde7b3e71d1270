import Testing

@testable import DeepLinks

@Suite struct DomainNameTests {
    @Test func `a wildcard stands for one label`() throws {
        let name = try DomainName("*.Acme.example.")
        #expect(name.text == "*.acme.example")
        #expect(name.isWildcard)
        #expect(name.covers("go.acme.example"))
        #expect(!name.covers("acme.example"))
        #expect(!name.covers("a.go.acme.example"))
        #expect(!name.covers(".acme.example"))
        #expect(try DomainName("go.acme.example").covers("go.acme.example"))
    }

    @Test func `phones read a wildcard's file below it and at its parent`() throws {
        let texts = ["go.acme.example", "*.acme.example", "*.go.acme.example"]
        #expect(try DomainName("go.acme.example").publishers == texts)
        #expect(try DomainName("*.acme.example").publishers == ["*.acme.example"])
    }

    @Test(
        arguments: [
            ("*.co.uk", "co.uk is a public suffix: name a domain below it", nil),
            (
                "*.github.io", "github.io is a public suffix that others get names below: the operator must attest it",
                nil
            ),
            ("*", "a wildcard is a whole first label: *.acme.example", 1),
            ("*acme.example", "a wildcard is a whole first label: *.acme.example", 1),
            ("go.*.example", "a host name stands alone: no scheme, user, port, path, space or wildcard", 3),
            ("*.*.example", "a host name stands alone: no scheme, user, port, path, space or wildcard", 2),
            ("*.a_b.example", "a host name is made of letters, digits, hyphens and dots", 3),
        ] as [(String, String, Int?)]
    )
    func `a wildcard has a parent that one tenant can own`(text: String, rule: String, offset: Int?) {
        #expect(throws: RuleViolation(rule, at: offset)) { try DomainName(text, isAttested: true) }
    }

    @Test func `a name claims itself, all below it, and its ancestors`() throws {
        #expect(
            try DomainName("go.acme.example").claims == [
                NameClaim(name: "go.acme.example", isWildcard: true),
                NameClaim(name: "go.acme.example", isWildcard: false),
                NameClaim(name: "acme.example", isWildcard: false),
                NameClaim(name: "example", isWildcard: false),
            ]
        )
        #expect(try DomainName("*.acme.example").claims.first == NameClaim(name: "acme.example", isWildcard: true))
    }

    @Test(
        arguments: [
            ("go.acme.example", "GO.acme.example.", true),
            ("go.acme.example", "www.acme.example", false),
            ("go.acme.example", "acme.example", true),
            ("go.acme.example", "a.b.go.acme.example", true),
            ("*.acme.example", "acme.example", true),
            ("*.acme.example", "go.acme.example", true),
            ("*.acme.example", "a.b.acme.example", true),
            ("*.acme.example", "*.b.acme.example", true),
            ("*.acme.example", "acme2.example", false),
            ("*.acme.example", "*.other.example", false),
        ]
    )
    func `nobody else holds what a name claims (cases 95, 131)`(left: String, right: String, expected: Bool) throws {
        let (left, right) = (try DomainName(left), try DomainName(right))
        #expect(left.conflicts(with: right) == expected)
        #expect(right.conflicts(with: left) == expected)
    }

    // Case 71.
    @Test(arguments: [
        ("go.acme.example", nil), ("*.acme.example", nil), ("*.B\u{FC}cher.example", "*.b\u{FC}cher.example"),
        ("go.xn--bcher-kva.example", "go.b\u{FC}cher.example"),
    ])
    func `a name has another spelling for people where that differs`(text: String, unicode: String?) throws {
        #expect(try DomainName(text).unicode == unicode)
    }
}
