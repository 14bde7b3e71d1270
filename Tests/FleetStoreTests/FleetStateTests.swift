import DeepLinks
import Platform
import TestSupport
import Testing

@testable import FleetStore

/// The state that is kept for a start without the database.
@Suite struct FleetStateTests {
    let fixture: StoreFixture
    let store: FleetStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    private func state() throws -> FleetState {
        var state = FleetState()
        state.take(.everything(try store.snapshot(withDocuments: true)))
        return state
    }

    @Test func `it follows changes, and a tenant that cannot be read any more stays as it was`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        var state = try state()
        let shop = try #require(state.tenants.values.first { $0.tenant.name.text == "shop" })
        let kitchen = try #require(state.tenants.values.first { $0.tenant.name.text == "kitchen" })
        state.take(
            .tenants(
                [.unreadable(shop.id, UnreadableRow("routes", 1, "pattern", "broken"))], removed: [kitchen.id],
                links: [],
                generation: 9))
        #expect(state.tenants == [shop.id: shop])
        #expect(state.generation == 9)
        var changed = shop
        changed.version += 1
        state.take(.tenants([.readable(changed)], removed: [], links: [], generation: 10))
        #expect(state.tenants == [shop.id: changed])
        state.take(.everything(FleetSnapshot(identity: "x", generation: 11, tenants: [])))
        #expect(state.tenants.isEmpty && state.generation == 11)
    }
}
