import Association
import DeepLinks
import JSONText
import Testing

@Suite struct AndroidCompilerTests {
    private func file(_ tenant: Tenant) throws -> String? {
        let domain = try #require(tenant.domains.first)
        return try AssociationDocument.compile(tenant.routeSet(for: domain), kind: .assetlinks)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a tenant without an Android app has no file`() throws {
        // Case 35: the gateway answers 404 then.
        let tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a")])
        #expect(try file(tenant) == nil)
    }

    @Test func `an app is one statement with all its fingerprints`() throws {
        // Cases 33 and 34: an array of statements, fingerprints inside the target, written and never pasted.
        let tenant = try Sample.tenant(apps: [Sample.ios(), Sample.android], routes: [Sample.route("a", "/a")])
        let text = try #require(try file(tenant))
        #expect(
            text == #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                + #""package_name":"example.shop","sha256_cert_fingerprints":["#
                + #""\#(Sample.fingerprints[0])","\#(Sample.fingerprints[1])"]},"relation_extensions":{"#
                + #""delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":["#
                + #"{"/":"/a"},{"/":"/a/"}]}}}]"#
        )
        _ = try JSONReader.read(Array(text.utf8), grammar: .rfc8259)
    }

    @Test func `an app that no route opens is not listed`() throws {
        let tenant = try Sample.tenant(apps: [Sample.android], routes: [Sample.route("a", "/a", opens: .none)])
        #expect(try file(tenant) == "[]")
    }

    @Test func `an app that shares passwords says so, also when no route opens it`() throws {
        var tenant = try Sample.tenant(apps: [Sample.android], routes: [Sample.route("a", "/a")])
        tenant.apps[0].hasWebCredentials = true
        let both = try #require(try file(tenant))
        let credentials = #""delegate_permission/common.get_login_creds"]"#
        #expect(both.hasPrefix(#"[{"relation":["delegate_permission/common.handle_all_urls",\#(credentials)"#))
        #expect(both.contains(#""relation_extensions""#))
        tenant.routes[0].opens = .none
        let alone = try #require(try file(tenant))
        #expect(alone.hasPrefix(#"[{"relation":[\#(credentials)"#))
        #expect(!alone.contains("relation_extensions"))
        for text in [both, alone] {
            let findings = AssociationLint.findings(Array(text.utf8), kind: .assetlinks)
            #expect(findings.allSatisfy { $0.severity == .note })
        }
        let document = try AndroidDocument(Array(alone.utf8))
        let package = try #require(PackageName("example.shop"))
        let fingerprint = try #require(CertificateFingerprint(Sample.fingerprints[0]))
        let url = try LinkURL("https://go.shop.example/a")
        #expect(
            AndroidMatcher(document).decision(url, package: package, fingerprint: fingerprint).outcome == .browser)
    }

    /// The rules of the only app, one text each: `!` for an exclude, the path, the items.
    private func rules(_ routes: [String], change: (inout Tenant) -> Void = { _ in }) throws -> [String] {
        let list = try routes.enumerated().map { index, text in
            try Sample.route("r\(index)", String(text.drop { $0 == "!" }), opens: text.hasPrefix("!") ? .none : .all)
        }
        var tenant = try Sample.tenant(apps: [Sample.android], routes: list)
        change(&tenant)
        let bytes = try #require(try AssociationDocument.compile(RouteSet(tenant), kind: .assetlinks))
        let document = try AndroidDocument(bytes)
        #expect(document.findings.filter { $0.severity != .note }.isEmpty)
        return (document.statements.first?.dynamicRules?.rules ?? []).map { rule in
            let items = rule.items.map { "\($0.name)=\($0.pattern.value)" }.joined(separator: "&")
            return (rule.isExcluding ? "!" : "") + (rule.pathPattern?.value ?? "") + (items.isEmpty ? "" : "?" + items)
                + (rule.fragment.map { "#\($0.value)" } ?? "")
        }
    }

    @Test(arguments: [
        (["/"], ["/"]),
        (["/products/{id}"], ["!/?*/?*/?*", "/products/?*"]),
        (["/a/{id}/b"], ["!/?*/?*/?*/?*", "/a/?*/b", "/a/?*/b/"]),
        (["/item-{id}.html"], ["!/?*/?*", "/item-?*.html", "/item-?*.html/"]),
        (["/item/{id:int}"], ["!/?*/?*/?*", "/item/?*"]),
        (["/{lang:en|fr}/home"], ["/en/home", "/en/home/", "/fr/home", "/fr/home/"]),
        // Of a list only the values that other rules do not decide.
        (["/i{x}", "/{y:new|item-1}"], ["/new", "/new/", "!/?*/?*", "/i?*"]),
        (["!/{x}?q=1", "/i{x}", "/{y:new|item-1}"], ["!/?*/?*", "!/?*?q=1", "/i?*", "/new", "/new/"]),
        (["!/b/{rest*}", "/{x:a|b|c}"], ["/a", "/a/", "/c", "/c/"]),
        (["/docs/{rest*}"], ["/docs", "/docs/*"]),
        (["/u/{id}/{rest*}"], ["/u/?*"]),
        // The rest's own `/docs` would be dead.
        (["!/docs", "/docs/{rest*}"], ["!/docs", "!/docs/", "/docs/*"]),
        (["/caf%C3%A9?x=%C3%A9"], ["/café?x=é", "/café/?x=é"]),
        (["!/item/{id:int}", "/item/{x}"], ["!/?*/?*/?*", "/item/?*"]),
        (["/a%2Ab"], ["/a?b", "/a?b/"]),
    ])
    func `each form has its rules`(routes: [String], expected: [String]) throws {
        #expect(try rules(routes) == expected)
    }

    @Test func `a rule that ends early on Android covers nothing beside itself`() throws {
        #expect(try rules(["/p/{x}-y", "/p/a-b-y"]).contains("/p/a-b-y"))
        #expect(try rules(["/p/{x}-y", "/p/{z}-y?a=1"]) == ["!/?*/?*/?*", "/p/?*-y", "/p/?*-y/"])
    }

    @Test func `a rest is written for the depths that need it`() throws {
        let excludes = { (routes: [String]) in try self.rules(routes).filter { $0.hasPrefix("!/docs") } }
        #expect(try excludes(["!/docs/{rest*}", "/{x}/y"]) == ["!/docs/*"])
        #expect(try excludes(["!/docs/{rest*}", "/{x}"]) == ["!/docs", "!/docs/*"])
    }

    @Test func `digits before a rest open at any depth`() throws {
        let tenant = try Sample.tenant(
            apps: [Sample.android], routes: [Sample.route("a", "/x-{n:int}/{rest*}"), Sample.route("b", "/{y}")])
        let matcher = AndroidMatcher(try AndroidDocument(Array(try #require(try file(tenant)).utf8)))
        let package = try #require(PackageName("example.shop"))
        let fingerprint = try #require(CertificateFingerprint(Sample.fingerprints[0]))
        for (path, opens) in [("/x-7", true), ("/z", true), ("/z/y", false), ("/z/x-7/y", false)] {
            for depth in [0, 14, 15, 16, 40] where depth == 0 || path != "/z" {
                let url = try LinkURL("https://go.shop.example" + path + String(repeating: "/y", count: depth))
                let outcome = matcher.decision(url, package: package, fingerprint: fingerprint).outcome
                #expect((outcome == .open) == opens)
            }
        }
    }

    @Test func `the opt-out comes first`() throws {
        let found = try rules(["/a"]) { $0.domains[0].optOut = OptOut(queryItem: "web", fragment: "stay") }
        #expect(found == ["!?web=?*", "!#stay", "/a", "/a/"])
    }
}
