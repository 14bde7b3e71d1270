import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

@Suite struct LinkTests {
    let fixture: StoreFixture
    let store: FleetStore
    let tenant: Tenant
    let operation = Operation(actor: "ana", action: "link add")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        var tenant = try sampleTenant("shop")
        tenant.routes.append(
            Route(
                name: try #require(RouteName("campaign")), pattern: try RoutePattern("/c/{slug}"), destination: .links))
        self.tenant = tenant
        let made = tenant
        try store.edit([], as: operation) { $0.tenants[made.name] = made }
    }

    func link(_ slug: String, to path: String = "/item/1") throws -> Link {
        let key = LinkKey(domain: tenant.domains[0].name, route: try #require(RouteName("campaign")), slug: slug)
        return Link(key: key, destination: .path(path), life: LinkLife(expires: UnixTime(seconds: 2_000_000_000)))
    }

    @Test func `links are added once, changed, listed in pages, counted and removed`() throws {
        let all = try ["a", "b", "c"].map { try link($0) }
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: all) }
        #expect(try store.links(of: tenant.name) == all)
        #expect(try store.links(of: tenant.name, after: all[0].key, limit: 1) == [all[1]])
        #expect(try store.linkCount(of: tenant.name) == 3)
        let error = #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [all[1]]) }
        }
        #expect(error?.description == "there is such a link already")
        let changed = try link("b", to: "/item/2")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(written: [changed]) }
        #expect(try store.links(of: tenant.name, keys: [changed.key]) == [changed])
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(removed: [all[0].key]) }
        #expect(try store.linkCount(of: tenant.name) == 2)
        #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(removed: [all[0].key]) }
        }
    }

    @Test func `what few links have is stored, looked up by tags and looked up for gateways`() throws {
        var full = try link("full")
        full.afterwards = try WebURL("https://www.shop.example/over")
        full.details = LinkDetails(
            platforms: [.ios: .url(try WebURL("https://www.shop.example/ios?a=%2C,b")), .android: .path("/item/2")],
            preview: LinkPreview(
                title: "A title", description: "What, it \"is\"", image: try WebURL("https://www.shop.example/a.png")),
            note: "For, those", tags: ["summer", "zürich"])
        var bare = try link("bare")
        bare.details.tags = ["summer"]
        let all = [bare, full]
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: all) }
        #expect(try store.links(of: tenant.name) == all)
        #expect(try store.links(of: tenant.name, tagged: ["summer"]) == all)
        #expect(try store.links(of: tenant.name, tagged: ["summer", "zürich"]) == [full])
        #expect(try store.links(of: tenant.name, tagged: ["winter"]) == [])
        full.details.tags = []
        full.details.note = nil
        full.details.platforms = [:]
        let changed = full
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(written: [changed]) }
        #expect(try store.links(of: tenant.name, keys: [changed.key]) == [changed])
    }

    @Test(arguments: [
        LinkDetails(tags: ["a,b"]), LinkDetails(tags: ["a", "a"]), LinkDetails(tags: [""]),
        LinkDetails(note: "two\nlines"),
        LinkDetails(tags: (0..<21).map { "t\($0)" }), LinkDetails(preview: LinkPreview(title: "")),
        LinkDetails(platforms: [.ios: .path("/c/other")]),
    ])
    func `details that break rules are refused`(details: LinkDetails) throws {
        var bad = try link("bad")
        bad.details = details
        let link = bad
        let error = #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [link]) }
        }
        guard case .refused? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a link operation is in the audit log and leaves the version alone`() throws {
        let version = try store.tenant(named: tenant.name).version
        let added = try link("summer")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [added]) }
        #expect(try store.tenant(named: tenant.name).version == version)
        let event = try #require(store.audit(limit: 1).first)
        #expect(event.action == "link add")
        #expect(event.after?.contains("/c/summer") == true)
        #expect(event.before?.contains("summer") == false)
    }

    @Test func `a change reads the links under the lock, and one of nothing leaves no event`() throws {
        let added = try link("summer")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [added]) }
        let events = try store.audit().count
        var found: [Link] = []
        try store.editLinks(of: tenant.name, as: operation) { tenant throws(StoreError) in
            found = try store.links(of: tenant.name, keys: [added.key])
            return LinkChange()
        }
        #expect(found == [added])
        #expect(try store.audit().count == events)
    }

    @Test func `a link that an edit strands is told, stays, can be changed, and is exported and planned again`() throws
    {
        let added = try link("summer")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [added]) }
        var hiding = tenant
        hiding.routes.insert(try sampleRoute("sale", path: "/c/{id}"), at: 0)
        let edited = hiding
        try store.edit(tenant: tenant.name, as: operation) { $0 = edited }
        let told = try #require(try store.strandedLinks(before: tenant, after: edited))
        #expect(told.count == 1)
        #expect(told.example?.url == "https://go.shop.example/c/summer")
        #expect(try store.strandedLinks(before: edited, after: edited) == nil)

        let changed = try link("summer", to: "/item/2")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(written: [changed]) }
        #expect(try store.links(of: tenant.name) == [changed])
        let other = try link("winter")
        #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(written: [other]) }
        }

        let file = FleetFile(exporting: try store.fleet(withLinks: true), includesLinks: true)
        #expect(try store.plan(file).changes.isEmpty)
        try store.apply(file, as: operation)
        #expect(try store.links(of: tenant.name) == [changed])
    }

    @Test func `a plan tells the links that it would strand`() throws {
        let added = try link("summer")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [added]) }
        var hiding = tenant
        hiding.routes.insert(try sampleRoute("sale", path: "/c/{id}"), at: 0)
        let file = FleetFile(exporting: Fleet(tenants: [hiding]))
        #expect(try store.plan(file).findings.stranded.map(\.count) == [1])
        #expect(try store.apply(file, as: operation).stranded.map(\.count) == [1])
        #expect(try store.plan(file).findings.stranded.isEmpty)
    }

    @Test func `the limit is exact`() throws {
        try store.edit(tenant: tenant.name, as: operation) { $0.limits.links = 2 }
        let three = try ["a", "b", "c"].map { try link($0) }
        #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: three) }
        }
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: Array(three[..<2])) }
        let error = #expect(throws: StoreError.self) {
            try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [three[2]]) }
        }
        #expect(error?.description == "the tenant would have more links than its limit allows")
        #expect(try store.linkCount(of: tenant.name) == 2)
    }

    @Test func `a domain that begins to fold takes its links along, and refuses when two become one`() throws {
        let links = try ["Summer", "winter"].map { try link($0) }
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: links) }
        try store.edit(tenant: tenant.name, as: operation) { $0.domains[0].isCaseSensitive = false }
        #expect(try store.links(of: tenant.name).map(\.key.slug) == ["summer", "winter"])
        try store.edit(tenant: tenant.name, as: operation) { $0.domains[0].isCaseSensitive = true }
        let other = try link("SUMMER")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [other]) }
        let error = #expect(throws: StoreError.self) {
            try store.edit(tenant: tenant.name, as: operation) { $0.domains[0].isCaseSensitive = false }
        }
        #expect(error?.description.contains("differ only in case") == true)
    }

    @Test func `a route with links stays one, and goes with them only when it is removed`() throws {
        let one = try link("a")
        try store.editLinks(of: tenant.name, as: operation) { _ in LinkChange(added: [one]) }
        let web = try sampleRoute("campaign", path: "/c/{id}").destination
        let pattern = try RoutePattern("/c/{id}")
        let error = #expect(throws: StoreError.self) {
            try store.edit(tenant: tenant.name, as: operation) { tenant in
                tenant.routes[1].destination = web
                tenant.routes[1].pattern = pattern
            }
        }
        #expect(error?.description.contains("the route has links") == true)
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.routes.removeLast() }
        #expect(try store.linkCount(of: tenant.name) == 0)
    }
}
