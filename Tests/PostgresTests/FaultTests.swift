import Platform
import Postgres
import TestSupport
import Testing

/// What a connection does when its server process dies, freezes, or is too slow.
@Suite struct FaultTests {
    private static let sleep = Statement<Void>("sleep", sql: "SELECT pg_sleep($1)::text", parameters: [.float8])

    private func kill(_ connection: Connection, in database: TestDatabase) throws {
        try database.psql("SELECT pg_terminate_backend(\(connection.serverProcess), 60000)")
    }

    @Test func `a server process killed while idle, in a transaction, or in a COPY breaks the connection`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        try database.psql("CREATE TABLE t (n integer)")

        let idle = try database.connect()
        try kill(idle, in: database)
        let error = postgresError { try idle.run(script: "SELECT 1") }
        #expect(error?.isUnavailable == true)
        #expect(!idle.isUsable)
        #expect(postgresError { try idle.run(script: "SELECT 1") }?.code == .connectionLost)

        let open = try database.connect()
        let inTransaction = postgresError {
            try open.retryingTransaction { connection throws(PostgresError) in
                try connection.run(script: "INSERT INTO t VALUES (1)")
                _ = try? kill(connection, in: database)
                try connection.run(script: "INSERT INTO t VALUES (2)")
            }
        }
        #expect(inTransaction?.isUnavailable == true)
        #expect(!open.isUsable)

        let copying = try database.connect()
        let copy = Statement<Void>("copy", sql: "COPY t FROM STDIN (FORMAT binary)", parameters: [.int4])
        let inCopy = postgresError {
            try copying.copyIn(copy) { writer throws(PostgresError) in
                try writer.append([.int32(1)])
                _ = try? kill(copying, in: database)
                for number in 0..<100_000 { try writer.append([.int32(Int32(number))]) }
            }
        }
        #expect(inCopy?.isUnavailable == true)
        #expect(!copying.isUsable)
        #expect(try database.psql("SELECT count(*) FROM t") == "0")
    }

    @Test func `a server process killed during a query breaks the connection`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let connection = try database.connect()
        let process = connection.serverProcess
        let killer = try Thread(name: "killer") {
            _ = try? database.psql(
                """
                DO $$ BEGIN
                WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'PgSleep')
                LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP;
                PERFORM pg_terminate_backend(\(process));
                END $$
                """)
        }
        let error = postgresError { try connection.run(script: "SELECT pg_sleep(600)") }
        killer.join()
        #expect(error?.sqlState == .adminShutdown)
        #expect(!connection.isUsable)
    }

    @Test func `a statement that takes too long is cancelled at its deadline, and the connection stays`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        var connection = try database.connect()
        for _ in 0..<10 {
            let error = postgresError { try connection.run(script: "SELECT pg_sleep(600)", within: .milliseconds(50)) }
            #expect(error?.code == .deadlineExceeded)
            if connection.isUsable { break }
            // The server has a second to end the statement; a busy machine may need it for itself.
            connection = try database.connect()
        }
        #expect(connection.isUsable)
        #expect(try connection.queryOne(Statement<Int32>.select("1")) == 1)
    }

    @Test func `another thread cancels what runs`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let connection = try database.connect()
        let cancellation = try #require(connection.makeCancellation())
        let process = connection.serverProcess
        let canceller = try Thread(name: "canceller") {
            _ = try? database.psql(
                """
                DO $$ BEGIN
                WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'PgSleep')
                LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP;
                END $$
                """)
            try? cancellation.cancel(within: .seconds(60))
        }
        let error = postgresError { try connection.run(script: "SELECT pg_sleep(600)") }
        canceller.join()
        #expect(error?.sqlState == .queryCanceled)
        #expect(connection.isUsable)
    }

    @Test func `a frozen server costs the deadline of each call, and the connection is given up`() throws {
        let cluster = try PostgresCluster()
        let running = try cluster.connect()
        let other = try cluster.connect()
        let cancellation = try #require(other.makeCancellation())
        try cluster.pause()
        let start = ContinuousClock.now
        let error = postgresError { try running.run(script: "SELECT 1", within: .milliseconds(50)) }
        #expect(error?.code == .deadlineExceeded)
        #expect(!running.isUsable)
        #expect(postgresError { try cancellation.cancel(within: .milliseconds(50)) }?.code == .deadlineExceeded)
        let connect = postgresError { _ = try cluster.connect { $0.connectTimeout = .milliseconds(50) } }
        #expect(connect?.code == .deadlineExceeded)
        #expect(start.duration(to: .now) < .seconds(60))
        try cluster.resume()
        #expect(try cluster.connect().queryOne(Statement<Int32>.select("1")) == 1)
    }

    @Test func `a server that stopped refuses, and one that started again serves`() throws {
        let cluster = try PostgresCluster()
        let connection = try cluster.connect()
        try cluster.stopImmediately()
        #expect(postgresError { try connection.run(script: "SELECT 1") }?.isUnavailable == true)
        #expect(!connection.isUsable)
        #expect(postgresError { _ = try cluster.connect() }?.code == .connectionFailed)
        try cluster.start()
        #expect(try cluster.connect().queryOne(Statement<Int32>.select("1")) == 1)
    }
}
