import Testing

@testable import DeepLinks

@Suite struct SchemeTemplateTests {
    @Test(arguments: ["item/{id}", "item?id={id}", "home", "docs/{id}?x=1", "p/{id}?c={c}"])
    func `a scheme URL holds captures whole`(text: String) throws {
        #expect(try SchemeTemplate(text).text == text)
    }

    @Test(
        arguments: [
            ("", "a scheme URL goes on behind the scheme's slashes: item/{id}", 0),
            ("/item", "a scheme URL goes on behind the scheme's slashes: item/{id}", 0),
            ("myapp://item/{id}", "the scheme is the app's: leave it out", 0),
            ("item/{id}#x", "a scheme URL has no fragment", 9),
            ("item/x-{id}", "a capture is a whole segment or a whole item value of a scheme URL", 5),
            ("item?id=x{id}", "a capture is a whole segment or a whole item value of a scheme URL", 5),
            ("item?{id}", "a capture is a whole segment or a whole item value of a scheme URL", 5),
            ("item?{id}=1", "a capture is a whole segment or a whole item value of a scheme URL", 5),
            ("{path}", "a scheme URL holds captures only", 0),
            ("a/../b", "a scheme URL has no dot segments", 2),
            ("item//{id}", "a scheme URL has no empty segment", 5),
            ("open?x=1&x={id}", "the item x is there twice", 9),
            ("a b", "a destination has no white space and no control characters", 1),
        ]
    )
    func `a refusal names the rule and the byte`(text: String, rule: String, offset: Int) {
        #expect(throws: RuleViolation(rule, at: offset)) { try SchemeTemplate(text) }
    }

    @Test(
        arguments: [
            ("item/{id}", nil), ("item/{id}?c={c}", nil), ("item", "the scheme URL lacks {id}"),
            ("item/{id}/{id}", "the scheme URL has {id} twice"), ("item/{id}/{x}", "the pattern captures no {x}"),
        ] as [(String, String?)]
    )
    func `every required capture is there once`(text: String, rule: String?) throws {
        let (pattern, template) = (try RoutePattern("/i/{id}?c={c?}"), try SchemeTemplate(text))
        if let rule {
            #expect(throws: RuleViolation(rule)) { try template.check(against: pattern) }
        } else {
            try template.check(against: pattern)
        }
    }

    @Test func `the shape forgets the names`() throws {
        #expect(try SchemeTemplate("item/{id}").shape == SchemeTemplate("item/{sku}").shape)
        #expect(try SchemeTemplate("item/{id}").shape != SchemeTemplate("item?id={id}").shape)
    }
}
