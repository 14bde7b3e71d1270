import Platform
import Testing

@testable import DeepLinks

@Suite struct MatchingTests {
    static let forms: [(String, String, Bool)] = [
        ("/", "/", true), ("/", "", true), ("/", "///", true), ("/", "/a", false), ("/", "/?x=1", true),
        ("/products/{id}", "/products/7", true), ("/products/{id}", "/products/7/", true),
        ("/products/{id}", "/products/7///", true), ("/products/{id}", "/products", false),
        ("/products/{id}", "/products/", false), ("/products/{id}", "/products/7/x", false),
        ("/products/{id}", "/products//7", false), ("/products/{id}", "//products/7", false),
        ("/products/{id}", "/Products/7", false), ("/products/{id}", "/products/a%2Fb%3Fx", true),
        ("/products/{id}", "/products/%C3%A9", true), ("/abc", "/abc&utm=1", false),
        ("/item-{id}.html", "/item-7.html", true), ("/item-{id}.html", "/item-.html", false),
        ("/item-{id}.html", "/item-7.htm", false), ("/aa{x}aa", "/aaa", false), ("/aa{x}aa", "/aaaaa", true),
        ("/item/{id:int}", "/item/0042", true), ("/item/{id:int}", "/item/42a", false),
        ("/item/{id:int}", "/item/123456789012345678", true), ("/item/{id:int}", "/item/1234567890123456789", false),
        ("/item/{id:int}", "/item/%34", false), ("/{y:int4}", "/2026", true), ("/{y:int4}", "/202", false),
        ("/{y:int4}", "/20261", false), ("/v{n:int}", "/v2", true), ("/v{n:int}", "/v", false),
        ("/{l:en|fr}/home", "/fr/home", true), ("/{l:en|fr}/home", "/de/home", false),
        ("/{l:en|fr}/home", "/enfr/home", false), ("/x-{l:en|fr}", "/x-en", true), ("/x-{l:en|fr}", "/x-", false),
        ("/docs/{r*}", "/docs", true), ("/docs/{r*}", "/docs/", true), ("/docs/{r*}", "/docs/a/b/c", true),
        ("/docs/{r*}", "/doc", false), ("/docs/{r*}", "/docsx", false), ("/docs/{r*}", "/docs/a//b", false),
        ("/{r*}", "/", true), ("/caf%C3%A9", "/caf%C3%A9", true), ("/caf%C3%A9", "/caf%c3%a9", false),
        ("/a%2Fb", "/a%2Fb", true), ("/a%2Fb", "/a/b", false),
        ("/help?topic=faq", "/help?topic=faq", true), ("/help?topic=faq", "/help", false),
        ("/help?topic=faq", "/help?topic=FAQ", false), ("/help?topic=faq", "/help?topic", false),
        ("/help?topic=faq", "/help?x=1&topic=faq&y", true), ("/help?topic=faq", "/help?topic=faq&topic=faq", true),
        ("/help?topic=faq", "/help?topic=faq&topic=x", false), ("/help?topic=faq", "/help?topic=faq&topic=", false),
        ("/help?topic=faq", "/help?Topic=faq", false), ("/help?topic=faq", "/help?t%6Fpic=faq", false),
        ("/help?topic=faq", "/help?topic=fa%71", false), ("/help?topic=a=b", "/help?topic=a=b", true),
        ("/help?topic=a+b", "/help?topic=a+b", true), ("/help?topic=a+b", "/help?topic=a%20b", false),
        ("/recipe?id={id}", "/recipe?id=7", true), ("/recipe?id={id}", "/recipe?id=", false),
        ("/recipe?id={id}", "/recipe?id=7&id", false), ("/recipe?id={id}", "/recipe?id=7&id=8", true),
        ("/profile?to={to:a|b}", "/profile?to=b", true), ("/profile?to={to:a|b}", "/profile?to=c", false),
        ("/profile?to={to:a|b}", "/profile?to=a&to=a", true), ("/profile?to={to:a|b}", "/profile?to=a&to=b", false),
        ("/p?c={c?}", "/p", true), ("/p?c={c?}", "/p?c=", true), ("/p?c={c?}", "/p?c=1&c=", true),
        ("/p?a=1&b=2", "/p?b=2&a=1", true), ("/p?a=1&b=2", "/p?a=1", false),
    ]

    @Test(arguments: forms)
    func `a pattern matches the text of the URL`(pattern: String, target: String, matches: Bool) throws {
        let answer = try RouteSet.of([(pattern, "https://to.example")]).answer(target)
        let isRoute = if case .location(_, .route, _) = answer { true } else { false }
        #expect(isRoute == matches, "\(answer)")
    }

    @Test(
        arguments: [
            ("/Caf%C3%A9/{x:En|fr}", "/cAF%c3%a9/eN", true), ("/h?Topic=Faq", "/H?Topic=fAQ", true),
            ("/h?Topic=Faq", "/h?topic=faq", false), ("/p?to={to:a|b}", "/p?to=a&to=A", true),
            ("/a%5B", "/A%5b", true), ("/@{x}", "/`x", false), ("/[x]".replacing("[x]", with: "{a}-Z"), "/k-z", true),
        ]
    )
    func `letters fold where the domain says so (case 69)`(pattern: String, target: String, matches: Bool) throws {
        let answer = try RouteSet.of([(pattern, "https://to.example")], folds: true).answer(target)
        let isRoute = if case .location(_, .route, _) = answer { true } else { false }
        #expect(isRoute == matches, "\(answer)")
    }

