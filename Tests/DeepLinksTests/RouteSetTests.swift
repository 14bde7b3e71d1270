import Platform
import Testing

@testable import DeepLinks

@Suite struct RouteSetTests {
    @Test func `a set is the tenant's list filtered`() throws {
        let one = Domain(
            name: try DomainName("one.acme.example"), fallback: try UnmatchedAnswer("https://one.example/"))
        let two = Domain(name: try DomainName("two.acme.example"), isCaseSensitive: false)
        var routes = try RouteSet.of([
            ("/a", "https://a.example"), ("/b", "https://b.example"), ("/c", "https://c.example"),
        ]).routes
        routes[0].domains = [one.name]
        routes[1].domains = [one.name, two.name]
        routes[2].examples = ["/c"]
        let tenant = Tenant(
            name: try #require(TenantName("acme")), web: try URLTemplate("https://www.acme.example/"),
            domains: [one, two], routes: routes
        )
        #expect(tenant.routeSet(for: one).routes.map(\.name.text) == ["r0", "r1", "r2"])
        #expect(tenant.routeSet(for: one).fallback.text == "https://one.example/")
        let second = tenant.routeSet(for: two)
        #expect(second.routes.map(\.name.text) == ["r1", "r2"])
        #expect(second.fallback == tenant.web)
        #expect(!second.isCaseSensitive)
        #expect(second.routes.allSatisfy { $0.domains == nil && $0.examples.isEmpty })
    }

    @Test func `equal sets have equal forms, others do not`() throws {
        let base = try RouteSet.of([("/a", "https://a.example"), ("/b", "https://b.example")])
        #expect(
            base.canonicalForm
                == (try RouteSet.of([("/a/", "https://a.example"), ("/%62", "https://b.example")])).canonicalForm)
        var changed: [RouteSet] = []
        for change in Self.changes {
            var set = base
            try change(&set)
            changed.append(set)
        }
        let forms = ([base] + changed).map(\.canonicalForm)
        #expect(Set(forms).count == forms.count)
    }

    static let changes: [@Sendable (inout RouteSet) throws -> Void] = [
        { $0.isCaseSensitive = false },
        { $0.isSuspended = true },
        { $0.optOut = OptOut(queryItem: "a", fragment: "bc") },
        { $0.optOut = OptOut(queryItem: "ab", fragment: "c") },
        { $0.fallback = try URLTemplate("https://c.example") },
        { $0.unmatched = .page },
        { $0.unmatched = .notFound },
        { $0.root = .page },
        { $0.canonical = try HostName("a.acme.example") },
        { $0.robots = try RobotsText("# x") },
        { $0.strictTransport = try StrictTransport("max-age=1") },
        { $0.indexesLinks = true },
        { $0.root = try UnmatchedAnswer("https://c.example") },
        { $0.routes.swapAt(0, 1) },
        { $0.routes.removeLast() },
        { $0.routes[0].opens = .none },
        { $0.routes[0].opens = .only([]) },
        { $0.routes[0].destination = .links },
        { $0.routes[0].schemeURL = try SchemeTemplate("a") },
        { $0.routes[0].lifeSpan.start = UnixTime(seconds: 1) },
        { $0.routes[0].lifeSpan.end = UnixTime(seconds: 1) },
        { $0.routes[0].redirect.status = 301 },
        { $0.routes[0].redirect.maxAge = 1 },
        { $0.routes[0].name = try #require(RouteName("other")) },
        {
            $0.apps = [
                App(
                    name: try #require(AppName("x")),
                    identity: .android(try #require(PackageName("a.b")), fingerprints: []))
            ]
        },
    ]
}
