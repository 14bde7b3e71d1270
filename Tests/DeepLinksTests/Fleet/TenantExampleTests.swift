import DeepLinks
import Testing

/// Examples are decided by their own route, at every write.
@Suite struct TenantExampleTests {
    static let routes = """
        { name: 'old', pattern: '/old/{x}', web: 'https://www.shop.example/', ends: '2001-01-01T00:00:00Z', examples: [OLD] },
        { name: 'new', pattern: '/p/new', web: 'https://www.shop.example/new', domains: ['go.shop.example'] },
        { name: 'product', pattern: '/p/{id}', web: 'https://www.shop.example/p/{id}', examples: [PRODUCT] },
        { name: 'link', pattern: '/c/{slug}', links: true, examples: [LINK] }
        """

    private func refusals(_ list: String, _ example: String) throws -> [String] {
        var routes = Self.routes
        for name in ["OLD", "PRODUCT", "LINK"] {
            routes = routes.split(separator: name, maxSplits: 1).joined(separator: name == list ? "'\(example)'" : "")
        }
        let text = """
            { version: 1, tenants: [{
              name: 'shop', web: 'https://www.shop.example/', suspended: true,
              domains: [{ host: 'go.shop.example' }, { host: '*.shop.example' }], routes: [\(routes)]
            }] }
            """
        let part = try #require(try FleetDocument(reading: Array(text.utf8)).file.tenants.first)
        return try part.applied(to: nil).refusals().map(\.description)
    }

    @Test(arguments: [
        ("PRODUCT", "/p/1"), ("PRODUCT", "https://go.shop.example/p/1?x#y"),
        ("PRODUCT", "https://any.shop.example/p/new"),
        ("LINK", "/c/whatever"), ("OLD", "/old/1"),
    ])
    func `an example of the route is accepted whatever the time of day`(list: String, example: String) throws {
        #expect(try refusals(list, example).isEmpty)
    }

    @Test(arguments: [
        ("PRODUCT", "/p/new", "the route new decides this URL on go.shop.example, not this route"),
        (
            "PRODUCT", "https://go.shop.example/p/new",
            "the route new decides this URL on go.shop.example, not this route"
        ),
        ("PRODUCT", "/q", "no route matches this URL on *.shop.example, not this route"),
        ("PRODUCT", "/p//1", "no route matches this URL on *.shop.example, not this route"),
        ("PRODUCT", "https://go.other.example/p/1", "the tenant has no domain for go.other.example"),
        ("PRODUCT", "https://go.shop.example:8443/p/1", "a link has no port"),
        ("LINK", "/favicon.ico", "the gateway answers this path itself on *.shop.example, not this route"),
    ])
    func `any other example is refused`(list: String, example: String, rule: String) throws {
        let route = list == "LINK" ? "link" : "product"
        #expect(try refusals(list, example) == [#"routes["\#(route)"].examples[0]: "\#(example)": \#(rule)"#])
    }
}
