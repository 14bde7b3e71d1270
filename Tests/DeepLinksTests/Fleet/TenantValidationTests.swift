import DeepLinks
import JSONText
import Testing

/// Tenants that contradict themselves, and the exact text of their refusals.
@Suite struct TenantValidationTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        /// What replaces or adds to the tenant's keys.
        let body: String
        let refusals: [String]
        var testDescription: String { name }

        init(_ name: String, _ body: String, _ refusals: String...) {
            self.name = name
            self.body = body
            self.refusals = refusals
        }
    }

    static let web = "web: 'https://www.shop.example/'"
    static let good = """
        5E:0C:7B:91:A4:D2:36:F8:19:C3:E7:42:6D:80:BB:15:27:FA:94:03:CE:68:51:DF:7A:3E:B6:08:C9:12:F5:4D
        """

    static func android(_ fingerprints: String) -> String {
        "apps: [{ name: 'a', platform: 'android', package: 'example.shop', fingerprints: [\(fingerprints)] }]"
    }

    static func sample(_ name: String, _ octets: [UInt8]) -> Case {
        let text = (0..<32).map { index in
            let digits = String(octets[index % octets.count], radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
        return Case(
            "\(name) as fingerprint (case 40)", android("'\(text)'"),
            #"apps["a"].fingerprints[0]: \#(text.quotedForMessage): this is a sample: give the fingerprint of the app's own signing "#
                + "certificate"
        )
    }

    static let cases: [Case] = [
        Case(
            "a capture in the tenant's page", "web: 'https://www.shop.example/{id}'",
            #"web: "https://www.shop.example/{id}": a fallback has {path} and {query} (at byte 25)"#
        ),
        Case(
            "one app ID under two names",
            "apps: [{ name: 'a', platform: 'ios', appID: '7Q2MX9RK4T.x' }, "
                + "{ name: 'b', platform: 'ios', appID: '7Q2MX9RK4T.x' }]",
            #"apps["b"].appID: "7Q2MX9RK4T.x": the app a of the tenant has it already"#
        ),
        Case(
            "a page that nobody could read",
            "page: { name: '', language: 'nl', appHost: 'open.shop.example', texts: { it: { open: 'Apri\\u0007' }, "
                + "de: { title: 'x' } } }",
            #"page.name: "": 1 to 60 characters, without line ends and control characters"#,
            #"page.language: "nl": one of de, it, en, fr, es, ja, ar, or give it texts"#,
            #"page.appHost: "open.shop.example": the tenant has no domain with this name"#,
            #"page.texts.it.open: "Apri\u{7}": 1 to 60 characters, without line ends and control characters"#,
            #"page.texts.it.web: required: there are labels of our own in en, de, fr, es, ja, ar"#,
            #"page.texts.it.appStore: required: there are labels of our own in en, de, fr, es, ja, ar"#,
            #"page.texts.it.googlePlay: required: there are labels of our own in en, de, fr, es, ja, ar"#
        ),
        Case(
            "a store without the app, and stores that are none",
            "platforms: { ios: 'store', macOrIPad: 'store', linux: 'store' }",
            #"platforms.ios: "store": no app of the tenant is in that store: give an app its storeID or package"#,
            #"platforms.macOrIPad: "store": whether it is an iPad is a guess: say page or web"#,
            #"platforms.linux: "store": stores are for ios, ipados and android"#
        ),
        Case(
            "a capture in the tenant's destination", "platforms: { ios: 'https://www.shop.example/{id}' }",
            #"platforms.ios: "https://www.shop.example/{id}": a fallback has {path} and {query} (at byte 25)"#
        ),
        Case(
            "names and texts that are none",
            "routes: [{ name: 'a', pattern: '/a', web: 'https://www.shop.example/', query: ['a&b'], "
                + "utm: { source: 'a b' }, preview: { title: '', image: 'http://www.shop.example/a.png' } }]",
            #"routes["a"].query[0]: "a&b": the name of a query item is 1 to 64 letters, digits, '-', '.', '_' and '~'"#,
            #"routes["a"].utm.source: "a b": a value is 1 to 64 letters, digits, '-', '.', '_', '~' and percent-encoded "#
                + "octets",
            #"routes["a"].preview.title: "": 1 to 200 characters, without line ends and control characters"#,
            #"routes["a"].preview.image: "http://www.shop.example/a.png": an image is at an https:// URL"#
        ),
        Case(
            "an Android app without a certificate", android(""),
            #"apps["a"].fingerprints: an Android app has one fingerprint or more"#
        ),
        Case(
            "an App Clip of another app",
            "apps: [{ name: 'a', platform: 'ios', appID: '7Q2MX9RK4T.x', appClips: ['7Q2MX9RK4T.y.Clip'] }]",
            #"apps["a"].appClips[0]: "7Q2MX9RK4T.y.Clip": the ID of an App Clip is that of its app, a dot and more: "#
                + "7Q2MX9RK4T.x.Clip"
        ),
        Case(
            "an App Clip that is an app",
            "apps: [{ name: 'a', platform: 'ios', appID: '7Q2MX9RK4T.x', appClips: ['7Q2MX9RK4T.x.y'] }, "
                + "{ name: 'b', platform: 'ios', appID: '7Q2MX9RK4T.x.y' }]",
            #"apps["a"].appClips[0]: "7Q2MX9RK4T.x.y": the tenant has this ID already"#
        ),
        sample("zeros", [0]),
        sample("all FF", [0xFF]),
        sample("AA:BB:CC", [0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0x00, 0x11, 0x22, 0x33]),
        sample("counting", Array(0..<32)),
        sample("01:23:45", [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]),
        Case(
            "more domains than the limit",
            "limits: { domains: 1 }, domains: [{ host: 'a.example' }, { host: 'b.example' }]",
            "domains: 2 domains are more than the tenant's limit of 1"
        ),
        Case(
            "more routes than the limit",
            """
            limits: { routesPerDomain: 1 }, domains: [{ host: 'a.example' }, { host: 'b.example' }],
            routes: [{ name: 'a', pattern: '/a', \(web) },
            { name: 'b', pattern: '/b', \(web), domains: ['b.example'] }]
            """,
            "routes: 2 routes for b.example are more than the tenant's limit of 1"
        ),
        Case(
            "a capture in a fallback", "domains: [{ host: 'a.example', fallback: 'https://b.example/{x}' }]",
            #"domains["a.example"].fallback: "https://b.example/{x}": a fallback has {path} and {query} (at byte 18)"#
        ),
        Case(
            "an opt-out that no file can say",
            "domains: [{ host: 'a.example', optOut: { query: 'a b', fragment: 'x*' } }]",
            #"domains["a.example"].optOut.query: "a b": the name of a query item is 1 to 64 letters, digits, '-', '.', "#
                + "'_' and '~'",
            #"domains["a.example"].optOut.fragment: "x*": a fragment is 1 to 64 letters, digits, '-', '.', '_', '~' and "#
                + "percent-encoded octets"
        ),
        Case(
            "a wildcard that differs from its parent",
            """
            domains: [{ host: '*.shop.example' }, { host: 'shop.example', caseSensitive: false }],
            routes: [{ name: 'a', pattern: '/a', \(web), domains: ['shop.example'] },
            { name: 'b', pattern: '/b', \(web) }, { name: 'c', pattern: '/c', \(web), domains: ['*.shop.example'] }]
            """,
            #"domains["*.shop.example"]: the wildcard and its parent shop.example share one association file: these "#
                + "routes hold for only one of them: a, c",
            #"domains["*.shop.example"].caseSensitive: the wildcard and its parent shop.example share one association "#
                + "file and must agree in it"
        ),
        route(
            "an unknown app", "opens: ['shop-ois']",
            #".opens[0]: "shop-ois": no app of the tenant has this name; "#
                + #"did you mean "shop-ios"?"#),
        route("no app at all", "opens: []", #".opens: name one app or more, or say "none""#),
        route(
            "a foreign domain", "domains: ['go.other.example']",
            #".domains[0]: "go.other.example": the tenant has no such domain; did you mean "go.shop.example"?"#
        ),
        route("no domain", "domains: []", ".domains: name one domain or more; without the key it holds for all"),
        route(
            "an unknown capture", "web: 'https://a.example/{di}'",
            #".web: "https://a.example/{di}": the pattern captures no {di} (at byte 18)"#
        ),
        route(
            "an optional capture in the path", "web: 'https://a.example/{color}'",
            #".web: "https://a.example/{color}": {color} may be absent, so it stands in the query (at byte 18)"#
        ),
        route(
            "a scheme URL without its capture", "schemeURL: 'product'",
            #".schemeURL: "product": the scheme URL lacks {id}"#
        ),
        route(
            "an end before the start", "starts: '2027-01-01T00:00:00Z', ends: '2027-01-01T00:00:00Z'",
            #".ends: "2027-01-01T00:00:00Z": a route ends after it starts, 2027-01-01T00:00:00Z"#
        ),
        route(
            "a redirect that is none", "status: 304",
            #".status: "304": a redirect's status is 301, 302, 303, 307 or 308"#),
        route(
            "a permanent redirect for ever (case 75)", "status: 301",
            ".maxAge: a permanent redirect (301) needs maxAge, because browsers keep it"
        ),
        Case(
            "a link route with two captures", "routes: [{ name: 'a', pattern: '/{a}/{b}', links: true }]",
            #"routes["a"].pattern: "/{a}/{b}": a route with links has exactly one required capture, the link's name, and "#
                + "no rest"
        ),
        Case(
            "scheme URLs that an app cannot tell apart",
            """
            routes: [{ name: 'a', pattern: '/a/{x}', \(web), schemeURL: 'item/{x}' },
            { name: 'b', pattern: '/b/{y}', \(web), schemeURL: 'item/{y}' }, { name: 'c', pattern: '/c/{z}', \(web) },
            { name: 'd', pattern: '/d/{z}', \(web), schemeURL: 'c/{z}' }]
            """,
            #"routes["b"].schemeURL: "item/{y}": the route a has the same but for the names of captures"#,
            #"routes["d"].schemeURL: "c/{z}": the route c has the same but for the names of captures"#
        ),
    ]

    private static func route(_ name: String, _ key: String, _ refusal: String) -> Case {
        let web = key.hasPrefix("web:") ? "" : "\(web), "
        return Case(
            name,
            """
            apps: [{ name: 'shop-ios', platform: 'ios', appID: '7Q2MX9RK4T.example.shop' }],
            domains: [{ host: 'go.shop.example' }],
            routes: [{ name: 'product', pattern: '/p/{id}?color={color?}', \(web)\(key) }]
            """,
            #"routes["product"]"# + refusal
        )
    }

    private func tenant(_ body: String) throws -> Tenant {
        let web = body.hasPrefix("web:") ? "" : "\(Self.web), "
        let text = "{ version: 1, tenants: [{ name: 'shop', \(web)\(body) }] }"
        let part = try #require(try FleetDocument(reading: Array(text.utf8)).file.tenants.first)
        return try part.applied(to: nil)
    }

    @Test(arguments: cases) func `a contradiction is refused in one line`(_ test: Case) throws {
        #expect(try tenant(test.body).refusals().map(\.description) == test.refusals)
    }

    @Test func `values that a file cannot hold twice are refused in a database write too`() throws {
        var tenant = try tenant(
            """
            apps: [{ name: 'a', platform: 'ios', appID: '7Q2MX9RK4T.x' }], domains: [{ host: 'a.example' }],
            routes: [{ name: 'a', pattern: '/a', \(Self.web) }]
            """
        )
        tenant.apps += tenant.apps
        tenant.domains += tenant.domains
        tenant.routes += tenant.routes
        tenant.limits.links = 0
        #expect(
            tenant.refusals().map(\.description) == [
                #"limits.links: "0": a limit is 1 to 1,000,000,000"#,
                #"apps["a"]: "a": the tenant has this app already"#,
                #"domains["a.example"]: "a.example": the tenant has this domain already"#,
                #"routes["a"]: "a": the tenant has this route already"#,
            ])
    }

    @Test func `an uploaded file is text, not empty and not longer than its platform reads`() throws {
        var tenant = try tenant("domains: [{ host: 'go.shop.example', associationFiles: { aasa: '{}' } }]")
        #expect(tenant.refusals().isEmpty)
        for bytes in [[], [0x7B, 0], [0xC3, 0x28], Array(repeating: 0x20, count: 131_073)] as [[UInt8]] {
            tenant.domains[0].uploads.aasa = bytes
            #expect(tenant.refusals().map(\.path.description) == [#"domains["go.shop.example"].associationFiles.aasa"#])
        }
        tenant.domains[0].uploads = UploadedFiles(assetlinks: Array(repeating: 0x20, count: 1_048_576))
        #expect(tenant.refusals().isEmpty)
    }

    @Test func `a wildcard and its parent have the same uploaded files`() throws {
        var tenant = try tenant(
            "domains: [{ host: '*.shop.example', associationFiles: { aasa: '{}' } }, { host: 'shop.example' }]")
        #expect(tenant.refusals().map(\.path.description) == [#"domains["*.shop.example"].associationFiles"#])
        tenant.domains[1].uploads = tenant.domains[0].uploads
        #expect(tenant.refusals().isEmpty)
    }

    @Test func `a real fingerprint is no sample`() throws {
        #expect(try tenant(Self.android("'\(Self.good)'")).refusals().isEmpty)
    }

    @Test func `a name that needs the operator's word is refused without it`() throws {
        var tenant = try tenant("domains: [{ host: 'github.io', attested: true }]")
        #expect(tenant.refusals().isEmpty)
        tenant.domains[0].isAttested = false
        #expect(tenant.refusals().map(\.path) == [FieldPath(.field("domains"), .element("github.io"))])
    }
}
