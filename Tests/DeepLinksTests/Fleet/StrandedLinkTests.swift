import DeepLinks
import Testing

@Suite struct StrandedLinkTests {
    private func tenant(_ routes: String) throws -> Tenant {
        let text = """
            { version: 1, tenants: [{
              name: 'shop', web: 'https://www.shop.example/',
              domains: [{ host: 'go.shop.example', attested: true }],
              routes: [\(routes)],
            }] }
            """
        let fleet = try FleetDocument(reading: Array(text.utf8)).fleet()
        return try #require(fleet.tenants.first)
    }

    private static let campaign = "{ name: 'campaign', pattern: '/c/{slug}', links: true }"

    private func link(_ slug: String, to destination: String, route: String = "campaign") throws -> Link {
        Link(
            key: LinkKey(
                domain: try DomainName("go.shop.example"), route: try #require(RouteName(route)), slug: slug),
            destination: try LinkDestination(destination))
    }

    @Test func `links whose URL another route decides after an edit are counted, with one of them`() throws {
        let before = try tenant(Self.campaign)
        let after = try tenant(
            "{ name: 'sale', pattern: '/c/sale', web: 'https://www.shop.example/sale' }, \(Self.campaign)")
        let links = try [link("sale", to: "/p/1"), link("summer", to: "/p/2")]
        let found = StrandedLinks(links, before: before, after: after)
        #expect(found.count == 1)
        #expect(found.seen == 2)
        #expect(found.example?.url == "https://go.shop.example/c/sale")
        #expect(found.example?.reason == "the route sale decides this URL, and it has no links")
        #expect(StrandedLinks(links, before: after, after: after).count == 0)
        #expect(after.mayStrandLinks(since: before))
        #expect(!after.mayStrandLinks(since: after))
    }

    @Test func `an export with stranded links is read as what it was made of`() throws {
        var tenant = try tenant(
            "{ name: 'sale', pattern: '/c/sale', web: 'https://www.shop.example/sale' }, \(Self.campaign)")
        tenant.links = try [link("sale", to: "/p/1"), link("winter", to: "/p/2")]
        let file = FleetFile(exporting: Fleet(tenants: [tenant]), includesLinks: true)
        let read = try FleetDocument(reading: file.canonicalText).file
        let after = try #require(try read.applied(to: Fleet(tenants: [tenant])).tenants.first)
        #expect(after == tenant.normalized())
        #expect(throws: Never.self) { try after.validate(keeping: tenant.links ?? []) }
        #expect(throws: InputRefusals.self) { try after.validate() }
    }

    @Test(arguments: [
        "{ name: 'other', pattern: '/c/{name}', links: true }, ",
        "{ name: 'sale', pattern: '/c/summer', web: 'https://www.shop.example/' }, "
            + "{ name: 'other', pattern: '/c/{name}', links: true }, ",
    ])
    func `links that share their URL are exported with their routes`(first: String) throws {
        var tenant = try tenant(first + Self.campaign)
        let both = try [link("summer", to: "/p/1"), link("summer", to: "/p/3", route: "other")]
        for links in [both, [both[0]], [both[1]]] {
            tenant.links = links
            let text = FleetFile(exporting: Fleet(tenants: [tenant]), includesLinks: true).canonicalText
            let read = try FleetDocument(reading: text).file
            #expect(read.canonicalText == text)
            #expect(try read.applied(to: Fleet(tenants: [tenant])).tenants == [tenant.normalized()])
        }
    }

    @Test func `an entry that names its route is a link of that route or refused`() throws {
        var tenant = try tenant("{ name: 'other', pattern: '/c/{name}', links: true }, \(Self.campaign)")
        tenant.links = []
        var entry = LinkEntry(
            url: "https://go.shop.example/c/summer", route: RouteName("other"), destination: try LinkDestination("/p/1")
        )
        #expect(
            try TenantPart(name: tenant.name, links: [entry]).applied(to: tenant).links
                == [link("summer", to: "/p/1", route: "other")])
        entry.route = RouteName("campaign")
        let error = try #require(throws: InputRefusals.self) {
            try TenantPart(name: tenant.name, links: [entry]).applied(to: tenant)
        }
        #expect(error.description.hasSuffix("the route other decides this URL, and not campaign"))
    }

    @Test func `a URL in a file is the link to which the routes lead, whatever is stranded`() throws {
        var tenant = try tenant(
            "{ name: 'other', pattern: '/c/{name}', links: true }, \(Self.campaign)")
        tenant.links = try [link("summer", to: "/p/1"), link("summer", to: "/p/3", route: "other")]
        let entry = LinkEntry(url: "https://go.shop.example/c/summer", destination: try LinkDestination("/p/1"))
        let part = TenantPart(name: tenant.name, links: [entry])
        #expect(try part.applied(to: tenant).links == [link("summer", to: "/p/1", route: "other")])
    }
}
