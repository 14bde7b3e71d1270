import Platform
import Postgres
import TestSupport
import Testing

@Suite struct ListenTests {
    @Test func `notifications arrive in order with channel and payload`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let connection = try database.connect()
        try connection.listen(to: "feed \"x\"")
        try database.psql("SELECT pg_notify('feed \"x\"', n::text) FROM generate_series(1, 3) n")
        var payloads: [String] = []
        while payloads.count < 3 {
            let notifications = try connection.waitForNotifications(within: .seconds(60))
            try #require(!notifications.isEmpty)
            payloads += notifications.map(\.payload)
            #expect(notifications.allSatisfy { $0.channel == "feed \"x\"" })
        }
        #expect(payloads == ["1", "2", "3"])
    }

    @Test func `those that arrive during a query are kept`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        try connection.listen(to: "feed")
        try connection.run(script: "NOTIFY feed, 'own'; SELECT 1")
        #expect(try connection.waitForNotifications(within: .seconds(60)).map(\.payload) == ["own"])
    }

    @Test func `a wait ends after its time, and at once by an event`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        try connection.listen(to: "feed")
        #expect(try connection.waitForNotifications(within: .milliseconds(10)).isEmpty)
        let event = try EventDescriptor()
        event.signal()
        #expect(try connection.waitForNotifications(within: .seconds(600), interruptedBy: event.rawValue).isEmpty)
    }

    @Test func `a connection that is killed ends the wait with an error (case 116)`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        for _ in 0..<10 {
            let connection = try database.connect()
            try connection.listen(to: "feed")
            let process = connection.serverProcess
            let killer = try Thread(name: "killer") {
                _ = try? database.psql("SELECT pg_terminate_backend(\(process))")
            }
            let error = postgresError { _ = try connection.waitForNotifications(within: .seconds(600)) }
            killer.join()
            #expect(error?.code == .connectionLost)
            #expect(!connection.isUsable)
        }
    }

    @Test func `LISTEN on a server that restarts all the time succeeds or fails, but always ends (case 116)`() throws {
        let cluster = try PostgresCluster()
        try cluster.stop()
        let isDone = LockedValue(false)
        let restarter = try Thread(name: "restarter") {
            for _ in 0..<5 {
                try? cluster.start()
                try? cluster.stopImmediately()
            }
            isDone.withLock { $0 = true }
        }
        var endings = 0
        while !isDone.withLock({ $0 }) {
            _ = postgresError {
                let connection = try cluster.connect()
                try connection.listen(to: "feed")
                _ = try connection.waitForNotifications(within: .seconds(600))
            }
            endings += 1
        }
        restarter.join()
        #expect(endings > 0)
        try cluster.start()
        let connection = try cluster.connect()
        try connection.listen(to: "feed")
    }

    @Test func `a payload of 8,000 bytes is refused by the server, one of 7,999 passes (case 119)`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        try connection.listen(to: "feed")
        let notify = Statement(
            "notify", sql: "SELECT pg_notify('feed', $1)", parameters: [.text], columns: [.void]
        ) { row throws(PostgresError) in try row.skip() }
        try connection.execute(notify, [.text(String(repeating: "a", count: 7999))])
        #expect(postgresError { try connection.execute(notify, [.text(String(repeating: "ä", count: 4000))]) } != nil)
        #expect(try connection.waitForNotifications(within: .seconds(60)).map(\.payload.utf8.count) == [7999])
    }
}
