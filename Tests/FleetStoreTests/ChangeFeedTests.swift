import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

@Suite struct ChangeFeedTests {
    let fixture: StoreFixture
    let store: FleetStore
    let fleet = FollowedFleet()
    let operation = Operation(actor: "test", action: "route add")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    /// A feed that polls rarely, so that only notifications can be in time, or one that only polls.
    func feed(poll: Duration = .milliseconds(50), listens: Bool = true) throws -> ChangeFeed {
        var options = ChangeFeed.Options()
        options.pollInterval = poll
        options.listens = listens
        options.backoff = (.milliseconds(10), .milliseconds(50))
        let feed = try ChangeFeed(database: fixture.address, options: options) { [fleet] in fleet.apply($0) }
        try feed.start()
        return feed
    }

    func addRoute(_ name: String, to tenant: String) throws {
        let route = try sampleRoute(name)
        try store.edit(tenant: try #require(TenantName(tenant)), as: operation) { $0.routes.append(route) }
    }

    /// The tenants as a fresh read has them.
    func truth() throws -> [TenantState] {
        try store.snapshot(withDocuments: true).tenants
    }

    @Test func `the whole fleet comes first, then a change of one tenant by notification alone`() throws {
        try fixture.makeTenant("shop", in: store)
        let feed = try feed(poll: .seconds(600))
        defer { feed.stop() }
        #expect(fleet.waits { $0.count == 1 })
        try addRoute("more", to: "shop")
        #expect(fleet.waits { $0.first?.snapshot?.tenant.routes.count == 2 })
        #expect(try fleet.tenants == truth())
        #expect(fleet.tenants.first?.snapshot?.documents.values.first?.aasa?.number == 2)
    }

    @Test(arguments: [true, false])
    func `a change by psql and a removal arrive, with and without notifications`(listens: Bool) throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        let feed = try feed(listens: listens)
        defer { feed.stop() }
        #expect(fleet.waits { $0.count == 2 })
        try fixture.database.psql("UPDATE fleet.tenants SET is_suspended = true WHERE name = 'shop'")
        #expect(fleet.waits { $0.first?.snapshot?.tenant.isSuspended == true })
        let name = try #require(TenantName("shop"))
        try store.edit([name], as: operation) { $0.tenants[name] = nil }
        #expect(fleet.waits { $0.count == 1 })
        #expect(feed.status.listens == listens)
    }

    @Test func `TRUNCATE means everything`() throws {
        try fixture.makeTenant("shop", in: store)
        let feed = try feed()
        defer { feed.stop() }
        #expect(fleet.waits { $0.count == 1 })
        try fixture.database.psql("SET client_min_messages = error; TRUNCATE fleet.tenants CASCADE")
        #expect(fleet.waits { $0.isEmpty })
    }

    @Test func `a killed connection is replaced, and what happened meanwhile arrives`() throws {
        try fixture.makeTenant("shop", in: store)
        let feed = try feed(poll: .seconds(600))
        defer { feed.stop() }
        #expect(fleet.waits { $0.count == 1 })
        for round in 0..<5 {
            try fixture.database.psql(
                """
                SELECT pg_terminate_backend(pid)
                FROM pg_stat_activity
                WHERE application_name = 'postern feed' AND datname = current_database()
                """)
            try addRoute("round\(round)", to: "shop")
            #expect(fleet.waits { $0.first?.snapshot?.tenant.routes.count == round + 2 })
        }
        #expect(try fleet.tenants == truth())
    }

