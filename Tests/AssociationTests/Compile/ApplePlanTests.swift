import Association
import DeepLinks
import JSONText
import Testing

/// The steps of the design, each on small tables with the whole list of rules.
@Suite struct ApplePlanTests {
    /// The rules of the only app, one text each: `!` for an exclude, the path, the items.
    private func rules(_ routes: [String], change: (inout Tenant) -> Void = { _ in }) throws -> [String] {
        let list = try routes.enumerated().map { index, text in
            try Sample.route("r\(index)", String(text.drop { $0 == "!" }), opens: text.hasPrefix("!") ? .none : .all)
        }
        var tenant = try Sample.tenant(apps: [Sample.ios()], routes: list)
        change(&tenant)
        let bytes = try #require(try AssociationDocument.compile(RouteSet(tenant), kind: .aasa))
        let document = try AppleDocument(bytes)
        #expect(document.findings.filter { $0.severity != .note }.isEmpty)
        return (document.applinks?.entries.first?.components ?? []).map { rule in
            var text = rule.isExcluding == true ? "!" : ""
            text += rule.pathPattern?.value ?? ""
            if case .items(let items)? = rule.query {
                text += "?" + items.map { "\($0.name)=\($0.pattern.value)" }.joined(separator: "&")
            }
            return text
        }
    }

    @Test(arguments: [
        (["/"], ["/"]),
        (["/profile"], ["/profile"]),
        (["/products/{id}"], ["!/?*/?*/?*", "/products/?*"]),
        (["/item-{id}.html"], ["!/?*/?*", "/item-?*.html"]),
        (["/{year:int4}"], ["/$(digit)$(digit)$(digit)$(digit)"]),
        (
            ["/item/{id:int}"],
            [
                "/item/$(v1)", "/item/$(v1)$(v1)$(v1)", "/item/$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)",
                "/item/$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)$(v1)",
            ]
        ),
        // Of numbers only those with so many digits as another rule opens.
        (["!/{n:int}/x", "/1234/{x}"], ["!/$(v1)$(v1)$(v1)/x", "!/?*/?*/?*", "/1234/?*"]),
        (["/{lang:en|fr}/home"], ["/$(v1)/home"]),
        (["/{lang:en}-x/home"], ["/en-x/home"]),
        (["/docs/{rest*}"], ["/docs/*"]),
        (["/u/{id}/{rest*}"], ["/u/?*"]),
        (["/help?topic=faq"], ["/help?topic=faq"]),
        (["/recipe?id={id}&x={x?}"], ["/recipe?id=?*"]),
        (["/me?to={to:a|b}&n=1"], ["/me?to=a&n=1", "/me?to=b&n=1"]),
        (["/caf%C3%A9/{x:a%2Fb|c}"], ["/caf%C3%A9/$(v1)"]),
    ])
    func `each form has its rules`(routes: [String], expected: [String]) throws {
        #expect(try rules(routes) == expected)
    }

    @Test func `what a rest opens needs no guard behind it`() throws {
        #expect(try rules(["/{owner}/{repo}/{rest*}", "/{owner}"]).suffix(2) == ["/?*/?*", "/?*"])
        #expect(try rules(["/{a}/{b}/{c}/{rest*}", "/p/{a}"]).suffix(2) == ["/?*/?*/?*", "/p/?*"])
        #expect(try rules(["/{a}/{b}/{c}/{rest*}", "/{a}"]).suffix(3) == ["/?*/?*/?*", "!/?*/?*", "/?*"])
    }

