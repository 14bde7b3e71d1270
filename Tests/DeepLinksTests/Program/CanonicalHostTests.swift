import JSONText
import Platform
import Testing

@testable import DeepLinks

/// A domain for which another host stands.
@Suite struct CanonicalHostTests {
    private static func set(_ change: (inout RouteSet) throws -> Void = { _ in }) throws -> RouteSet {
        var set = try RouteSet.of([("/p/{id}", "https://w.example/{id}"), ("/c/{slug}", "links")])
        set.canonical = try HostName("go.acme.example")
        set.apps = [
            App(
                name: try #require(AppName("ios")),
                identity: .ios(try #require(AppID("ABCDE12345.example.acme")), storeID: nil))
        ]
        set.optOut = OptOut(queryItem: "web", fragment: "web")
        try change(&set)
        return set
    }

    @Test(arguments: [
        ("/p/7", "/p/7"), ("/p/7?a=1&b=%20+", "/p/7?a=1&b=%20+"), ("/", "/"), ("", ""), ("?x", "?x"),
        ("/c/slug", "/c/slug"), ("/no/where", "/no/where"),
        // The path stays as it is, slashes too, and leads to no other host (case 54).
        ("/p/7//", "/p/7//"), ("//evil.example/", "//evil.example/"), ("/a%2Fb/%EA%B5%AC", "/a%2Fb/%EA%B5%AC"),
        ("/%252e%252e/", "/%252e%252e/"),
    ])
    func `every path is led to the same path there`(target: String, location: String) throws {
        #expect(
            try Self.set().answer(target)
                == .location("https://go.acme.example\(location)", .canonicalHost, route: nil))
    }

    @Test func `what is refused stays refused, also while the tenant is suspended (cases 65 and 75)`() throws {
        for path in ["/a/../b", "/%2e%2e/", "/a%0d%0ab", "/%ff", "/a%5cb"] {
            #expect(try Self.set().answer(path) == .notFound(.badPath))
        }
        #expect(try Self.set { $0.isSuspended = true }.answer("/p/7") == .notFound(.suspended))
    }

    @Test func `whether apps open stays with the domain's own routes (invariant 12)`() throws {
        let set = try Self.set()
        for (target, opens) in [("/p/7", true), ("/p/7?web=1", false), ("/no", false), ("/robots.txt", false)] {
            let url = try LinkURL("https://www.acme.example\(target)")
            let explanation = set.explain(url, time: UnixTime(seconds: 0)) { _, _ in nil }
            #expect(explanation.apps.map(\.opens) == [opens])
            #expect(try AppDecisions(set).opens(url, #require(AppName("ios"))) == opens)
        }
        let url = try LinkURL("https://www.acme.example/p/7?x=1")
        let explanation = set.explain(url, time: UnixTime(seconds: 0)) { _, _ in nil }
        #expect(
            explanation.outcome
                == .redirect(status: 301, maxAge: 3600, location: "https://go.acme.example/p/7?x=1"))
        #expect(explanation.reason == .canonicalHost && explanation.passed.isEmpty && !explanation.variesByClient)
        let robots = set.explain(
            try LinkURL("https://www.acme.example/.well-known/assetlinks.json"), time: UnixTime(seconds: 0)
        ) { _, _ in nil }
        #expect(robots.outcome == .reserved(.assetLinks))
    }

    private func rules(_ domains: String, _ more: String = "") throws -> [String] {
        let text =
            "{ version: 1, tenants: [{ name: 'a', web: 'https://www.a.example/', domains: [\(domains)], \(more) }] }"
        do throws(FleetFileError) {
            _ = try FleetDocument(reading: Array(text.utf8)).fleet()
            return []
        } catch {
            return error.refusals.map(\.description)
        }
    }

    private static let go = "{ host: 'go.a.example', attested: true }"
    private static let www = "{ host: 'www2.a.example', attested: true, canonical: 'GO.a.example.' }"

    @Test(arguments: [
        ("{ host: 'x.a.example', canonical: 'go.other.example' }", "the tenant has no domain of this name"),
        ("{ host: 'x.a.example', canonical: 'x.a.example' }", "a domain is not its own canonical host"),
        ("{ host: '*.a.example', canonical: 'b.a.example' }", "the tenant has no domain of this name"),
        ("\(www), { host: 'x.a.example', canonical: 'www2.a.example' }", "this domain has a canonical host itself"),
        ("{ host: 'x.a.example', canonical: '10.0.0.1' }", "IP address"),
    ])
    func `only another of the tenant's domains stands for one (case 59)`(domain: String, rule: String) throws {
        let rules = try rules("\(Self.go), \(domain)")
        #expect(rules.count == 1 && rules.first?.contains(rule) == true, "\(rules)")
    }

    @Test func `it holds once the other domain is live, for a wildcard too`() throws {
        let (live, other) = (try DomainName("*.a.example"), try DomainName("go.a.example"))
        for state in [DomainState.live, .pending] {
            let wildcard = Domain(name: live, state: .live, canonical: try HostName("go.a.example"))
            let tenant = Tenant(
                name: try #require(TenantName("a")), web: try URLTemplate("https://www.a.example/"),
                domains: [wildcard, Domain(name: other, state: state)])
            #expect(tenant.refusals() == [])
            #expect((tenant.routeSet(for: wildcard).canonical != nil) == (state == .live))
        }
    }

    @Test(arguments: [
        "routes: [{ name: 'r', pattern: '/p/{id}', web: 'https://www2.a.example/p/{id}' }]",
        "routes: [{ name: 'c', pattern: '/c/{slug}', links: true }],"
            + " links: [{ url: 'https://go.a.example/c/x', to: 'https://www2.a.example/c/x' }]",
    ])
    func `redirects that lead back are refused as circles (case 72)`(settings: String) throws {
        let rules = try rules("\(Self.go), \(Self.www)", settings)
        #expect(rules.first?.contains("it leads in a circle") == true, "\(rules)")
        let fallback = try self.rules(
            "{ host: 'go.a.example', attested: true, fallback: 'https://www2.a.example/{path}' }, \(Self.www)")
        #expect(fallback.first?.contains("it leads in a circle") == true, "\(fallback)")
        #expect(try self.rules("\(Self.go), \(Self.www)") == [])
    }
}
