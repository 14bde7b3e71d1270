import Testing

@testable import DeepLinks

@Suite struct URLTemplateTests {
    @Test func `a template is literals and slots`() throws {
        let text = "https://www.acme.example/p/item-{id}.html?c={color}&utm=x&{query}#/{path}"
        let template = try URLTemplate(text)
        #expect(template.text == text)
        #expect(template.origin == "https://www.acme.example")
        #expect(template.path == [.literal("/p/item-"), .capture("id"), .literal(".html")])
        #expect(template.query == [[.literal("c="), .capture("color")], [.literal("utm=x")], [.query]])
        #expect(template.fragment == [.literal("/"), .path])
        #expect(template.captureNames == ["id", "color"])
    }

    @Test(
        arguments: [
            "https://www.acme.example", "https://www.acme.example?", "https://www.acme.example/{path}",
            "https://www.acme.example/a?x=%2B&&y#", "https://www.acme.example:8443/{a}/{b}.{c}",
        ]
    )
    func `a template is kept byte for byte (cases 47, 48)`(text: String) throws {
        #expect(try URLTemplate(text).text == text)
    }

    @Test(
        arguments: [
            ("http://www.acme.example/", "a web destination begins with https://", 0),
            ("javascript:alert({id})", "a destination begins with https:// or http://", 0),
            ("{scheme}://www.acme.example/", "a destination begins with https:// or http://", 0),
            ("https://{host}/", "no input supplies the host: captures come after its slash", 8),
            ("https://www.acme.example{path}", "no input supplies the host: captures come after its slash", 24),
            ("https://www.acme.example:{id}/", "no input supplies the host: captures come after its slash", 25),
            ("https://www.acme.example/{a}{b}", "a slot is a whole segment or stands beside text other than dots", 25),
            ("https://www.acme.example/x/.{a}", "a slot is a whole segment or stands beside text other than dots", 27),
            ("https://www.acme.example/{a}%2e", "a slot is a whole segment or stands beside text other than dots", 25),
            ("https://www.acme.example/x-{path}", "{path} has slashes, so it is a whole segment", 27),
            ("https://www.acme.example/{query}", "{query} stands in the query", 25),
            ("https://www.acme.example/#{query}", "{query} stands in the query", 26),
            ("https://www.acme.example/?a={query}", "{query} is an item of its own: between ?, & and #", 26),
            ("https://www.acme.example/?{a}=1", "a slot stands in a query item's value: name={id}", 26),
            ("https://www.acme.example/?{a}", "a slot stands in a query item's value: name={id}", 26),
            ("https://www.acme.example/{a", "a brace stands alone: a slot is {name}, {path} or {query}", 25),
            ("https://www.acme.example/a}", "a brace stands alone: a slot is {name}, {path} or {query}", 26),
            ("https://www.acme.example/{rest*}", "a slot names a capture, and nothing more: {name}", 26),
            ("https://www.acme.example/%2{a}", "% is followed by two hexadecimal digits", 25),
            ("https://www.acme.example/../{a}", "a destination has no dot segments", 25),
            ("https://www.acme.example/{a}/..", "a destination has no dot segments", 29),
        ]
    )
    func `no input supplies scheme, host or another segment`(text: String, rule: String, offset: Int) {
        #expect(throws: RuleViolation(rule, at: offset)) { try URLTemplate(text) }
    }

    @Test(
        arguments: [
            ("/p/{id}?c={c?}", "https://www.acme.example/{id}?c={c}", nil, nil),
            ("/d/{r*}", "https://www.acme.example/x/{r}", nil, nil),
            ("/d/{r*}", "https://www.acme.example/x?r={r}", nil, nil),
            ("/p/{id}", "https://www.acme.example/{sku}", "the pattern captures no {sku}", 25),
            ("/p?c={c?}", "https://www.acme.example/{c}", "{c} may be absent, so it stands in the query", 25),
            ("/d/{r*}", "https://www.acme.example/x-{r}", "{r} has slashes, so it is a whole segment", 27),
        ] as [(String, String, String?, Int?)]
    )
    func `a route fills its template`(pattern: String, text: String, rule: String?, offset: Int?) throws {
        let (pattern, template) = (try RoutePattern(pattern), try URLTemplate(text))
        if let rule {
            #expect(throws: RuleViolation(rule, at: offset)) { try template.check(against: pattern) }
        } else {
            try template.check(against: pattern)
        }
    }

    @Test func `a fallback has no captures`() throws {
        try URLTemplate("https://www.acme.example/{path}?{query}").check(against: nil)
        #expect(throws: RuleViolation("a fallback has {path} and {query}", at: 25)) {
            try URLTemplate("https://www.acme.example/{id}").check(against: nil)
        }
    }
}
