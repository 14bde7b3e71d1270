import Association
import DeepLinks
import Platform
import Testing

@Suite struct CompileFindingTests {
    private func findings(
        _ routes: [String], kind: AssociationKind = .assetlinks, change: (inout Tenant) throws -> Void = { _ in }
    ) throws -> [CompileFinding] {
        let list = try routes.enumerated().map { index, text in
            try Sample.route("r\(index)", String(text.drop { $0 == "!" }), opens: text.hasPrefix("!") ? .none : .all)
        }
        var tenant = try Sample.tenant(apps: [Sample.ios(), Sample.android], routes: list)
        try change(&tenant)
        return try tenant.compileFindings(for: try #require(tenant.domains.last), kind: kind)
    }

    @Test(arguments: [
        (["/item/{id:int}"], CompileFindingCode.androidDigits, "/item/x"),
        (["!/item/{id:int}", "/item/{x}"], .androidDigits, "/item/7"),
        (["/item/{id}.html"], .androidTail, "/item/a.b.html"),
        (["/item-{id}"], .androidHead, "/item-/"),
        (["/me?to={to:a|b}"], .androidRepeatedItem, "/me?to=a&to=another"),
        (["/me?to={to}"], .androidEscapedAmpersand, "/me?to=%26b"),
        (["/p/{id}"], .androidEscapedSlash, "/p/a%2Fb"),
        (["/a%2Ab"], .androidWildcard, "/axb"),
        (["/"], .androidEmptyPath, ""),
    ])
    func `what Android cannot say is found, with a URL`(
        routes: [String], code: CompileFindingCode, path: String
    ) throws {
        let found = try findings(routes).filter { $0.code == code }
        #expect(found.map(\.url) == ["https://go.shop.example" + path])
    }

    @Test func `an ampersand in a fixed value does not open on Android`() throws {
        let found = try findings(["/me?to=a%26b"]).filter { $0.code == .androidEscapedAmpersand }
        #expect(found.map(\.url) == ["https://go.shop.example/me?to=a%26b"])
        #expect(found.first?.message == "does not open the app shop-android on Android, though it does by the table")
    }

    @Test func `case counts on Android`() throws {
        let found = try findings(["/me"]) { $0.domains[0].isCaseSensitive = false }
        #expect(found.map(\.code) == [.androidCase] + Self.spelling)
        #expect(found.first?.url == "https://go.shop.example/ME")
    }

    @Test func `case counts in the gateway's own paths too`() throws {
        let found = try findings(["/{rest*}"]) { $0.domains[0].isCaseSensitive = false }
        #expect(found.filter { $0.code == .androidCase }.map(\.url) == ["https://go.shop.example/ROBOTS.TXT"])
        #expect(found.allSatisfy { $0.route == nil })
    }

    /// What every file with a text in it is about.
    private static let spelling: [CompileFindingCode] = [.androidEndSlashes, .androidEscape]

    @Test func `what Android can say has no finding but for other spellings of the same`() throws {
        let found = try findings(["/a", "/docs/{rest*}", "/{l:en|fr}/home"])
        #expect(found.map(\.code) == Self.spelling)
        #expect(found.map(\.url) == ["https://go.shop.example/a//", "https://go.shop.example/%61"])
    }

    @Test func `a semicolon parts items on Android, and one good occurrence is enough`() throws {
        #expect(
            try findings(["/you?to=one"]).filter { $0.code == .androidSemicolon }.map(\.url)
                == ["https://go.shop.example/you?to=one;x=y"])
        let found = try findings(["/me?to={to}", "/you?to=one"])
        let urls = { (code: CompileFindingCode) in found.filter { $0.code == code }.map(\.url) }
        #expect(urls(.androidSemicolon) == ["https://go.shop.example/me?to=;b"])
        #expect(
            urls(.androidRepeatedItem) == [
                "https://go.shop.example/me?to=x&to=", "https://go.shop.example/you?to=one&to=another",
            ])
    }

    @Test(arguments: [
        // What Android does not exclude is decided by a route behind it.
        (["!/x-{n:int}", "/x-{s}?q=one"], CompileFindingCode.androidDigits, "/x-7?q=one"),
        (["!/{n:int4}", "/{year:2026|2027}?to={to:a|b}"], .androidDigits, "/2026?to=a"),
        (["/a?q=one", "/a?to={to}"], .androidSemicolon, "/a?q=one;x=y"),
        (["!/a", "/{rest*}"], .androidEndSlashes, "/a//"),
        (["/", "!/{rest*}"], .androidEndSlashes, "///"),
        // Slashes at the end stand for a free text on Android.
        (["/{a}/{rest*}"], .androidEndSlashes, "//"), (["/p/{a}/{rest*}"], .androidEndSlashes, "/p//"),
        (["/{a}/{b}/{rest*}"], .androidEndSlashes, "/x//"),
        (["!/{a}", "/{b}/{c}/{rest*}"], .androidEndSlashes, "/x//"),
        // What the gateway answers itself has other spellings too.
        (["/{rest*}"], .androidEndSlashes, "/robots.txt//"), (["/{rest*}"], .androidEscape, "/%72obots.txt"),
        (["/{rest*}"], .androidEscapedSlash, "/.well-known%2Fx"),
        (["/x-{a}/{rest*}"], .androidEndSlashes, "/x-x" + String(repeating: "/x", count: 15) + "//"),
        (["/caf%C3%A9"], .androidEscape, "/%63af%C3%A9"), (["/12"], .androidEscape, "/%312"),
        (["/%C3%A9"], .androidEscape, "/%c3%a9"),
    ])
    func `a difference that shows only together with another route, or in another spelling, is found`(
        routes: [String], code: CompileFindingCode, path: String
    ) throws {
        let found = try findings(routes).filter { $0.code == code }
        #expect(found.map(\.url).contains("https://go.shop.example" + path), "\(found)")
    }

    @Test(arguments: [
        (CompileFindingCode.androidSemicolon, "/a?web=;x"), (.androidRepeatedItem, "/a?web=1&web="),
        (.androidEscapedAmpersand, "/a?x=y%26web=1"),
    ])
    func `a query that is an opt-out to one and none to the other is found`(
        code: CompileFindingCode, path: String
    ) throws {
        let found = try findings(["/a"]) { $0.domains[0].optOut = OptOut(queryItem: "web", fragment: "stay") }
        #expect(found.filter { $0.code == code }.map(\.url) == ["https://go.shop.example" + path])
    }

    @Test func `a route that none reaches is found on both platforms`() throws {
        for kind in AssociationKind.allCases {
            let found = try findings(["!/p/{x}", "/p/new"], kind: kind).filter { $0.code == .unreachableRoute }
            #expect(
                found.map(\.description) == [
                    "r1: https://go.shop.example/p/new: is decided by the route r0, as are all URLs of this route"
                        + " [unreachable-route]"
                ])
        }
        #expect(try findings(["/p?a=1", "/p?a={a:1|2}"]).allSatisfy { $0.code != .unreachableRoute })
    }

    @Test func `links and life spans do not keep the app closed`() throws {
        let found = try findings(["/s/{slug}", "/sale"], kind: .aasa) {
            $0.routes[0].destination = .links
            $0.routes[1].lifeSpan = LifeSpan(end: UnixTime(seconds: 1))
        }
        #expect(found.map(\.code) == [.linksOpenApp, .lifeSpanOpensApp])
        #expect(found.map(\.url) == ["https://go.shop.example/s/x", "https://go.shop.example/sale"])
    }

    @Test func `a wildcard is known by its parent, its exact siblings and deeper names`() throws {
        let found = try findings(["/a"], kind: .aasa) { tenant in
            tenant.domains = try [
                Domain(name: DomainName("b.links.example"), state: .live),
                Domain(name: DomainName("*.links.example"), state: .live),
            ]
            tenant.routes.append(try Sample.route("b", "/b"))
            tenant.routes[1].domains = [tenant.domains[0].name]
        }
        #expect(found.map(\.code) == [.parentElsewhere, .exactSibling, .deeperName])
        #expect(
            found.map(\.url) == [
                "https://links.example/a", "https://b.links.example/b", "https://a.any.links.example/a",
            ])
    }

    @Test func `a file that is uploaded for a sibling is compared as it is, and closed against`() throws {
        // It opens /c, which no table does.
        let upload = #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"components":[{"/":"/c"}]}]}}"#
        for index in 0...1 {
            var tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a")])
            tenant.domains = try ["*.links.example", "b.links.example"].map {
                Domain(name: try DomainName($0), state: .live)
            }
            tenant.domains[index].uploads.aasa = Array(upload.utf8)
            let compiled = tenant.domains[1 - index]
            let found = try tenant.compileFindings(for: compiled, kind: .aasa).filter { $0.code == .exactSibling }
            #expect(found.count == 1)
            #expect(["https://b.links.example/a", "https://b.links.example/c"].contains(found.first?.url))
            #expect(found.first?.message.contains("by the file of \(tenant.domains[index].name)") == true)
            let file = try #require(try tenant.associationFile(for: compiled, kind: .aasa))
            let isClosed = String(decoding: file, as: UTF8.self).contains(#"{"/":"*","exclude":true}"#)
            #expect(isClosed == (index == 0))
            // Each says the same: nothing is to be told, and an app that the upload does not name is not closed.
            tenant.domains[index].uploads.aasa = Array(upload.replacing("/c", with: "/a").utf8)
            #expect(try tenant.compileFindings(for: compiled, kind: .aasa).allSatisfy { $0.code != .exactSibling })
        }
    }

    @Test func `an App Clip is offered at no wildcard`() throws {
        let change = { (name: String) in
            { (tenant: inout Tenant) in
                tenant.apps[0].appClips = [try #require(AppID("7Q2MX9RK4T.example.shop.Clip"))]
                tenant.domains = [Domain(name: try DomainName(name), state: .live)]
            }
        }
        let found = try findings(["/a"], kind: .aasa, change: change("*.shop.example"))
        #expect(found.last?.code == .appClipWildcard)
        #expect(found.last?.url == "https://any.shop.example/")
        #expect(try findings(["/a"], kind: .aasa, change: change("go.shop.example")).isEmpty)
        #expect(
            try findings(["/a"], change: change("*.shop.example")).allSatisfy { $0.code != .appClipWildcard })
    }

    @Test func `what paths cannot say is found, with a URL`() throws {
        var tenant = try Sample.tenant(
            apps: [Sample.ios()],
            routes: [
                Sample.route("query", "/p?q={x}"), Sample.route("plain", "/y"),
                Sample.route("numbers", "/d/{n:int}", opens: .none), Sample.route("words", "/d/{x}"),
            ])
        let found = { try tenant.compileFindings(for: tenant.domains[0], kind: .aasa, hasLegacyPaths: true) }
        #expect(
            try found().map { "\($0.code.rawValue) \($0.route?.text ?? "") \($0.url.dropFirst(23))" } == [
                "legacy-paths query /p?q=x", "legacy-paths words /d/x",
            ])
        #expect(try tenant.compileFindings(for: tenant.domains[0], kind: .aasa).isEmpty)
        tenant.routes.removeAll { $0.name.text != "plain" }
        #expect(try found().isEmpty)
    }

    @Test func `the example of a name too deep is under no domain of the tenant`() throws {
        let names = ["any.shop.example", "a.other.shop.example", "*.shop.example"]
        let found = try findings(["/a"]) { tenant in
            tenant.domains = try names.map { Domain(name: try DomainName($0), state: .live) }
        }
        #expect(found.first { $0.code == .deeperName }?.url == "https://a.name.shop.example/a")
    }

    @Test func `the file of an exact name below a wildcard ends with an exclude of everything`() throws {
        var tenant = try Sample.tenant(
            apps: [Sample.ios("a"), Sample.ios("b")],
            routes: [
                Sample.route("all", "/x", opens: .only([#require(AppName("a"))])), Sample.route("one", "/one"),
            ])
        tenant.domains = try [
            Domain(name: DomainName("b.links.example"), state: .live),
            Domain(name: DomainName("*.links.example"), state: .live),
        ]
        tenant.routes[1].domains = [tenant.domains[0].name]
        tenant.routes[0].domains = [tenant.domains[1].name]
        let file = { (index: Int) in
            String(
                decoding: try #require(try tenant.associationFile(for: tenant.domains[index], kind: .aasa)),
                as: UTF8.self)
        }
        #expect(
            try file(0)
                == #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.a"],"components":[{"/":"/one"},"#
                + #"{"/":"*","exclude":true}]},{"appIDs":["7Q2MX9RK4T.example.b"],"components":[{"/":"/one"}]}]}}"#)
        #expect(
            try file(1)
                == #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.a"],"components":[{"/":"/x"}]}]}}"#)
    }
}
