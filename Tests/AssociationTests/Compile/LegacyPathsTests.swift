import Association
import DeepLinks
import Foundation
import Testing

@Suite struct LegacyPathsTests {
    private func compiled(_ set: RouteSet) throws -> [UInt8] {
        try #require(
            try AssociationDocument.compile(set, kind: .aasa, options: CompileOptions(hasLegacyPaths: true)))
    }

    @Test func `paths follow the modern entry, lists written out`() throws {
        let tenant = try Sample.tenant(
            apps: [Sample.ios("a"), Sample.ios("b")],
            routes: [
                Sample.route("old", "/p/old", opens: .none), Sample.route("p", "/p/{x}"),
                Sample.route("l", "/{l:en|fr}/home"), Sample.route("q", "/q?a=1"), Sample.route("n", "/n/{n:int}"),
            ])
        let text = String(decoding: try compiled(RouteSet(tenant)), as: UTF8.self)
        let paths = #""paths":["NOT /p/old","/en/home","/fr/home","NOT /?*/?*/?*","/p/?*"]"#
        #expect(text.hasPrefix(#"{"applinks":{"apps":[],"details":[{"appIDs":["#))
        #expect(
            text.contains(
                #"{"appID":"7Q2MX9RK4T.example.a",\#(paths)},{"appID":"7Q2MX9RK4T.example.b",\#(paths)}]"#))
    }

    @Test func `of a list only the values are written that no other rule decides`() throws {
        let tenant = try Sample.tenant(
            apps: [Sample.ios()],
            routes: [
                Sample.route("b", "/b/{rest*}", opens: .none), Sample.route("l", "/{x:a|b|c}"),
                Sample.route("c", "/c/{rest*}"),
            ])
        let text = String(decoding: try compiled(RouteSet(tenant)), as: UTF8.self)
        #expect(text.contains(#""paths":["/a","/c/*"]"#))
    }

    @Test func `folding and an opt-out are refused`() throws {
        var tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a")])
        tenant.domains[0].optOut = OptOut(queryItem: "web", fragment: "stay")
        #expect(throws: AssociationError.notInPaths("a domain with an opt-out")) { try compiled(RouteSet(tenant)) }
        tenant.domains[0].optOut = nil
        tenant.domains[0].isCaseSensitive = false
        #expect(throws: AssociationError.notInPaths("a domain that folds case")) { try compiled(RouteSet(tenant)) }
    }

    @Test(arguments: [
        (["!/x-{n:int}/{rest*}", "/{a}/{rest*}"], "/x-7"), (["!/x-{n:int}/{a}/{rest*}", "/{rest*}"], "/x-7"),
        (["!/{n:int4}.html/{rest*}", "/{a}/{rest*}"], "/2024.html"), (["!/n/{n:int}/{rest*}", "/{a}/{rest*}"], "/n/7"),
    ])
    func `what is excluded at any depth stays so where digits become any text`(
        routes: [String], path: String
    ) throws {
        let list = try routes.enumerated().map { index, text in
            try Sample.route("r\(index)", String(text.drop { $0 == "!" }), opens: text.hasPrefix("!") ? .none : .all)
        }
        let set = try RouteSet(Sample.tenant(apps: [Sample.ios()], routes: list))
        let matcher = AppleMatcher(try AppleDocument(compiled(set)))
        for count in [2, 15, 16, 17, 40] {
            let end = String(repeating: "/y", count: count - 1)
            for (path, opens) in [(path + end, false), ("/z" + end, true)] {
                let url = try LinkURL("https://go.shop.example" + path)
                #expect((matcher.legacyDecision(url, app: "7Q2MX9RK4T.example.shop").outcome == .open) == opens)
            }
        }
    }

    @Test func `paths never open what the table does not, and change nothing for systems of today`() throws {
        let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil
        for seed: UInt64 in 1...(isSlow ? 2_000 : 60) {
            var tables = RandomTables(seed: seed &* 31, .init(mostRoutes: 12, mayFold: false, mayOptOut: false))
            let set = try RouteSet(tables.tenant())
            let oracle = TableOracle(set)
            let matcher = AppleMatcher(try AppleDocument(compiled(set)))
            let isExact = set.routes.allSatisfy { route in
                route.pattern.items.isEmpty && !route.pattern.text.contains(":int")
            }
            for _ in 0..<40 {
                let url = try LinkURL(tables.url(set))
                let decider = oracle.decider(url)
                for app in set.apps {
                    guard let appID = app.identity.appID?.text else { continue }
                    let opens = oracle.opens(decider, app.name)
                    let legacy = matcher.legacyDecision(url, app: appID).outcome == .open
                    #expect(opens || !legacy, "seed \(seed): \(url)")
                    if isExact { #expect(opens == legacy, "seed \(seed): \(url)") }
                    #expect(opens == (matcher.decision(url, app: appID).outcome == .open), "seed \(seed): \(url)")
                }
            }
        }
    }
}
