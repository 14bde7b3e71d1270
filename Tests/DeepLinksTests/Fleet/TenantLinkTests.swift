import DeepLinks
import Platform
import Testing

/// Links as a file gives them: by URL, decided by the tenant's own routes.
@Suite struct TenantLinkTests {
    static let shop = """
        name: 'shop', web: 'https://www.shop.example/', limits: { links: 3 },
        domains: [
          { host: 'go.shop.example' }, { host: '*.shop-pages.example' }, { host: 'fold.shop.example', caseSensitive: false },
        ],
        routes: [
          { name: 'page', pattern: '/c/about', web: 'https://www.shop.example/about' },
          { name: 'campaign', pattern: '/c/{slug}', links: true },
          { name: 'mail', pattern: '/mail?list=a&m={m}', links: true, domains: ['go.shop.example'] },
          { name: 'product', pattern: '/p/{id}', web: 'https://www.shop.example/p/{id}' },
        ]
        """

    private func tenant(_ links: String) throws -> Tenant {
        let text = "{ version: 1, tenants: [{ \(Self.shop), links: [\(links)] }] }"
        let part = try #require(try FleetDocument(reading: Array(text.utf8)).file.tenants.first)
        return try part.applied(to: nil)
    }

    @Test(arguments: [
        ("https://go.shop.example/c/summer", "go.shop.example", "campaign", "summer"),
        ("https://GO.shop.example./c/summer/", "go.shop.example", "campaign", "summer"),
        ("https://go.shop.example/c/%EA%B5%AC%EA%B8%80", "go.shop.example", "campaign", "구글"),
        ("https://go.shop.example/c/a%2Fb%20c", "go.shop.example", "campaign", "a/b c"),
        ("https://go.shop.example/mail?m=7&list=a", "go.shop.example", "mail", "7"),
        ("https://*.shop-pages.example/c/x", "*.shop-pages.example", "campaign", "x"),
        ("https://fold.shop.example/C/AbC", "fold.shop.example", "campaign", "abc"),
        ("https://go.shop.example/c/AbC", "go.shop.example", "campaign", "AbC"),
    ])
    func `a URL is a link by the route that decides it`(url: String, domain: String, route: String, slug: String) throws
    {
        // Cases 69 and 70.
        let tenant = try tenant("")
        let key = try LinkKey(domain: DomainName(domain), route: #require(RouteName(route)), slug: slug)
        #expect(try tenant.linkKey(url: url) == key)
        // The canonical URL leads back to the key.
        let link = Link(key: key, destination: .path("/p/1"))
        let entry = try #require(LinkEntry(exporting: link, of: tenant))
        #expect(try tenant.linkKey(url: entry.url) == key)
    }

    struct Bad: CustomTestStringConvertible {
        let url: String
        let rule: String
        var testDescription: String { url }
    }

    static let bad = [
        Bad(url: "http://go.shop.example/c/x", rule: "a link is an https URL without port and fragment"),
        Bad(url: "https://go.shop.example:444/c/x", rule: "a link is an https URL without port and fragment"),
        Bad(url: "https://go.shop.example/c/x#y", rule: "a link is an https URL without port and fragment"),
        Bad(url: "https://go.other.example/c/x", rule: "the tenant has no domain go.other.example"),
        Bad(
            url: "https://a.shop-pages.example/c/x",
            rule: "the link would hold for every name of *.shop-pages.example: write that as its host"
        ),
        Bad(url: "https://go.shop.example/c/about", rule: "the route page decides this URL, and it has no links"),
        Bad(url: "https://go.shop.example/p/1", rule: "the route product decides this URL, and it has no links"),
        Bad(url: "https://go.shop.example/x", rule: "no route matches this URL"),
        Bad(url: "https://go.shop.example/c//x", rule: "no route matches this URL"),
        Bad(url: "https://fold.shop.example/mail?list=a&m=1", rule: "no route matches this URL"),
        Bad(url: "https://go.shop.example/robots.txt", rule: "the gateway answers this path itself"),
        Bad(
            url: "https://go.shop.example/c/%2e%2e",
            rule: "the gateway answers dot segments, backslashes, control characters and bad escapes with 404"
        ),
        Bad(
            url: "https://go.shop.example/c/%FF",
            rule: "the gateway answers dot segments, backslashes, control characters and bad escapes with 404"
        ),
    ]

    @Test(arguments: bad) func `a URL that is no link is refused`(_ test: Bad) throws {
        let error = try #require(throws: RuleViolation.self) { try tenant("").linkKey(url: test.url) }
        #expect(error.rule == test.rule)
    }

    @Test func `a file's refusals name the link`() throws {
        let error = try #require(throws: InputRefusals.self) {
            try tenant("{ url: 'https://go.shop.example/x', to: '/p/1' }")
        }
        #expect(
            error.description
                == #"tenant shop: links["https://go.shop.example/x"].url: "https://go.shop.example/x": no route matches this "#
                + "URL"
        )
    }

    @Test(arguments: [
        ("https://shop.example/t?e=c%2Bd%2Ff%3D&u=%24+9%0Ax%7E", nil),
        ("https://shop.example:8080/#a", nil),
        (
            "http://shop.example/",
            "the tenant has no http:// destinations on this host: write https://, or add it to httpHosts"
        ),
        ("/p/1?x=y", nil),
        ("/nowhere", nil),
        ("/c/other", "a link cannot lead to a link: the route campaign decides this URL"),
        ("/robots.txt", "the gateway answers this path itself"),
    ])
    func `a destination is kept byte for byte or refused`(to: String, rule: String?) throws {
        // Cases 47 and 48.
        let tenant = try tenant("{ url: 'https://go.shop.example/c/x', to: '\(to)', expires: '2027-01-01T00:00:00Z' }")
        #expect(tenant.links?.first?.destination.text == to)
        #expect(tenant.links?.first?.life.expires == UnixTime(rfc3339: "2027-01-01T00:00:00Z"))
        #expect(tenant.refusals().map(\.rule) == (rule.map { [$0] } ?? []))
    }

    @Test(arguments: [
        "javascript:alert(2)", "JaVaScRiPt:alert(2)", "data:text/html,x", "file:///etc/hosts", "vbscript:x",
        "shop.example",
        "ftp://shop.example/", "//shop.example/", "https:shop.example", "https://u@shop.example/", "/a/../b", "/a#b",
        "/a b",
        "https://shop.example\\@other.example/", "",
    ])
    func `a dangerous destination is no destination`(_ text: String) {
        // Cases 54 and 57.
        #expect(throws: RuleViolation.self) { try LinkDestination(text) }
    }

    @Test(arguments: [
        (", starts: '2027-01-01T00:00:00Z', expires: '2027-01-01T00:00:00Z'", "a link ends after its start"),
        (", afterwards: 'https://shop.example/'", "only a link that expires leads on afterwards"),
        (", starts: '2026-01-01T00:00:00Z', expires: '2027-01-01T00:00:00Z', afterwards: 'https://shop.example/'", nil),
        (", paused: true, blocked: true", nil),
    ])
    func `a link's life makes sense or is refused`(more: String, rule: String?) throws {
        let tenant = try tenant("{ url: 'https://go.shop.example/c/x', to: '/p/1'\(more) }")
        #expect(tenant.refusals().map(\.rule) == (rule.map { [$0] } ?? []))
    }

    @Test func `a link comes once and within the limit`() throws {
        let one =
            "{ url: 'https://go.shop.example/c/x', to: '/p/1' }, { url: 'https://go.shop.example/c/x/', to: '/p/2' }"
        #expect(
            try tenant(one).refusals().map(\.description)
                == [
                    #"links["https://go.shop.example/c/x"]: "https://go.shop.example/c/x": the tenant has this link already"#
                ]
        )
        let many = (0..<4).map { "{ url: 'https://go.shop.example/c/\($0)', to: '/p/1' }" }.joined(separator: ", ")
        #expect(
            try tenant(many).refusals().map(\.description) == ["links: 4 links are more than the tenant's limit of 3"]
        )
    }
}
