import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// The list of gateways, as two processes keep it.
@Suite struct GatewayRegistrationTests {
    let fixture: StoreFixture
    let store: FleetStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    func feed(_ name: String?, url: String? = nil) throws -> ChangeFeed {
        var options = ChangeFeed.Options()
        options.pollInterval = .milliseconds(20)
        options.backoff = (.milliseconds(10), .milliseconds(50))
        let feed = try ChangeFeed(database: fixture.address, options: options) { _ in }
        try feed.start(
            as: name.map { GatewayRegistration(name: $0, version: "1.2.3", url: url.flatMap { NodeURL($0) }) })
        return feed
    }

    @Test func `two gateways are listed with what they serve, and a clean exit removes one`() throws {
        try fixture.makeTenant("shop", in: store)
        let one = try feed("one", url: "http://10.0.0.7:8080?proxy=v1")
        defer { one.stop() }
        let two = try feed("two")
        let silent = try feed(nil)
        defer { silent.stop() }
        #expect(isSoon { one.status.isListed && two.status.isListed && silent.status.isConnected })
        let gateways = try store.gateways()
        #expect(gateways.map(\.name) == ["one", "two"])
        #expect(gateways.map(\.url?.description) == ["http://10.0.0.7:8080?proxy=v1", nil])
        #expect(gateways.allSatisfy { $0.version == "1.2.3" && $0.lag == 0 })
        // One whose sign of life is late is not live for a moment.
        #expect(isSoon { (try? store.gateways().map(\.state)) == [.live, .live] })
        #expect(gateways.allSatisfy { $0.registeredBy == PostgresCluster.superuser })
        #expect(!silent.status.isListed)

        try fixture.makeTenant("kitchen", in: store)
        #expect(isSoon { (try? store.gateways().map(\.cursor)) == [2, 2] })
        two.stop()
        #expect(try store.gateways().map(\.name) == ["one"])
    }

    @Test func `a gateway that was killed is silent, replaced by its successor, and forgotten after a day`() throws {
        try fixture.database.psql(
            """
            INSERT INTO fleet.gateways (name, version, cursor, seen_at)
            VALUES ('one', '1', 0, now() - interval '11 seconds'), ('two', '1', 0, now() - interval '23 hours'),
              ('three', '1', 0, now() - interval '25 hours')
            """)
        #expect(try store.gateways().map(\.name) == ["one", "two"])
        #expect(try store.gateways().allSatisfy { $0.state == .silent })
        let one = try feed("one")
        defer { one.stop() }
        #expect(isSoon { one.status.isListed })
        #expect(try store.gateways().map(\.version) == ["1.2.3", "1"])
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.gateways") == "2")
    }

    @Test func `silent gateways of a name are forgotten, a live one never`() throws {
        try fixture.database.psql(
            """
            INSERT INTO fleet.gateways (name, version, cursor, seen_at)
            VALUES ('one', '1', 0, now() - interval '1 minute'), ('one', '1', 1, now() - interval '1 hour'),
              ('one', '1', 2, now() + interval '1 hour'), ('two', '1', 3, now() - interval '1 minute')
            """)
        #expect(try store.forgetGateways(named: "one") == 2)
        #expect(try store.gateways().map(\.cursor) == [2, 3])
        #expect(try store.forgetGateways(named: "one") == 0)
        #expect(try store.forgetGateways(named: "nobody") == 0)
    }

    @Test func `news that comes right after a sign of life is told soon after, not with the next regular one`() {
        var heartbeat = GatewayHeartbeat(GatewayRegistration(name: "one", version: "1"))
        #expect(heartbeat.isDue(hasNews: false) && heartbeat.untilNext <= .zero)
        heartbeat.noteBeat()
        #expect(heartbeat.untilNext > .seconds(-60) && heartbeat.untilNext <= GatewayHeartbeat.interval)
        _ = heartbeat.isDue(hasNews: true)
        _ = heartbeat.isDue(hasNews: false)
        #expect(heartbeat.untilNext <= .milliseconds(100))
    }

    @Test func `a gateway that lost its row or its connection is listed again`() throws {
        let one = try feed("one")
        defer { one.stop() }
        #expect(isSoon { one.status.isListed })
        try fixture.database.psql("TRUNCATE fleet.gateways")
        #expect(isSoon { (try? store.gateways().count) == 1 })
        let before = try store.gateways().first?.token
        try fixture.database.psql(
            """
            SELECT pg_terminate_backend(pid)
            FROM pg_stat_activity
            WHERE application_name = 'postern feed' AND datname = current_database()
            """)
        #expect(isSoon { !one.status.isListed || one.status.isConnected })
        #expect(isSoon { one.status.isListed })
        #expect(try store.gateways().map(\.token) == [before])
    }

    @Test func `on a database that takes no writes a gateway serves, is not listed, and says so`() throws {
        try fixture.makeTenant("shop", in: store)
        try fixture.database.psql(
            "ALTER DATABASE \(fixture.database.name) SET default_transaction_read_only = on")
        let one = try feed("one")
        defer { one.stop() }
        #expect(isSoon { one.status.listingProblem?.contains("takes no writes") == true })
        #expect(one.status.isConnected && one.status.generation == 1 && !one.status.isListed)
    }

    @Test(arguments: [
        ("http://10.0.0.7:8080", "http://10.0.0.7:8080"), ("https://10.0.0.7", "https://10.0.0.7:443"),
        ("https://[fd00::7]:8443/?proxy=v1", "https://[fd00::7]:8443?proxy=v1"), ("http://[::1]", "http://[::1]:80"),
        ("http://gateway.internal:8080", nil), ("10.0.0.7:8080", nil), ("http://10.0.0.7:8080/path", nil),
        ("http://user@10.0.0.7", nil), ("http://10.0.0.7?proxy=v2", nil), ("http://", nil), ("http://127.1", nil),
    ])
    func `where a gateway is asked is an address`(text: String, read: String?) {
        #expect(NodeURL(text)?.description == read)
    }
}
