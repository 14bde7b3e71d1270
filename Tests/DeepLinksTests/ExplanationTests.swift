import Platform
import Testing

@testable import DeepLinks

@Suite struct ExplanationTests {
    static let now = UnixTime(seconds: 1000)

    static func set() throws -> RouteSet {
        var set = try RouteSet.of([
            ("/sale", "https://w.example/sale"), ("/i/{id:int}?to={to:a|b}", "https://w.example/{id}"),
            ("/@{user}/{rest*}", "https://w.example/{user}/{rest}"),
            ("/p/{id}?color={color?}", "https://w.example/{id}?c={color}"),
            ("/s/{slug}", "links"),
        ])
        set.optOut = OptOut(queryItem: "web", fragment: "web")
        set.routes[0].lifeSpan = LifeSpan(start: UnixTime(seconds: 0), end: UnixTime(seconds: 500))
        set.routes[4].opens = .none
        set.apps = [
            App(
                name: try #require(AppName("one")),
                identity: .ios(try #require(AppID("ABCDE12345.com.acme.one")), storeID: nil)),
            App(
                name: try #require(AppName("two")),
                identity: .ios(try #require(AppID("ABCDE12345.com.acme.two")), storeID: nil)),
        ]
        set.routes[3].opens = .only([set.apps[1].name])
        return set
    }

    func explain(_ target: String, _ links: [Link] = []) throws -> Explanation {
        try Self.set().explain(try LinkURL("https://go.acme.example" + target), time: Self.now) { route, slug in
            links.first { $0.key.route == route && $0.key.slug == slug }
        }
    }

    @Test func `the route that decided, its captures and its destination`() throws {
        let explanation = try explain("/p/7/?color=red&utm=1")
        #expect(explanation.outcome == .redirect(status: 302, maxAge: 0, location: "https://w.example/7?c=red&utm=1"))
        #expect(explanation.reason == .route)
        #expect(explanation.route?.text == "r3")
        #expect(
            explanation.captures == [
                ExplainedCapture(name: "id", value: "7"), ExplainedCapture(name: "color", value: "red"),
            ]
        )
        #expect(explanation.apps.map(\.opens) == [false, true])
        #expect(
            explanation.passed.map(\.mismatch.description) == [
                "the path has 2 segments, not 1", "segment 1 is p, not i", "segment 1 is p, not @{user}",
            ])
    }

    @Test(
        arguments: [
            ("/sale", 0, "it ended at 1970-01-01T00:08:20Z"),
            ("/i/x?to=a", 1, "segment 2 is x, not {id:int}"),
            ("/i/7", 1, "the query item to is absent or empty"),
            ("/i/7?to=a&to=", 1, "the query item to is absent or empty"),
            ("/i/7?to=c", 1, "the query item to is c, not {to:a|b}"),
            ("/i/7?to=a&to=b", 1, "the query item to is both a and b"),
            ("/@me/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17", 2, "the path has 17 segments; this rest ends at 16"),
            ("/", 2, "the path has 0 segments, not 1 or more"),
            ("/i//7?to=a", 1, "the path has an empty segment"),
        ]
    )
    func `each earlier route says why it did not match`(target: String, route: Int, mismatch: String) throws {
        let explanation = try explain(target)
        #expect(explanation.passed.first { $0.name.text == "r\(route)" }?.mismatch.description == mismatch)
        #expect(explanation.reason == .fallback)
        #expect(explanation.passed.count == 5)
    }

    @Test(
        arguments: [
            ("/p/7", "r3", [false, true]), ("/i/7?to=a", "r1", [true, true]), ("/s/x", "r4", [false, false]),
            ("/sale", "r0", [true, true]), ("/nothing", "noRoute", [false, false]),
            ("/p/..", "badPath", [false, false]),
            ("/robots.txt", "reserved", [false, false]), ("/p/7?web=1", "optOut", [false, false]),
            ("/p/7?web=", "r3", [false, true]), ("/p/7#web", "optOut", [false, false]),
            ("/p/7#Web", "r3", [false, true]),
        ]
    )
    func `apps open by the routes, whatever the time (invariant 12)`(target: String, rule: String, opens: [Bool]) throws
    {
        let explanation = try explain(target)
        let expected: AppRule =
            switch rule {
            case "noRoute": .noRoute
            case "badPath": .badPath
            case "reserved": .reserved
            case "optOut": .optOut
            default: .route(try #require(RouteName(rule)))
            }
        #expect(explanation.appRule == expected)
        #expect(explanation.apps.map(\.opens) == opens)
    }

    @Test(arguments: [("https", 8443), ("https", 80), ("http", 443)])
    func `nobody knows what a system does with another port`(scheme: String, port: Int) throws {
        let url = try LinkURL("\(scheme)://go.acme.example:\(port)/p/7")
        let explanation = try Self.set().explain(url, time: Self.now) { _, _ in nil }
        #expect(explanation.appRule == .otherPort)
        #expect(explanation.apps.map(\.opens) == [false, false])
        #expect(explanation.route?.text == "r3")
    }

    @Test func `a suspended tenant's apps open as before`() throws {
        var set = try Self.set()
        set.isSuspended = true
        let url = try LinkURL("https://go.acme.example/p/7")
        let explanation = set.explain(url, time: Self.now) { _, _ in nil }
        #expect(explanation.outcome == .notFound)
        #expect(explanation.reason == .suspended)
        #expect(explanation.apps.map(\.opens) == [false, true])
    }

    @Test func `a link's destination is followed once`() throws {
        let key = { (slug: String) throws in
            LinkKey(
                domain: try DomainName("go.acme.example"), route: try #require(RouteName("r4")), slug: slug
            )
        }
        let links = [
            Link(key: try key("url"), destination: .url(try WebURL("https://shop.example/x?a=1"))),
            Link(key: try key("path"), destination: try LinkDestination("/p/9?color=blue")),
            Link(key: try key("loop"), destination: try LinkDestination("/s/loop")),
            Link(
                key: try key("old"), destination: try LinkDestination("/p/9"),
                life: LinkLife(expires: UnixTime(seconds: 999))),
            Link(
                key: try key("over"), destination: try LinkDestination("/p/9"),
                life: LinkLife(expires: UnixTime(seconds: 999)), afterwards: try WebURL("https://shop.example/over?a=1")
            ),
            Link(key: try key("paused"), destination: try LinkDestination("/p/9"), life: LinkLife(isPaused: true)),

        ]
        let url = try explain("/s/url?a=2&b=3", links)
        #expect(url.outcome == .redirect(status: 302, maxAge: 0, location: "https://shop.example/x?a=1&b=3"))
        #expect(url.link == links[0])
        #expect(url.captures == [ExplainedCapture(name: "slug", value: "url")])
        let path = try explain("/s/path?color=red&b=3", links)
        #expect(path.outcome == .redirect(status: 302, maxAge: 0, location: "https://w.example/9?c=blue&b=3"))
        #expect(path.route?.text == "r3")
        #expect(try explain("/s/loop", links).reason == .linkToLink)
        #expect(try explain("/s/old", links).reason == .expiredLink)
        let over = try explain("/s/over?b=2", links)
        #expect(over.outcome == .redirect(status: 302, maxAge: 0, location: "https://shop.example/over?a=1&b=2"))
        #expect(over.reason == .expiredLink)
        let paused = try explain("/s/paused", links)
        #expect(paused.outcome == .notFound && paused.reason == .inactiveLink)
        let missing = try explain("/s/none", links)
        #expect(missing.reason == .unknownLink)
        #expect(missing.outcome == .notFound)
    }
}
