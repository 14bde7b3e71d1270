import Platform
import Testing

@testable import DeepLinks

/// What a domain answers where no route decides.
@Suite struct UnmatchedTests {
    private static func set(_ fallback: String?, _ root: String?) throws -> RouteSet {
        let domain = Domain(
            name: try DomainName("go.acme.example"), state: .live, isAttested: true,
            fallback: try fallback.map(UnmatchedAnswer.init), root: try root.map(UnmatchedAnswer.init))
        let tenant = Tenant(
            name: try #require(TenantName("acme")), web: try URLTemplate("https://w.example/"),
            apps: [
                App(
                    name: try #require(AppName("ios")),
                    identity: .ios(try #require(AppID("ABCDE12345.example.acme")), storeID: StoreID("1435627943")),
                    scheme: URLScheme("acme"))
            ], domains: [domain],
            routes: [
                Route(
                    name: try #require(RouteName("product")), pattern: try RoutePattern("/p/{id}"),
                    destination: .web(try URLTemplate("https://w.example/p/{id}")))
            ])
        #expect(tenant.refusals() == [])
        return tenant.routeSet(for: domain)
    }

    private func explain(_ set: RouteSet, _ target: String, _ client: Client = Client()) throws -> Explanation {
        set.explain(try LinkURL("https://go.acme.example" + target), client: client, time: UnixTime(seconds: 0)) {
            _, _ in nil
        }
    }

    @Test(
        arguments: [
            (nil, nil, "/no/where?x=1", "https://w.example/?x=1"), (nil, nil, "/", "https://w.example/"),
            (
                "https://f.example/{path}?from=go&{query}", nil, "/no/where/?x=1",
                "https://f.example/no/where/?from=go&x=1"
            ),
            ("https://f.example/{path}", "https://r.example/", "/no", "https://f.example/no"),
            ("https://f.example/{path}", "https://r.example/", "/", "https://r.example/"),
            ("https://f.example/{path}", "https://r.example/", "", "https://r.example/"),
            // Slashes at the end do not count, however many.
            ("https://f.example/", "https://r.example/", "///?a=b", "https://r.example/?a=b"),
            ("https://f.example/{path}", "https://r.example/", "//x", "https://f.example//x"),
            ("notFound", nil, "/", nil), ("notFound", nil, "/no", nil),
            ("notFound", "https://r.example/", "/", "https://r.example/"),
            ("notFound", "https://r.example/", "/no", nil), (nil, "notFound", "/", nil),
            (nil, "notFound", "/no", "https://w.example/"), ("page", "notFound", "/", nil),
            // Routes come first.
            ("notFound", "notFound", "/p/7", "https://w.example/p/7"),
        ] as [(String?, String?, String, String?)])
    func `what no route matches goes where the domain says`(
        fallback: String?, root: String?, target: String, location: String?
    ) throws {
        let explanation = try explain(try Self.set(fallback, root), target)
        let outcome = location.map { ExplainedOutcome.redirect(status: 302, maxAge: 0, location: $0) } ?? .notFound
        #expect(explanation.outcome == outcome)
        #expect(explanation.reason == (explanation.route == nil ? .fallback : .route))
        #expect(!explanation.variesByClient)
    }

    @Test(
        arguments: [
            ("page", nil, "/no/where?x=1", "https://w.example/?x=1"), ("page", nil, "/", "https://w.example/"),
            ("https://f.example/{path}", "page", "/", "https://f.example/"),
            ("notFound", "page", "/", "https://w.example/"),
        ] as [(String, String?, String, String)])
    func `a page has a way on and the store, for programs it is a preview (case 76)`(
        fallback: String, root: String?, target: String, way: String
    ) throws {
        let set = try Self.set(fallback, root)
        let store = "https://apps.apple.com/app/id1435627943"
        for (client, store) in [(Client(platform: .ios), store), (Client(platform: .linux), nil)] {
            let explanation = try explain(set, target, client)
            #expect(explanation.outcome == .page(.choice, way: way, store: store))
            #expect(explanation.reason == .fallback && explanation.route == nil && explanation.variesByClient)
        }
        let program = try explain(set, target, Client(platform: .ios, kind: .preview))
        #expect(program.outcome == .page(.preview, way: way, store: nil))
        #expect(program.appRule == .noRoute)
    }

    @Test func `a page that no route asks for opens no app`() throws {
        let set = try Self.set("page", nil)
        let request = PageRequest(
            route: nil, captures: [], host: "go.acme.example", target: "/", client: Client(platform: .ios))
        let content = set.page(request, .choice, way: "https://w.example/", store: "https://apps.apple.com/app/id1")
        #expect(content.open == nil && content.banner == nil)
        #expect(content.stores == [.init(kind: .appStore, address: "https://apps.apple.com/app/id1")])
    }

    @Test(arguments: ["nowhere", "http://w.example/", "https://w.example/{id}", "https://", "javascript:alert(1)/"])
    func `other answers are refused (case 57)`(text: String) throws {
        let refusal = { () throws(RuleViolation) in
            guard let template = try UnmatchedAnswer(text).template else { return }
            try template.check(against: nil)
        }
        #expect(throws: RuleViolation.self) { try refusal() }
    }
}
