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

    /// A fleet with everything that a tenant can have.
    private func fill() throws {
        let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let demo = try FleetDocument(reading: try File.readRegular("/\(path)/scripts/demo-fleet.json5"))
        _ = try store.apply(demo.file, as: Operation(actor: "test", action: "apply"))
        // What no fleet file says: a name that was proved, not attested, one that waits, and an edit by hand.
        try fixture.database.psql(
            """
            UPDATE fleet.domains SET is_attested = false WHERE id = (SELECT min(id) FROM fleet.domains);
            UPDATE fleet.tenants SET is_suspended = true WHERE id = (SELECT min(id) FROM fleet.tenants);
            """)
    }

    @Test func `what is written is read again, equal in everything`() throws {
        try fill()
        let state = try state()
        #expect(state.tenants.count > 2 && state.generation > 0)
        #expect(state.tenants.values.contains { !$0.documents.isEmpty && !$0.routeIDs.isEmpty })
        let bytes = try state.encoded()
        #expect(try FleetState(decoding: bytes) == state)
        #expect(try state.encoded() == bytes, "the same state is the same file")
    }

    @Test func `a file of which any byte is missing or another is refused`() throws {
        try fixture.makeTenant("shop", in: store)
        let bytes = try state().encoded()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var other = bytes
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            if Bool.random(using: &generator) {
                other[index] ^= UInt8.random(in: 1...255, using: &generator)
            } else {
                other.remove(at: index)
            }
            #expect(throws: FleetStateError.self, "byte \(index)") { try FleetState(decoding: other) }
        }
        for count in [1, bytes.count - 1] + Array(stride(from: 0, to: bytes.count, by: 61)) {
            #expect(throws: FleetStateError.self) { try FleetState(decoding: Array(bytes.prefix(count))) }
        }
        #expect(throws: FleetStateError.otherFile) { try FleetState(decoding: Array("{}".utf8)) }
        #expect(throws: FleetStateError.otherFormat(2)) {
            try FleetState(decoding: Array("postern-state 2 abc\nwhatever".utf8))
        }
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
        #expect(state.tenants.isEmpty && state.identity == "x")
    }
}