    @Test func `the first route that matches decides`() throws {
        let set = try RouteSet.of(
            [
                ("/a/{x}/c", "https://0.to.example.com"), ("/a/b/{x}", "https://one.example"),
                ("/{x}/b/c", "https://two.example"), ("/a/b/c", "https://three.example"),
                ("/{r*}", "https://four.example"), ("/", "https://five.example"),
            ].map { ($0.0, $0.1.replacing("0.to.example.com", with: "zero.example")) })
        #expect(set.answer("/a/b/c") == .location("https://zero.example", .route, route: 0))
        #expect(set.answer("/a/b/d") == .location("https://one.example", .route, route: 1))
        #expect(set.answer("/z/b/c") == .location("https://two.example", .route, route: 2))
        #expect(set.answer("/a/b") == .location("https://four.example", .route, route: 4))
        #expect(set.answer("/") == .location("https://four.example", .route, route: 4))
        #expect(set.answer("/a//b") == .location("https://home.example/", .fallback, route: nil))
    }

    @Test func `a limited rest ends at 16 segments, an unlimited one never`() throws {
        let set = try RouteSet.of([("/@{u}/{r*}", "https://a.example"), ("/d/{r*}", "https://b.example")])
        let tail = { String(repeating: "/x", count: $0) }
        #expect(set.answer("/@me" + tail(15)) == .location("https://a.example", .route, route: 0))
        #expect(set.answer("/@me" + tail(16)) == .location("https://home.example/", .fallback, route: nil))
        for depth in [15, 16, 30, 31, 32, 33, 34, 500] {
            #expect(set.answer("/d" + tail(depth)) == .location("https://b.example", .route, route: 1))
        }
        let deep = tail(32)
        let deepest = try RouteSet.of([("\(deep)/{r*}", "https://c.example/{r}"), (deep, "https://d.example")])
        #expect(deepest.answer(deep + "/y/z/") == .location("https://c.example/y/z", .route, route: 0))
        #expect(deepest.answer(deep + tail(9)) == .location("https://c.example" + tail(9), .route, route: 0))
        #expect(deepest.answer(deep) == .location("https://c.example/", .route, route: 0))
        #expect(deepest.answer(tail(31)) == .location("https://home.example/", .fallback, route: nil))
    }

    static let refused = [
        "/public/../admin", "/public/%2e%2e/admin", "/public/.%2E/admin", "/public/..%5cadmin", "/a/./b", "/..", "/.",
        "/%2e", "/a/%2E%2e/", "/a\\b", "/a%5Cb", "/%00", "/a%00b", "/a%0Ab", "/%7f", "/a\u{1}b", "/%FF", "/%E0%80%AF",
        "/%C3", "/%C3x", "/%C3%28", "/%ED%A0%80", "/%F4%90%80%80", "/%", "/%4", "/%zz", "/x/%4", "*", "x",
        "/%E2%82", "/%E2%82/%AC", "/%80",
    ]

    @Test(arguments: refused)
    func `a refused path is no one's, not even the fallback's (cases 65, 70, 93)`(path: String) throws {
        let set = try RouteSet.of([("/{r*}", "https://to.example")])
        #expect(set.answer(path) == .notFound(.badPath))
    }

    @Test(arguments: [
        "/public/%252e%252e/admin", "/...", "/.a", "/a..", "/%2e%2e%2e", "/%EA%B5%AC", "/\u{AD6C}", "/%F0%9F%8E%89",
    ])
    func `what only looks like it is a path like others (case 65)`(path: String) throws {
        let set = try RouteSet.of([("/{r*}", "https://to.example")])
        #expect(set.answer(path) == .location("https://to.example", .route, route: 0))
    }

    @Test func `the life span decides where a browser goes`() throws {
        var set = try RouteSet.of([("/sale", "https://a.example"), ("/{x}", "https://b.example")])
        set.routes[0].lifeSpan = LifeSpan(start: UnixTime(seconds: 100), end: UnixTime(seconds: 200))
        for (time, host) in [(99, "b"), (100, "a"), (199, "a"), (200, "b")] {
            let expected = Answered.location("https://\(host).example", .route, route: host == "a" ? 0 : 1)
            #expect(set.answer("/sale", at: UnixTime(seconds: Int64(time))) == expected)
        }
    }

    @Test func `a suspended tenant answers every path with the 404 page`() throws {
        var set = try RouteSet.of([("/{r*}", "https://a.example")])
        set.isSuspended = true
        #expect(set.answer("/x") == .notFound(.suspended))
        #expect(set.answer("/..") == .notFound(.suspended))
    }

    @Test func `more item names than are remembered match all the same`() throws {
        let routes = (0..<100).map { ("/p?n\($0)=v&m=\($0)", "https://to.example/\($0)") }
        let set = try RouteSet.of(routes)
        #expect(set.answer("/p?m=77&n77=v") == .location("https://to.example/77?m=77&n77=v", .route, route: 77))
        #expect(set.answer("/p?m=77&n76=v") == .location("https://home.example/?m=77&n76=v", .fallback, route: nil))
    }

    @Test func `hostile patterns and paths cost no more than their length (case 67)`() throws {
        let run = String(repeating: "a", count: 2000)
        let set = try RouteSet.of(
            (0..<500).map { ("/a\(String(repeating: "a", count: $0)){x}b", "https://to.example") })
        #expect(set.answer("/" + run) == .location("https://home.example/", .fallback, route: nil))
        #expect(set.answer("/" + run + "b") == .location("https://to.example", .route, route: 0))
    }
}
