import Testing

@testable import DeepLinks

@Suite struct LocationTests {
    @Test(
        arguments: [
            ("https://e.example/p?x=1#sec", "/abc?utm=z", "https://e.example/p?x=1&utm=z#sec"),
            ("https://e.example/p#sec", "/abc?utm=z", "https://e.example/p?utm=z#sec"),
            ("https://e.example/p?", "/abc?utm=z", "https://e.example/p?utm=z"),
            ("https://e.example/p?x=1&", "/abc?utm=z", "https://e.example/p?x=1&utm=z"),
            ("https://e.example/p?x=1?", "/abc?utm=z", "https://e.example/p?x=1?&utm=z"),
            ("https://e.example/p?x=1#sec", "/abc?", "https://e.example/p?x=1#sec"),
            ("https://e.example/p?", "/abc", "https://e.example/p?"),
            ("https://e.example/p?x=1&", "/abc", "https://e.example/p?x=1&"),
            ("https://e.example?&&a", "/abc", "https://e.example?&&a"),
            ("https://e.example", "/abc?&&a&&b=&", "https://e.example?&&a&&b=&"),
            ("https://e.example/p?", "/abc?&a", "https://e.example/p?&a"),
            ("https://e.example/p?x=1", "/abc?&x=2&&y=", "https://e.example/p?x=1&&&y="),
            ("https://e.example/p#s", "/abc?&", "https://e.example/p?&#s"),
            ("https://e.example", "/abc?a?b&c=d?&e", "https://e.example?a?b&c=d?&e"),
            (
                "https://e.example/p?utm_source=a&id=7", "/abc?utm_source=b&id=8&%69d=9&x=1",
                "https://e.example/p?utm_source=a&id=7&x=1"
            ),
            ("https://e.example/p?%69d=7", "/abc?id=8&ID=9", "https://e.example/p?%69d=7&ID=9"),
            (
                "https://e.example/p", "/abc?a=%2Bb%2fc%3D&d=%zz&e[]=|^",
                "https://e.example/p?a=%2Bb%2fc%3D&d=%zz&e[]=|^"
            ),
            ("https://e.example/p", "/abc?a=\"<>#é", "https://e.example/p?a=%22%3C%3E%23%C3%A9"),
        ]
    )
    func `the request's query follows the stored one (cases 50, 51, 53)`(to: String, target: String, expected: String)
        throws
    {
        #expect(try RouteSet.of([("/abc", to)]).answer(target) == .location(expected, .route, route: 0))
        // A link's URL keeps the query in the same way.
        let query = Array(target.split(separator: "?", maxSplits: 1).dropFirst().joined().utf8)
        let program = RouteProgram(try RouteSet.of([("/s/{slug}", "links")]))
        let writer = LocationText(program: program, host: "go.acme.example", path: Array("/s/x".utf8), query: query)
        #expect(writer.link(Array(to.utf8), LinkRequest(route: 0)) == expected)
    }

    @Test(
        arguments: [
            (
                "/chat/{id}", "https://w.example/c/{id}?ref={id}", "/chat/a%2Fb%3Fx",
                "https://w.example/c/a%2Fb%3Fx?ref=a%2Fb%3Fx"
            ),
            ("/c/{id}", "https://w.example?q={id}", "/c/a&b=c+d;e", "https://w.example?q=a%26b%3Dc%2Bd%3Be"),
            ("/c/{id}", "https://w.example/{id}#{id}", "/c/a&b=c+d;e", "https://w.example/a&b=c+d;e#a&b=c+d;e"),
            ("/c?id={id}", "https://w.example/{id}/x", "/c?id=a/b?c", "https://w.example/a%2Fb%3Fc/x"),
            ("/c?id={id}", "https://w.example/{id}", "/c?id=%zz%2", "https://w.example/%25zz%252"),
            ("/c?id={id}", "https://w.example?x={id}", "/c?id=a=b+c%26", "https://w.example?x=a=b+c%26"),
            (
                "/d/{r*}", "https://w.example/x/{r}", "/d/a/b%2Fc//".replacing("//", with: "/"),
                "https://w.example/x/a/b%2Fc"
            ),
            ("/d/{r*}", "https://w.example?r={r}", "/d/a/b", "https://w.example?r=a/b"),
            ("/d/{r*}", "https://w.example/x/{r}", "/d", "https://w.example/x/"),
            ("/{r*}", "https://w.example/{path}", "/a/b/?x=1", "https://w.example/a/b/?x=1"),
            ("/{r*}", "https://w.example/{path}", "", "https://w.example/"),
            ("/{r*}", "https://w.example/?p={path}", "/a/b", "https://w.example/?p=a/b"),
            ("/{r*}", "https://w.example/{path}", "/a\"<é", "https://w.example/a%22%3C%C3%A9"),
            ("/i/{id}", "https://w.example/{id}-{id}.html", "/i/7", "https://w.example/7-7.html"),
        ]
    )
    func `a capture keeps its encoding and stays in its place (case 66)`(
        pattern: String, to: String, target: String, expected: String
    ) throws {
        #expect(try RouteSet.of([(pattern, to)]).answer(target) == .location(expected, .route, route: 0))
    }