    @Test func `an empty rest is everything but what the gateway answers itself`() throws {
        #expect(
            try rules(["/{rest*}"]) == [
                "!/apple-app-site-association", "!/robots.txt", "!/favicon.ico", "!/.well-known/*", "*",
            ])
    }

    @Test func `reserved paths are excluded where a rule would open them`() throws {
        #expect(
            try rules(["/{name}"]) == [
                "!/apple-app-site-association", "!/robots.txt", "!/favicon.ico", "!/.well-known/*", "!/?*/?*", "/?*",
            ])
    }

    // MARK: - Step 1

    @Test func `fixed rules come first, in route order`() throws {
        #expect(
            try rules(["/p/{x}", "/b", "/a/b/c", "/q/{n:int2}"])
                == ["/b", "/a/b/c", "/q/$(digit)$(digit)", "!/?*/?*/?*", "/p/?*"])
    }

    @Test func `a fixed rule stays in its group where an earlier one decides otherwise`() throws {
        #expect(
            try rules(["!/p/{x}-old", "/p/new-old", "/p/{y}"])
                == ["!/?*/?*/?*", "!/p/?*-old", "/p/?*"])
        #expect(
            try rules(["!/p/x-{x}?a=1", "/p/x-1", "/p/{z}?b=1"])
                == ["!/?*/?*/?*", "!/p/x-?*?a=1", "/p/x-1", "/p/?*?b=1"])
    }

    // MARK: - Step 2

    @Test func `groups are written deepest first`() throws {
        #expect(
            try rules(["/a/{x}", "/b/{x}/{y}", "!/a/x-{y}", "/c/{x}/d"])
                == ["!/?*/?*/?*/?*", "/b/?*/?*", "/c/?*/d", "!/?*/?*/?*", "/a/?*"])
    }

    @Test func `a limited rest ends at 16 segments`() throws {
        let found = try rules(["/@{user}/{rest*}"])
        #expect(found.count == 32)
        #expect(found.first == "!" + String(repeating: "/?*", count: 17))
        #expect(found[1] == "/@?*" + String(repeating: "/?*", count: 15))
        #expect(found.suffix(2) == ["!/?*/?*", "/@?*"])
    }

    // MARK: - Step 3

    @Test func `an unlimited rest is written once, in the first group below which nothing stands against it`() throws {
        #expect(try rules(["!/docs/{x}/edit", "/docs/{rest*}"]) == ["/docs/?*/?*/?*", "!/docs/?*/edit", "/docs/*"])
        #expect(
            try rules(["!/docs/{x}", "/docs/{rest*}", "/a/{x}/{y}"])
                == [
                    "/docs/?*/?*/?*", "!/?*/?*/?*/?*", "/docs/?*/?*", "/a/?*/?*", "!/docs/?*", "/docs/*",
                ])
    }

    @Test func `a rest behind another one is written no earlier than that`() throws {
        #expect(
            try rules(["/a/{x}", "!/a/{rest*}", "/a/b/{rest*}", "/{rest*}"])
                .suffix(5) == ["!/a/?*/?*", "/?*/?*/?*", "/a/?*", "!/a/*", "*"])
    }

    // MARK: - Step 4

    @Test func `a guard stands only where a group opens through a free capture`() throws {
        #expect(try rules(["!/a/{x}", "/{n:int1}/{rest*}", "/b"]).contains { $0.hasPrefix("!/?*") } == false)
        #expect(try rules(["!/a/{x}", "/a/b/{rest*}", "/{rest*}"]).contains { $0.hasPrefix("!/?*") } == false)
        // What the guard would end is decided already.
        #expect(try rules(["!/a/{x}", "/{x}/{rest*}"]).contains("!/?*/?*/?*") == false)
    }

    // MARK: - Step 5

    @Test func `what an earlier rule covers is left out`() throws {
        #expect(try rules(["/p/{x}", "/p/new", "!/p/{y:int}", "/p/{z}-1"]) == ["!/?*/?*/?*", "/p/?*"])
        #expect(try rules(["/p?a={a}", "/p?a=1&b=2"]) == ["/p?a=?*"])
        #expect(try rules(["/a/{rest*}", "/a/b/{rest*}", "!/a/c"]) == ["/a/*"])
        #expect(try rules(["!/{n:int}/{rest*}", "/1{n:int2}2/b", "/a"]) == ["/a"])
    }

    @Test func `an opening rule that a later one covers is left out, but for an exclude between`() throws {
        #expect(try rules(["/p/new", "/p/{x}"]) == ["!/?*/?*/?*", "/p/?*"])
        #expect(try rules(["/p/new", "!/p/{n}w", "/p/{x}"]) == ["/p/new", "!/?*/?*/?*", "!/p/?*w", "/p/?*"])
    }

    @Test func `an exclude that meets no later opening rule is left out`() throws {
        #expect(try rules(["!/a", "/b", "!/c/{x}"]) == ["/b"])
        #expect(try rules(["!/p?a=1", "/p?a=2"]) == ["/p?a=2"])
        #expect(try rules(["!/p/new", "/p/{x}"]) == ["!/p/new", "!/?*/?*/?*", "/p/?*"])
    }

    @Test func `trap: a rule behind a guard covers nothing ahead of it`() throws {
        // `/a/*` would cover `/a/?*/?*`, but the guard of the lower group stops deeper paths.
        let found = try rules(["!/a/{x}", "/a/{rest*}", "/b/{x}"])
        #expect(found == ["/a/?*/?*", "!/?*/?*/?*", "!/a/?*", "/a/*", "/b/?*"])
    }

    @Test func `trap: a rest written lower down keeps an exclude`() throws {
        // At depth 2 nothing opens in the groups down to it, but `/a/*` below does, and no guard stands between.
        let found = try rules(["!/{x}?q=1", "!/a/{x}", "/a/{rest*}"])
        #expect(found == ["/a/?*/?*", "!/a/?*", "!/?*?q=1", "/a/*"])
    }

    // MARK: - Variables, folding, items

    @Test func `variables are named by first use and shared`() throws {
        let routes = ["/a/{l:en|fr}", "/b/{n:int}/{l:x|y}", "/c/{m:en|fr}"]
        #expect(try rules(routes)[0] == "/a/$(v1)")
        #expect(try rules(routes)[1] == "/b/$(v2)/$(v3)")
        #expect(try rules(routes).last == "/c/$(v1)")
    }

    @Test func `values that folding makes equal are one`() throws {
        #expect(
            try rules(["/{l:en|EN}", "/x?a={a:b|B}"]) { $0.domains[0].isCaseSensitive = false } == ["/en", "/x?a=b"])
        #expect(try rules(["!/New/x", "/new/{y}"]) { $0.domains[0].isCaseSensitive = false }.first == "!/New/x")
    }

    @Test func `a listed product that no file holds is refused`() throws {
        let values = (0..<60).map { "v\($0)" }.joined(separator: "|")
        let pattern = "/x?" + ["a", "b", "c"].map { "\($0)={\($0):\(values)}" }.joined(separator: "&")
        #expect(throws: AssociationError.self) { try rules([pattern]) }
    }
}
