import DeepLinks
import TestSupport
import Testing

@testable import FleetStore

@Suite struct PlanTests {
    let fixture: StoreFixture
    let store: FleetStore
    let operation = Operation(actor: "ana", action: "fleet apply")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    func file(_ tenants: Tenant...) -> FleetFile {
        FleetFile(exporting: Fleet(tenants: tenants), includesLinks: true)
    }

    @Test func `an applied file is what is exported, and planning it again changes nothing`() throws {
        var shop = try sampleTenant("shop")
        let route = try #require(RouteName("campaign"))
        shop.routes.append(Route(name: route, pattern: try RoutePattern("/c/{slug}"), destination: .links))
        let key = LinkKey(domain: shop.domains[0].name, route: route, slug: "summer")
        shop.links = [Link(key: key, destination: .path("/item/1"))]
        var kitchen = try sampleTenant("kitchen")
        kitchen.links = []
        let file = file(shop, kitchen)
        let plan = try store.plan(file)
        #expect(plan.changes.map(\.name.text) == ["kitchen", "shop"])
        #expect(plan.changes.allSatisfy { $0.before == nil })
        try store.apply(file, expecting: plan.token, as: operation)
        #expect(try store.plan(file).changes == [])
        let exported = FleetFile(exporting: try store.fleet(withLinks: true), includesLinks: true)
        #expect(exported == file)
        let events = try store.audit().count
        try store.apply(file, as: operation)
        #expect(try store.audit().count == events)
    }

    @Test func `a plan shows what differs and nothing else`() throws {
        try fixture.makeTenant("shop", in: store)
        var wanted = try sampleTenant("shop")
        wanted.isSuspended = true
        let change = try #require(store.plan(file(wanted)).changes.first)
        #expect(change.before?.isSuspended == false)
        #expect(change.after?.isSuspended == true)
        #expect(change.after?.routes == nil)
        #expect(change.after?.web == nil)
    }

    @Test func `applying with a token fails once anything that the plan touches has changed`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        var wanted = try sampleTenant("shop")
        wanted.isSuspended = true
        let file = file(wanted)
        let token = try store.plan(file).token
        try fixture.database.psql("UPDATE fleet.tenants SET is_suspended = true WHERE name = 'kitchen'")
        #expect(try store.plan(file).token == token)
        try fixture.database.psql("UPDATE fleet.routes SET max_age = 5 WHERE tenant_id = 1")
        let error = #expect(throws: StoreError.self) {
            try store.apply(file, expecting: token, as: operation)
        }
        guard case .changedSincePlan = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try !store.tenant(named: wanted.name).tenant.isSuspended)
    }

    @Test func `tenants that a file does not name go only when it prunes`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        let file = file(try sampleTenant("shop"))
        try store.apply(file, as: operation)
        #expect(try store.fleet().tenants.count == 2)
        #expect(try store.plan(file, prunes: true).changes.map(\.after) == [nil])
        try store.apply(file, prunes: true, as: operation)
        #expect(try store.fleet().tenants.map(\.name.text) == ["shop"])
    }

    @Test func `a file of which one tenant is refused leaves all as they were`() throws {
        try fixture.makeTenant("rival", domains: ["go.other.example"], in: store)
        let file = file(try sampleTenant("fine"), try sampleTenant("other"))
        #expect(throws: StoreError.self) { try store.apply(file, as: operation) }
        #expect(try store.fleet().tenants.map(\.name.text) == ["rival"])
    }

    @Test func `a tenant that was broken by hand keeps nobody from planning for another`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        try fixture.database.psql("UPDATE fleet.routes SET pattern = '/{' WHERE tenant_id = 2")
        #expect(try store.plan(file(sampleTenant("shop"))).changes == [])
        #expect(throws: StoreError.self) { try store.plan(file(sampleTenant("shop")), prunes: true) }
    }
}
