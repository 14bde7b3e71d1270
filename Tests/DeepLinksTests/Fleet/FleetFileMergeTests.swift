import DeepLinks
import Testing

/// A file speaks only for the tenants that it names and the kinds of things that it gives.
@Suite struct FleetFileMergeTests {
    private func part(_ body: String) throws -> TenantPart {
        let text = "{ version: 1, tenants: [{ name: 'shop', \(body) }] }"
        return try #require(try FleetDocument(reading: Array(text.utf8)).file.tenants.first)
    }

    private func shop() throws -> Tenant {
        try part(
            """
            web: 'https://shop.example/', suspended: true, limits: { links: 5 },
            apps: [{ platform: 'ios', appID: '7Q2MX9RK4T.example.shop' }],
            domains: [{ host: 'b.example' }, { host: 'a.example', attested: true }],
            routes: [{ name: 'one', pattern: '/one', web: 'https://shop.example/1' }]
            """
        ).applied(to: nil)
    }

    @Test func `a new tenant needs its web page`() throws {
        let error = try #require(throws: InputRefusals.self) { try part("apps: []").applied(to: nil) }
        #expect(error.description == "tenant shop: web: required: the tenant does not exist yet")
    }

    @Test func `a new tenant begins with nothing else`() throws {
        let tenant = try part("web: 'https://shop.example/'").applied(to: nil)
        #expect(try tenant == Tenant(name: #require(TenantName("shop")), web: URLTemplate("https://shop.example/")))
    }

    @Test func `what is not given is left alone`() throws {
        let shop = try shop()
        #expect(try part("").applied(to: shop) == shop)
        let changed = try part("web: 'https://new.example/'").applied(to: shop)
        #expect(changed.web.text == "https://new.example/")
        #expect(changed.isSuspended)
        #expect(changed.limits.links == 5)
        #expect(changed.routes == shop.routes && changed.apps == shop.apps && changed.domains == shop.domains)
    }

    @Test func `a given list is the whole list`() throws {
        let changed = try part("routes: [{ name: 'two', pattern: '/two', web: 'https://shop.example/2' }], apps: []")
            .applied(to: shop())
        #expect(changed.routes.map(\.name.text) == ["two"])
        #expect(changed.apps.isEmpty)
        #expect(changed.domains.count == 2)
    }

    @Test func `given limits are all limits`() throws {
        let changed = try part("limits: { domains: 7 }").applied(to: shop())
        #expect(changed.limits == TenantLimits(domains: 7))
    }

    @Test func `an attested domain is live at once and a proved one stays live`() throws {
        var shop = try shop()
        #expect(shop.domains.map(\.state) == [.live, .pending])
        shop.domains[1].state = .live
        let changed = try part("domains: [{ host: 'a.example' }, { host: 'b.example' }, { host: 'c.example' }]")
            .applied(to: shop)
        #expect(changed.domains.map(\.state) == [.live, .live, .pending])
        #expect(changed.domains.map(\.isAttested) == [false, false, false])
    }

    @Test func `tenants that the file does not name stay unless pruned`() throws {
        let shop = try shop()
        let text = "{ version: 1, tenants: [{ name: 'other', web: 'https://other.example/' }] }"
        let file = try FleetDocument(reading: Array(text.utf8)).file
        #expect(try file.applied(to: Fleet(tenants: [shop])).tenants.map(\.name.text) == ["other", "shop"])
        #expect(try file.applied(to: Fleet(tenants: [shop]), prunes: true).tenants.map(\.name.text) == ["other"])
    }

    @Test func `the apps of a route come in the tenant's order`() throws {
        let tenant = try part(
            """
            web: 'https://shop.example/',
            apps: [
              { name: 'z', platform: 'ios', appID: '7Q2MX9RK4T.example.z' },
              { name: 'a', platform: 'ios', appID: '7Q2MX9RK4T.example.a' },
            ],
            routes: [{ name: 'one', pattern: '/one', opens: ['a', 'z'], web: 'https://shop.example/1' }]
            """
        ).applied(to: nil)
        #expect(try tenant.routes.first?.opens == .only([#require(AppName("z")), #require(AppName("a"))]))
    }
}