    @Test(
        arguments: [
            ("https://w.example/p?c={c}", "/p", "https://w.example/p"),
            ("https://w.example/p?c={c}", "/p?c=red", "https://w.example/p?c=red"),
            ("https://w.example/p?c={c}&x=1", "/p?u=2", "https://w.example/p?x=1&u=2"),
            ("https://w.example/p?c={c}&x=1", "/p?c=red&u=2", "https://w.example/p?c=red&x=1&u=2"),
            ("https://w.example/p?c={c}&d={d}&x=1#f", "/p?d=5", "https://w.example/p?d=5&x=1#f"),
            ("https://w.example/p?x=1&c={c}", "/p?c=", "https://w.example/p?x=1"),
            ("https://w.example/p?c=n-{c}", "/p", "https://w.example/p?c=n-"),
            ("https://w.example/p?k={c}", "/p?c=red&d=1", "https://w.example/p?k=red&d=1"),
            ("https://w.example/p#{c}", "/p?c=red&d=1", "https://w.example/p?d=1#red"),
            ("https://w.example/p", "/p?c=red&d=1", "https://w.example/p?c=red&d=1"),
            ("https://w.example/p?{query}", "/p", "https://w.example/p"),
            ("https://w.example/p?{query}", "/p?c=red&&d", "https://w.example/p?c=red&&d"),
            ("https://w.example/p?a=1&{query}&b=2#f", "/p?c=red", "https://w.example/p?a=1&c=red&b=2#f"),
            ("https://w.example/p?{query}&b=2#f", "/p", "https://w.example/p?b=2#f"),
        ]
    )
    func `an absent capture leaves its item out; a taken item is not kept too`(
        to: String, target: String, expected: String
    ) throws {
        #expect(try RouteSet.of([("/p?c={c?}&d={d?}", to)]).answer(target) == .location(expected, .route, route: 0))
    }

    @Test(
        arguments: [
            ("/i-{x}", "/i-.", true), ("/i-{x}", "/i-%2e%2E", true), ("/i-{x}", "/i-...", false),
            ("/i?x={x}", "/i?x=..", true),
            ("/i?x={x}", "/i?x=.%2e", true), ("/i?x={x}", "/i?x=a", false),
        ]
    )
    func `no capture makes a dot segment`(pattern: String, target: String, isRefused: Bool) throws {
        let whole = try RouteSet.of([(pattern, "https://w.example/a/{x}/b")]).answer(target)
        #expect((whole == .notFound(.unsafeCapture)) == isRefused)
        let shared = try RouteSet.of([(pattern, "https://w.example/a/x{x}?y={x}#{x}")]).answer(target)
        #expect(shared != .notFound(.unsafeCapture))
    }

    @Test(arguments: ["//evil.example/", "///evil.example//", "/%2F%2Fevil.example", "/@evil.example", "/\u{9}evil"])
    func `no Location leads to another host (case 54)`(path: String) throws {
        let set = try RouteSet.of([("/{r*}", "https://w.example/{path}")], fallback: "https://home.example/{path}")
        switch set.answer(path) {
        case .location(let text, _, _):
            #expect(text.hasPrefix("https://w.example/") || text.hasPrefix("https://home.example/"))
        case let other: #expect(other == .notFound(.badPath))
        }
    }
}
