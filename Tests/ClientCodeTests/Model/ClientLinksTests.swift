import DeepLinks
import Testing

@testable import ClientCode

@Suite struct ClientLinksTests {
    @Test func `routes keep their order, with those that do not open the app`() throws {
        let tenant = try Sample.tenant(
            routes: """
                { name: "new", pattern: "/products/new", opens: "none", web: "https://www.acme.example/" },
                { name: "product", pattern: "/products/{id}", web: "https://www.acme.example/" },
                { name: "board", pattern: "/board", opens: ["tablet"], web: "https://www.acme.example/" },
                """)
        let links = try Sample.links(tenant)
        #expect(links.routes.map(\.name.text) == ["new", "product", "board"])
        #expect(links.opening.map(\.name.text) == ["product"])
        #expect(try Sample.links(tenant, app: "tablet").opening.map(\.name.text) == ["product", "board"])
    }

    @Test func `a route without examples gets one that it decides`() throws {
        let links = try Sample.links(
            Sample.tenant(
                routes: """
                    { name: "example", pattern: "/p/example", opens: "none", web: "https://www.acme.example/" },
                    { name: "page", pattern: "/p/{id}?to={to:a|b}&x={x?}", web: "https://www.acme.example/" },
                    """))
        #expect(links.opening[0].examples.map(\.url.description) == ["https://go.acme.example/p/a?to=a"])
        #expect(links.nearMisses.first == "https://go.acme.example/p/example")
    }

    @Test func `the default host holds every route`() throws {
        let domains = """
            { host: "*.acme.example", attested: true }, { host: "go.links.example", attested: true },
            { host: "my.links.example", attested: true }
            """
        let route = { (domains: String) in
            #"{ name: "a", pattern: "/a", web: "https://www.acme.example/"\#(domains) }"#
        }
        let all = try Sample.links(Sample.tenant(domains: domains, routes: route("")))
        #expect(all.domains.map(\.name.text) == ["go.links.example", "my.links.example", "*.acme.example"])
        #expect(all.defaultHost == "go.links.example")
        let one = try Sample.links(
            Sample.tenant(domains: domains, routes: route(#", domains: ["my.links.example"]"#)))
        #expect(one.defaultHost == "my.links.example")
        #expect(one.routes[0].domains?.map(\.text) == ["my.links.example"])
        let other = #"{ name: "b", pattern: "/b", web: "https://www.acme.example/", domains: ["go.links.example"] }"#
        let two = try Sample.links(
            Sample.tenant(domains: domains, routes: route(#", domains: ["my.links.example"]"#) + ", " + other))
        #expect(two.defaultHost == nil)
    }

    @Test func `a scheme template that says what the pattern says needs no table of its own`() throws {
        let links = { (template: String) in
            try Sample.links(
                Sample.tenant(
                    scheme: "acme",
                    routes: """
                        { name: "item", pattern: "/item/{id:int}", schemeURL: "\(template)",
                          web: "https://www.acme.example/" }
                        """))
        }
        #expect(try links("item/{id}").sharesForms)
        let own = try links("open?kind=item&id={id}&flag")
        #expect(!own.sharesForms)
        #expect(own.routes[0].schemeForm.segments == [.literal("open")])
        #expect(own.routes[0].schemeForm.items.map(\.name) == ["kind", "id"])
    }

    @Test func `there is nothing to write without app, domain or route`() throws {
        let tenant = try Sample.tenant(
            routes: #"{ name: "a", pattern: "/a", opens: ["phone"], web: "https://www.acme.example/" }"#)
        #expect(throws: ClientCodeError.noRoute("tablet")) { try Sample.links(tenant, app: "tablet") }
        #expect(throws: ClientCodeError.unknownApp("other")) { try Sample.links(tenant, app: "other") }
        #expect(throws: ClientCodeError.severalApps(["phone", "tablet"])) {
            try ClientLinks(tenant, in: .swift, app: nil)
        }
        var bare = tenant
        bare.domains = []
        #expect(throws: ClientCodeError.noDomain) { try Sample.links(bare) }
    }

    @Test func `the revision is about apps, not about browsers`() throws {
        let form = { (web: String, pattern: String) in
            try Sample.links(Sample.tenant(routes: #"{ name: "a", pattern: "\#(pattern)", web: "\#(web)" }"#))
                .canonicalForm
        }
        #expect(try form("https://one.example/", "/a") == form("https://two.example/", "/a"))
        #expect(try form("https://one.example/", "/a") != form("https://one.example/", "/b"))
    }
}
