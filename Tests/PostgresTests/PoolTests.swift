import Platform
import Postgres
import TestSupport
import Testing

@Suite struct PoolTests {
    private static let one = Statement<Int32>.select("1")
    private static let process = Statement<Int32>.select("pg_backend_pid()")

    private func makePool(
        _ database: TestDatabase, _ change: (inout PoolOptions) -> Void = { _ in }
    ) throws -> Pool {
        var options = PoolOptions()
        options.checkoutTimeout = .seconds(60)
        options.connection.connectTimeout = .seconds(60)
        change(&options)
        return Pool(try ConnectionString(database.connectionString), options: options)
    }

    private func serverProcess(of pool: Pool) throws -> Int32 {
        try pool.withConnection { connection throws(PostgresError) in try connection.queryOne(Self.process) }
    }

    @Test func `50 threads share 4 connections, and each is served`() throws {
        let pool = try makePool(try PostgresFixture.shared().makeDatabase())
        let served = LockedValue(0)
        let most = LockedValue((now: 0, most: 0))
        var threads: [ThreadBox] = []
        for _ in 0..<50 {
            threads.append(
                try ThreadBox {
                    for _ in 0..<10 {
                        try? pool.withConnection { connection throws(PostgresError) in
                            most.withLock {
                                $0.now += 1
                                $0.most = max($0.most, $0.now)
                            }
                            defer { most.withLock { $0.now -= 1 } }
                            if try connection.queryOne(Self.one) == 1 { served.withLock { $0 += 1 } }
                        }
                    }
                })
        }
        for thread in threads { thread.join() }
        #expect(served.withLock { $0 } == 500)
        #expect(most.withLock { $0.most } <= 4)
        #expect(pool.counts.open <= 4)
        #expect(pool.counts.open == pool.counts.idle)
        #expect(pool.counts.waiting == 0)
    }

    @Test func `a checkout from a pool that is all lent fails after its time, and leaves nothing behind (case 117)`()
        throws
    {
        let pool = try makePool(try PostgresFixture.shared().makeDatabase()) { $0.maximumCount = 1 }
        try pool.withConnection { _ throws(PostgresError) in
            let error = postgresError {
                try pool.withConnection(within: .milliseconds(20)) { _ throws(PostgresError) in }
            }
            #expect(error?.code == .poolTimeout)
            #expect(pool.counts.waiting == 0)
        }
        #expect(pool.counts == (open: 1, idle: 1, waiting: 0))
    }

    @Test func `with the server away 100 checkouts fail within their time, and it is probed one at a time (case 117)`()
        throws
    {
        let cluster = try PostgresCluster()
        try cluster.stop()
        let pool = try makePool(TestDatabase(cluster: cluster, name: "postgres"))
        let failures = LockedValue<[PostgresError?]>([])
        let start = ContinuousClock.now
        var threads: [ThreadBox] = []
        for _ in 0..<100 {
            threads.append(
                try ThreadBox {
                    let error = postgresError {
                        try pool.withConnection(within: .milliseconds(300)) { _ throws(PostgresError) in }
                    }
                    failures.withLock { $0.append(error) }
                })
        }
        for thread in threads { thread.join() }
        #expect(start.duration(to: .now) < .seconds(50))
        #expect(failures.withLock { $0.map { $0?.code } } == Array(repeating: .poolTimeout, count: 100))
        #expect(pool.counts == (open: 0, idle: 0, waiting: 0))
        try cluster.start()
        #expect(try serverProcess(of: pool) > 0)
    }

    @Test func `a wrong database is said at once, not retried until the time is over`() throws {
        let cluster = try PostgresFixture.shared().cluster
        let pool = try makePool(TestDatabase(cluster: cluster, name: "nowhere"))
        #expect(postgresError { _ = try serverProcess(of: pool) }?.sqlState == .unknownDatabase)
        #expect(pool.counts.open == 0)
    }

