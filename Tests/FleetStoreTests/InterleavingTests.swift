import Association
import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// Two writers and one who edits by hand, in 200 random orders.
@Suite struct InterleavingTests {
    let fixture: StoreFixture
    let store: FleetStore
    let tenants: [Tenant]

    init() throws {
        let fixture = try StoreFixture()
        // Edits by hand lock in the other order; the server looks for deadlocks only after this time.
        try fixture.database.psql("ALTER DATABASE \(fixture.database.name) SET deadlock_timeout = '5ms'")
        let store = try fixture.store()
        tenants = try ["shop", "kitchen"].map { name in
            try fixture.makeTenant(name, domains: ["a.\(name).example", "b.\(name).example"], in: store)
        }
        self.fixture = fixture
        self.store = store
    }

    @Test func `every document equals a fresh compile, or the tenant is stale`() throws {
        var generator = SplitMix(state: 20)
        let editor = try fixture.connect()
        let writers = try (0..<2).map { _ in StoreBox(try fixture.store()) }
        var staleRounds = 0
        for round in 0..<200 {
            let operations = try (0..<2).map { try operation("r\(round)w\($0)", &generator) }
            let script = (0..<Int.random(in: 1...3, using: &generator)).map { edit("r\(round)e\($0)", &generator) }
            let starts = operations.map { _ in Int.random(in: 0...(script.count + 1), using: &generator) }
            try run(script, on: editor, operations, by: writers, startingAt: starts)
            staleRounds += try check()
        }
        // Both outcomes were met, else the test shows little.
        #expect((10..<390).contains(staleRounds))
        try store.publish(tenants.map(\.name), as: Operation(actor: "test", action: "association publish"))
        #expect(try check() == 0)
    }

    /// Runs the statements one by one in a transaction, and lets each writer begin before the statement of its place.
    private func run(
        _ script: [String], on editor: Connection, _ operations: [WriterOperation], by writers: [StoreBox],
        startingAt starts: [Int]
    ) throws {
        let group = ThreadGroup()
        let failures = LockedValue<[String]>([])
        for (place, statement) in (["BEGIN"] + script + ["COMMIT"]).enumerated() {
            for (writer, start) in starts.enumerated() where start == place {
                let (box, operation) = (writers[writer], operations[writer])
                try group.start(name: "writer") {
                    do {
                        try box.run(operation)
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            do throws(PostgresError) {
                try editor.run(script: statement)
            } catch {
                #expect(error.sqlState == .deadlockDetected, "\(error.debugDescription)")
                try editor.run(script: "ROLLBACK")
                break
            }
        }
        for (writer, start) in starts.enumerated() where start > script.count + 1 {
            try writers[writer].run(operations[writer])
        }
        group.join()
        let isUnexpected = failures.withLock { $0.filter { !$0.hasPrefix("other writers") } }
        #expect(isUnexpected == [])
    }

    /// Compares what is published with what would be; the number of stale tenants.
    private func check() throws -> Int {
        var stale = 0
        for state in try store.snapshot(withDocuments: true).tenants {
            let snapshot = try #require(state.snapshot)
            guard !snapshot.isStale else {
                stale += 1
                continue
            }
            for domain in snapshot.tenant.domains {
                let fresh = try snapshot.tenant.associationFile(for: domain, kind: .aasa)
                #expect(snapshot.documents[domain.name]?.aasa?.bytes == fresh)
            }
        }
        return stale
    }

    private func operation(_ name: String, _ generator: inout SplitMix) throws -> WriterOperation {
        let tenant = tenants[Int.random(in: 0..<2, using: &generator)].name
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .publish(tenants.map(\.name))
        case 1: return .removeRoute(tenant)
        default: return .addRoute(tenant, try sampleRoute(name))
        }
    }

    private func edit(_ name: String, _ generator: inout SplitMix) -> String {
        let id = Int.random(in: 1...2, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return "UPDATE fleet.tenants SET is_suspended = NOT is_suspended WHERE id = \(id)"
        case 1: return "UPDATE fleet.routes SET opens = 'none' WHERE tenant_id = \(id)"
        case 2: return "UPDATE fleet.routes SET opens = 'all'"
        default:
            return """
                INSERT INTO fleet.routes (tenant_id, position, name, pattern, destination_kind, destination)
                SELECT \(id), coalesce(max(position), 0) + 1, '\(name)', '/\(name)', 'web', 'https://www.shop.example/'
                FROM fleet.routes
                WHERE tenant_id = \(id)
                """
        }
    }
}

/// What a writer does in one round.
enum WriterOperation {
    case publish([TenantName])
    case removeRoute(TenantName)
    case addRoute(TenantName, Route)
}

/// A store that one thread at a time uses.
final class StoreBox: Sendable {
    private let store: LockedValue<FleetStore?>

    init(_ store: sending FleetStore) {
        self.store = LockedValue(store)
    }

    func run(_ operation: WriterOperation) throws {
        try store.withLock { store in
            let entry = Operation(actor: "test", action: "route set")
            switch operation {
            case .publish(let names): try store?.publish(names, as: entry)
            case .addRoute(let name, let route): try store?.edit(tenant: name, as: entry) { $0.routes.append(route) }
            case .removeRoute(let name):
                try store?.edit(tenant: name, as: entry) { tenant in
                    if !tenant.routes.isEmpty { tenant.routes.removeFirst() }
                }
            }
        }
    }
}
