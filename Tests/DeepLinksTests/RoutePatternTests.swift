import Testing

@testable import DeepLinks

@Suite struct RoutePatternTests {
    @Test(
        arguments: [
            ("/", "/"),
            ("/products/{id}", "/products/{id}"),
            ("/products/{id}/", "/products/{id}"),
            ("/item-{id}.html", "/item-{id}.html"),
            ("/item/{id:int}", "/item/{id:int}"),
            ("/{year:int4}/{x:int18}", "/{year:int4}/{x:int18}"),
            ("/{lang:en|fr|de}/home", "/{lang:en|fr|de}/home"),
            ("/v-{lang:en}", "/v-{lang:en}"),
            ("/docs/{rest*}", "/docs/{rest*}"),
            ("/docs/{rest*}/", "/docs/{rest*}"),
            ("/{rest*}", "/{rest*}"),
            ("/help?topic=faq", "/help?topic=faq"),
            ("/help/?topic=faq", "/help?topic=faq"),
            ("/?q={q}", "/?q={q}"),
            ("/recipe?id={id}", "/recipe?id={id}"),
            ("/profile?to={to:settings|favorites}", "/profile?to={to:settings|favorites}"),
            ("/products/{id}?color={color?}&a.b~_-=1=2/3:@", "/products/{id}?color={color?}&a.b~_-=1=2/3:@"),
            ("/caf\u{E9}", "/caf%C3%A9"),
            ("/caf%c3%a9/%7Euser%2Dx", "/caf%C3%A9/~user-x"),
            ("/{x:\u{E9}|%2a}", "/{x:%C3%A9|%2A}"),
            ("/a%2fb", "/a%2Fb"),
            ("/a!$&'+,=:@".replacing("$", with: ""), "/a!&'+,=:@"),
            ("/a.well-known/.well-known", "/a.well-known/.well-known"),
            ("/robots.txt/{x}", "/robots.txt/{x}"),
        ]
    )
    func `a pattern has one canonical text`(text: String, canonical: String) throws {
        let pattern = try RoutePattern(text)
        #expect(pattern.text == canonical)
        let again = try RoutePattern(pattern.text)
        #expect(again == pattern)
        #expect(again.segments == pattern.segments)
        #expect(again.rest == pattern.rest)
        #expect(again.items == pattern.items)
    }