    @Test func `waiting threads are served when the server comes back`() throws {
        let cluster = try PostgresCluster()
        let database = TestDatabase(cluster: cluster, name: "postgres")
        let pool = try makePool(database)
        #expect(try serverProcess(of: pool) > 0)
        try cluster.stopImmediately()
        let served = LockedValue(0)
        var threads: [ThreadBox] = []
        for _ in 0..<20 {
            threads.append(
                try ThreadBox { if (try? serverProcess(of: pool)) != nil { served.withLock { $0 += 1 } } })
        }
        try cluster.start()
        for thread in threads { thread.join() }
        #expect(served.withLock { $0 } == 20)
    }

    @Test func `an idle connection whose server process was killed is replaced (case 118)`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        for idleBeforeCheck in [Duration.zero, .seconds(3600)] {
            let pool = try makePool(database) { $0.idleBeforeCheck = idleBeforeCheck }
            for _ in 0..<5 {
                let killed = try serverProcess(of: pool)
                try database.psql("SELECT pg_terminate_backend(\(killed), 60000)")
                #expect(try serverProcess(of: pool) != killed)
                #expect(pool.counts.open == 1)
            }
        }
    }

    @Test func `a connection left in a transaction, listening or broken is not given out again`() throws {
        let pool = try makePool(try PostgresFixture.shared().makeDatabase())
        let uses: [(Connection) throws -> Void] = [
            { try $0.run(script: "BEGIN") },
            { connection in
                try connection.run(script: "BEGIN")
                try? connection.run(script: "SELECT 1/0")
            },
            { try $0.listen(to: "feed") },
            { $0.giveUp() },
        ]
        for use in uses {
            let process = try pool.withConnection { connection throws(PostgresError) in
                #expect(throws: Never.self) { try use(connection) }
                return connection.serverProcess
            }
            #expect(pool.counts == (open: 0, idle: 0, waiting: 0))
            #expect(try serverProcess(of: pool) != process)
        }
    }

    @Test func `a server that became read-only costs all idle connections (case 127)`() throws {
        let pool = try makePool(try PostgresFixture.shared().makeDatabase())
        try pool.withConnection { first throws(PostgresError) in
            try pool.withConnection { _ throws(PostgresError) in }
            #expect(pool.counts.idle == 1)
            try? first.run(script: "SET default_transaction_read_only = on")
            try? first.run(script: "CREATE TABLE t ()")
        }
        #expect(pool.counts == (open: 0, idle: 0, waiting: 0))
    }

    @Test func `connections end after 75 to 100 % of their lifetime, not together (case 129)`() throws {
        let now = LockedValue(ContinuousClock.now)
        let random = LockedValue([0.0, 1.0])
        let pool = try makePool(try PostgresFixture.shared().makeDatabase()) {
            $0.lifetime = .seconds(100)
            $0.idleBeforeCheck = .seconds(3600)
            $0.now = { now.withLock { $0 } }
            $0.random = { random.withLock { $0.isEmpty ? 0.5 : $0.removeFirst() } }
        }
        try pool.withConnection { _ throws(PostgresError) in
            try pool.withConnection { _ throws(PostgresError) in }
        }
        #expect(pool.counts.open == 2)
        now.withLock { $0 = $0.advanced(by: .seconds(74)) }
        _ = try serverProcess(of: pool)
        #expect(pool.counts.open == 2)
        now.withLock { $0 = $0.advanced(by: .seconds(2)) }
        _ = try serverProcess(of: pool)
        #expect(pool.counts.open == 1)
        let last = try serverProcess(of: pool)
        now.withLock { $0 = $0.advanced(by: .seconds(25)) }
        #expect(try serverProcess(of: pool) != last)
        #expect(pool.counts.open == 1)
    }

    @Test func `a closed pool refuses, and closes what comes back`() throws {
        let pool = try makePool(try PostgresFixture.shared().makeDatabase())
        try pool.withConnection { _ throws(PostgresError) in pool.close() }
        #expect(pool.counts.open == 0)
        #expect(postgresError { _ = try serverProcess(of: pool) }?.code == .poolClosed)
    }
}

/// A thread in an array.
private final class ThreadBox {
    private var thread: Thread?

    init(_ body: @escaping @Sendable () -> Void) throws {
        thread = try Thread(name: "test", body)
    }

    func join() {
        guard let thread = thread.take() else { return }
        thread.join()
    }
}
