import Association
import DeepLinks
import Platform
import Testing

@Suite struct AppleCompilerTests {
    private func file(_ tenant: Tenant) throws -> String? {
        let domain = try #require(tenant.domains.first)
        return try AssociationDocument.compile(tenant.routeSet(for: domain), kind: .aasa)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a tenant without an iOS app has no file`() throws {
        // Case 4: the gateway answers 404 then, never a page.
        let tenant = try Sample.tenant(apps: [Sample.android], routes: [Sample.route("a", "/a")])
        #expect(try file(tenant) == nil)
    }

    @Test func `applinks is there also when no route opens an app`() throws {
        // Cases 9 and 10: applinks always, apps never.
        let tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a", opens: .none)])
        #expect(try file(tenant) == #"{"applinks":{"details":[]}}"#)
    }

    @Test func `apps with the same rules share an entry, others have their own`() throws {
        let tenant = try Sample.tenant(
            apps: [Sample.ios("a"), Sample.ios("b"), Sample.ios("c"), Sample.ios("d")],
            routes: [
                Sample.route("one", "/one", opens: .only([#require(AppName("c"))])),
                Sample.route("two", "/two", opens: .only([#require(AppName("a")), #require(AppName("b"))])),
                Sample.route("three", "/three", opens: .only([#require(AppName("d"))])),
            ]
        )
        #expect(
            try file(tenant)
                == #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.a","7Q2MX9RK4T.example.b"],"#
                + #""components":[{"/":"/two"}]},{"appIDs":["7Q2MX9RK4T.example.c"],"components":[{"/":"/one"}]},"#
                + #"{"appIDs":["7Q2MX9RK4T.example.d"],"components":[{"/":"/three"}]}]}}"#
        )
    }

    @Test func `the opt-out comes first, folding is a default, and a fragment does not fold`() throws {
        var tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a")])
        tenant.domains[0].optOut = OptOut(queryItem: "web", fragment: "stay")
        tenant.domains[0].isCaseSensitive = false
        #expect(
            try file(tenant)
                == #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"#
                + #""defaults":{"caseSensitive":false},"components":[{"?":{"web":"?*"},"exclude":true},"#
                + ##"{"#":"stay","exclude":true,"caseSensitive":true},{"/":"/a"}]}]}}"##
        )
    }

    @Test func `passwords and App Clips follow the links, in the tenant's order`() throws {
        var tenant = try Sample.tenant(
            apps: [Sample.ios("a"), Sample.ios("b"), Sample.ios("c")],
            routes: [Sample.route("a", "/a", opens: .only([#require(AppName("a"))]))])
        let links = #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.a"],"components":[{"/":"/a"}]}]}"#
        tenant.apps[1].hasWebCredentials = true
        #expect(try file(tenant) == links + #","webcredentials":{"apps":["7Q2MX9RK4T.example.b"]}}"#)
        tenant.apps[2].appClips = try ["Clip", "Two"].map { try #require(AppID("7Q2MX9RK4T.example.c.\($0)")) }
        tenant.apps[0].hasWebCredentials = true
        let text = try #require(try file(tenant))
        #expect(
            text == links + #","webcredentials":{"apps":["7Q2MX9RK4T.example.a","7Q2MX9RK4T.example.b"]},"#
                + #""appclips":{"apps":["7Q2MX9RK4T.example.c.Clip","7Q2MX9RK4T.example.c.Two"]}}"#)
        #expect(AssociationLint.findings(Array(text.utf8), kind: .aasa).allSatisfy { $0.severity == .note })
    }

    @Test func `only the routes of the domain are in its file`() throws {
        var tenant = try Sample.tenant(
            apps: [Sample.ios()], routes: [Sample.route("a", "/a"), Sample.route("b", "/b")]
        )
        tenant.domains.append(Domain(name: try DomainName("other.shop.example")))
        tenant.routes[0].domains = [tenant.domains[1].name]
        let text = try #require(try file(tenant))
        #expect(!text.contains(#""/":"/a""#) && text.contains(#""/":"/b""#))
    }

    @Test func `life spans, suspension and links do not change a file`() throws {
        // Invariant 12.
        let tenant = try Sample.tenant(apps: [Sample.ios(), Sample.android], routes: [Sample.route("a", "/a")])
        var other = tenant
        other.isSuspended = true
        other.routes[0].lifeSpan = LifeSpan(end: UnixTime(seconds: 1))
        other.routes[0].redirect = RedirectPolicy(status: 301, maxAge: 60)
        other.links = []
        for kind in AssociationKind.allCases {
            let domain = tenant.domains[0]
            let bytes = try AssociationDocument.compile(tenant.routeSet(for: domain), kind: kind)
            #expect(try AssociationDocument.compile(other.routeSet(for: domain), kind: kind) == bytes)
        }
    }

    @Test func `131,072 bytes are published and one more is refused with the count`() throws {
        // Case 28.
        func tenant(lastName: Int) throws -> Tenant {
            var routes = try (0..<2060).map { index in
                try Sample.route("r\(index)", "/" + String(repeating: "a", count: 47) + "/\(10_000 + index)")
            }
            routes.append(try Sample.route("last", "/" + String(repeating: "b", count: lastName)))
            return try Sample.tenant(apps: [Sample.ios()], routes: routes)
        }
        let domain = try tenant(lastName: 1).domains[0]
        let size = try #require(
            try AssociationDocument.compile(tenant(lastName: 1).routeSet(for: domain), kind: .aasa)
        ).count
        let space = 131_072 - size
        try #require((0..<2000).contains(space))
        let full = try AssociationDocument.compile(tenant(lastName: 1 + space).routeSet(for: domain), kind: .aasa)
        #expect(full?.count == 131_072)
        let error = #expect(throws: AssociationError.self) {
            try AssociationDocument.compile(tenant(lastName: 2 + space).routeSet(for: domain), kind: .aasa)
        }
        #expect(error == .tooLarge(kind: .aasa, bytes: 131_073))
        #expect(
            error?.description == "the aasa file would have 131073 bytes, and the platform reads at most 131072"
        )
    }
}