    @Test func `a pattern is segments, a rest and items`() throws {
        let pattern = try RoutePattern("/u/x-{id:int}.html/{rest*}?to={to:a|b}&ref={ref?}&v=1")
        let id = PatternCapture(name: "id", values: .digits(1...18), place: .segment)
        let to = PatternCapture(name: "to", values: .listed(["a", "b"]), place: .item)
        let ref = PatternCapture(name: "ref", values: .any, place: .optionalItem)
        #expect(pattern.segments == [.literal("u"), .capture(id, head: "x-", tail: ".html")])
        #expect(pattern.rest == "rest")
        #expect(
            pattern.items == [
                PatternItem(name: "to", condition: .captured(to)), PatternItem(name: "ref", condition: .captured(ref)),
                PatternItem(name: "v", condition: .equals("1")),
            ]
        )
        #expect(pattern.captures == [id, PatternCapture(name: "rest", values: .any, place: .rest), to, ref])
    }

    @Test(
        arguments: [
            ("/docs/{rest*}", false), ("/{lang:en|fr}/u/{id}/{rest*}", false), ("/{a}/{b}/{rest*}", false),
            ("/{rest*}", false), ("/v{n:int}/{rest*}", false), ("/{owner}/tree/{rest*}", true),
            ("/@{user}/{rest*}", true), ("/{a}/{n:int}/{rest*}", true), ("/{a}/{b}.html/{rest*}", true),
            ("/{owner}/tree", false),
        ]
    )
    func `a rest has a limit when a file could not say it`(text: String, isLimited: Bool) throws {
        #expect(try RoutePattern(text).isRestLimited == isLimited)
    }

    @Test(
        arguments: [
            ("/s/{slug}", "slug"), ("/s-{slug}", "slug"), ("/s?id={slug}&x={x?}", "slug"), ("/s/{rest*}", nil),
            ("/s/{a}/{b}", nil), ("/s?x={x?}", nil), ("/s", nil),
        ] as [(String, String?)]
    )
    func `one required capture names a link`(text: String, name: String?) throws {
        #expect(try RoutePattern(text).linkCapture?.name == name)
    }

    static let refusals: [(String, String, Int?)] = [
        ("", "a pattern begins with a slash", 0),
        ("products", "a pattern begins with a slash", 0),
        ("?x=1", "a pattern begins with a slash", 0),
        ("//", "a pattern has no empty segment", 1),
        ("/a//b", "a pattern has no empty segment", 3),
        ("/a#b", "# is written %23: an association file gives it a meaning", 2),
        ("/a*", "* is written %2A: an association file gives it a meaning", 2),
        ("/a$", "$ is written %24: an association file gives it a meaning", 2),
        ("/a(b)", "( is written %28: an association file gives it a meaning", 2),
        ("/a;b", "; is written %3B: an association file gives it a meaning", 2),
        ("/a|b", "| is written %7C: an association file gives it a meaning", 2),
        ("/a}", "} is written %7D: an association file gives it a meaning", 2),
        ("/a?b=c?d", "? is written %3F: an association file gives it a meaning", 6),
        ("/a b", "this character is written percent-encoded: %20", 2),
        ("/a[b]", "this character is written percent-encoded: %5B", 2),
        ("/a\\b", "this character is written percent-encoded: %5C", 2),
        ("/a%5Cb", "the gateway answers control characters and backslashes with 404, encoded too", 2),
        ("/a%00", "the gateway answers control characters and backslashes with 404, encoded too", 2),
        ("/a%4", "% is followed by two hexadecimal digits", 2),
        ("/a%zz", "% is followed by two hexadecimal digits", 2),
        ("/a%ff", "an escape is no UTF-8, which the gateway answers with 404", 1),
        ("/a/../b", "a pattern has no dot segments", 3),
        ("/a/%2e", "a pattern has no dot segments", 3),
        ("/{x:a|..}", "a pattern has no dot segments", 6),
        ("/{a}{b}", "a segment has at most one capture", 4),
        ("/{a}-{b}", "a segment has at most one capture", 5),
        ("/{a}/{a}", "the name a is taken", 6),
        ("/{a}?b={a}", "the name a is taken", 8),
        ("/{path}", "{path} belongs to templates", 2),
        ("/x?y={query?}", "{query} belongs to templates", 6),
        ("/{rest*}/x", "nothing follows a rest", 9),
        ("/a-{rest*}", "a rest is a whole segment", 1),
        ("/x?y={rest*}", "a rest is the end of the path", 10),
        ("/{a?}", "only a query item is optional", 3),
        ("/{a", "a brace is not closed", 1),
        ("/{}", "a capture's name is a letter, then letters, digits and _, at most 64", 2),
        ("/{1a}", "a capture's name is a letter, then letters, digits and _, at most 64", 2),
        ("/{a-b}", "a capture is {name}, {name:int}, {name:int4}, {name:a|b}, {name*} or {name?}", 3),
        ("/{a*b}", "a capture is {name}, {name:int}, {name:int4}, {name:a|b}, {name*} or {name?}", 3),
        ("/{a:}", "a listed value is not empty", 4),
        ("/{a:x||y}", "a listed value is not empty", 6),
        ("/{a:x|x}", "the value x is listed already", 6),
        ("/{a:x|%78}", "the value x is listed already", 6),
        ("/{a:b/c}", "this character is written percent-encoded: %2F", 5),
        ("/{a:int0}", "a number of digits is 1 to 18: {year:int4}", 7),
        ("/{a:int19}", "a number of digits is 1 to 18: {year:int4}", 7),
        ("/x?n={n:int}", "digits are asked for in a path only", 8),
        ("/x?", "a query item is a name of unreserved characters, = and a value", 3),
        ("/x?a", "a query item is a name of unreserved characters, = and a value", 4),
        ("/x?a=", "a query item has a value: an empty one is none", 5),
        ("/x?a=1&", "a query item is a name of unreserved characters, = and a value", 7),
        ("/x?a=1&a=2", "the query item a is there already", 7),
        ("/x?a%20=1", "a query item is a name of unreserved characters, = and a value", 4),
        ("/x?a=b{c}", "a capture is the whole value of a query item", 5),
        ("/x?a={c}b", "a capture is the whole value of a query item", 5),
        ("/x?a=1#f", "# is written %23: an association file gives it a meaning", 6),
        ("/.well-known/x", "the gateway answers /.well-known/ itself", nil),
        ("/%2ewell-known/x", "the gateway answers /.well-known/ itself", nil),
        ("/robots.txt", "the gateway answers /robots.txt itself", nil),
        ("/apple-app-site-association/", "the gateway answers /apple-app-site-association itself", nil),
    ]

    @Test(arguments: refusals)
    func `a refusal names the rule and the byte`(text: String, rule: String, offset: Int?) {
        #expect(throws: RuleViolation(rule, at: offset)) { try RoutePattern(text) }
    }

    @Test func `captures, bytes and segments are limited`() throws {
        let captures = (0..<8).map { "/{c\($0)}" }.joined()
        #expect(try RoutePattern(captures).captures.count == 8)
        #expect(throws: RuleViolation("a pattern has at most 8 captures", at: 42)) {
            try RoutePattern(captures + "/{d}")
        }
        let long = "/" + String(repeating: "a", count: 2047)
        #expect(try RoutePattern(long).text.utf8.count == 2048)
        #expect(throws: RuleViolation.self) { try RoutePattern(long + "a") }
        #expect(throws: RuleViolation.self) { try RoutePattern("/" + String(repeating: "é", count: 400)) }
        let deep = String(repeating: "/a", count: 32)
        #expect(try RoutePattern(deep + "/{rest*}").segments.count == 32)
        #expect(throws: RuleViolation("a pattern has at most 32 segments", at: 65)) { try RoutePattern(deep + "/a") }
    }
}