    @Test func `transactions that become visible out of order lose nothing`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        let feed = try feed()
        defer { feed.stop() }
        #expect(fleet.waits { $0.count == 2 })
        let slow = try fixture.connect()
        try slow.run(script: "BEGIN; UPDATE fleet.tenants SET is_suspended = true WHERE name = 'shop'")
        try fixture.database.psql("UPDATE fleet.tenants SET is_suspended = true WHERE name = 'kitchen'")
        #expect(fleet.waits { $0.last?.snapshot?.tenant.isSuspended == true })
        #expect(fleet.tenants.first?.snapshot?.tenant.isSuspended == false)
        try slow.run(script: "COMMIT")
        #expect(fleet.waits { $0.first?.snapshot?.tenant.isSuspended == true })
    }

    @Test func `eight writers at once, and the feed ends with what the database has`() throws {
        for index in 0..<4 { try fixture.makeTenant("tenant-\(index)", in: store) }
        let feed = try feed()
        defer { feed.stop() }
        let writers = ThreadGroup()
        let failures = LockedValue<[String]>([])
        for writer in 0..<8 {
            try writers.start(name: "writer") { [fixture, operation] in
                do {
                    let store = try fixture.store()
                    for round in 0..<10 {
                        let route = try sampleRoute("w\(writer)r\(round)")
                        let name = try #require(TenantName("tenant-\((writer + round) % 4)"))
                        try store.edit(tenant: name, as: operation) { $0.routes.append(route) }
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        writers.join()
        #expect(failures.withLock { $0 } == [])
        let truth = try truth()
        #expect(truth.compactMap(\.snapshot).reduce(0) { $0 + $1.tenant.routes.count } == 84)
        #expect(fleet.waits { $0 == truth })
        #expect(fleet.generations == fleet.generations.sorted())
    }

    @Test func `a cursor that was pruned away is noticed, and only what differs is fetched`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        let connection = try fixture.connect()
        var reader = FeedReader(connection, from: FeedCursor())
        #expect(try reader.read() != nil)
        #expect(try reader.read() == nil)
        try addRoute("more", to: "shop")
        try addRoute("more", to: "kitchen")
        try fixture.database.psql("UPDATE fleet.changes SET changed_at = now() - interval '2 days'")
        try fixture.database.psql("SELECT fleet.prune_changes()")
        guard case .tenants(let changed, removed: [], links: [.all], _) = try reader.read() else {
            Issue.record("not a comparison")
            return
        }
        #expect(changed.count == 2)
    }

    @Test func `another identity means everything`() throws {
        try fixture.makeTenant("shop", in: store)
        var reader = FeedReader(try fixture.connect(), from: FeedCursor())
        _ = try reader.read()
        try fixture.database.psql("UPDATE fleet.feed SET identity = gen_random_uuid()")
        guard case .everything = try reader.read() else {
            Issue.record("not everything")
            return
        }
    }

    @Test func `a fleet restored from a dump keeps its identity, and yet means everything`() throws {
        try fixture.makeTenant("shop", in: store)
        var reader = FeedReader(try fixture.connect(), from: FeedCursor())
        _ = try reader.read()
        try fixture.database.psql(
            """
            CREATE TABLE fleet.restored (LIKE fleet.feed INCLUDING ALL);
            INSERT INTO fleet.restored SELECT * FROM fleet.feed;
            DROP TABLE fleet.feed;
            ALTER TABLE fleet.restored RENAME TO feed;
            DELETE FROM fleet.changes
            """)
        guard case .everything = try reader.read() else {
            Issue.record("not everything")
            return
        }
    }

    @Test(arguments: [true, false])
    func `what is behind is waited for on a standby, and a loss on a primary`(isStandby: Bool) throws {
        var position = FeedPosition(
            identity: "fleet", history: "1", isStandby: isStandby, generation: 7, prunedThrough: 0)
        var cursor = FeedCursor()
        cursor.advance(to: position, everything: [])
        position.generation = 6
        for isReconnected in [true, false] {
            #expect(
                cursor.step(at: position, isReconnected: isReconnected) == (isStandby ? .waits : .everything))
        }
    }

    @Test func `a stopped server is reported, and the feed goes on by itself when it is back`() throws {
        let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
        let address = try ConnectionString(cluster.connectionString(database: "postgres"))
        let connection = try Connection.connect(to: address)
        _ = try Migrator().migrate(connection)
        var options = ChangeFeed.Options()
        options.pollInterval = .milliseconds(50)
        options.backoff = (.milliseconds(10), .milliseconds(50))
        let feed = try ChangeFeed(database: address, options: options) { [fleet] in fleet.apply($0) }
        try feed.start()
        defer { feed.stop() }
        #expect(fleet.waits { _ in fleet.deliveries == 1 })
        try cluster.stopImmediately()
        #expect(isSoon { !feed.status.isConnected && feed.status.problem != nil })
        try cluster.start()
        let store = try FleetStore(Connection.connect(to: address))
        let tenant = try sampleTenant("shop")
        try store.edit([], as: operation) { $0.tenants[tenant.name] = tenant }
        #expect(fleet.waits { $0.count == 1 })
        #expect(isSoon { feed.status.isConnected && feed.status.problem == nil })
    }

    @Test func `a notification carries the number alone, whatever the size of the change (cases 119, 120)`() throws {
        let listener = try fixture.connect()
        try listener.listen(to: "fleet")
        var tenant = try sampleTenant("shop")
        tenant.routes = try (0..<500).map { try sampleRoute("route\($0)") }
        let big = tenant
        try store.edit([], as: operation) { $0.tenants[big.name] = big }
        let notifications = try listener.waitForNotifications(within: .seconds(60))
        #expect(notifications.map(\.payload) == ["1"])
    }

    @Test func `without a schema the feed waits, and begins once it is migrated (case 140)`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let address = try ConnectionString(database.connectionString)
        var options = ChangeFeed.Options()
        options.backoff = (.milliseconds(10), .milliseconds(50))
        let feed = try ChangeFeed(database: address, options: options) { [fleet] in fleet.apply($0) }
        try feed.start()
        defer { feed.stop() }
        #expect(isSoon { feed.status.problem?.contains("postern migrate") == true })
        _ = try Migrator().migrate(Connection.connect(to: address))
        #expect(fleet.waits { _ in fleet.deliveries == 1 })
    }
}

/// Whether a condition comes true, asked again and again for a minute.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(60))
    guard let pause = try? Epoll(capacity: 1) else { return condition() }
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        _ = pause.wait(timeout: .milliseconds(5))
    }
    return true
}
