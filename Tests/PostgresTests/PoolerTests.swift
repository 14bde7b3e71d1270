import Platform
import Postgres
import TestSupport
import Testing

/// What goes through pgbouncer, which gives every transaction another session of the server.
@Suite struct PoolerTests {
    private static let add = Statement<Int32>("add", sql: "SELECT $1 + $2", parameters: [.int4, .int4])

    private let cluster: PostgresCluster
    private let pooler: PgBouncer

    init() throws {
        cluster = try PostgresFixture.shared().cluster
        pooler = try PgBouncer(before: cluster)
    }

    private func connect() throws -> Connection {
        var options = ConnectionOptions()
        options.connectTimeout = .seconds(60)
        options.callTimeout = .seconds(60)
        return try Connection.connect(
            to: ConnectionString(pooler.connectionString(database: "postgres")), options: options)
    }

    @Test func `a pooler is noticed, and the server itself is taken for none`() throws {
        #expect(try connect().isPooled)
        #expect(try !cluster.connect().isPooled)
    }

    @Test func `statements find whatever session they get, and more connections than sessions (case 121)`() throws {
        let problems = LockedValue<[String]>([])
        let threads = ThreadGroup()
        for start: Int32 in 0..<6 {
            let connection = DetachedConnection(try connect())
            try threads.start(name: "pooled") {
                guard let connection = connection.take() else { return }
                do {
                    for number: Int32 in 0..<30 {
                        let sum = try connection.queryOne(Self.add, [.int32(start), .int32(number)])
                        let same = try connection.transaction { connection throws(PostgresError) in
                            let first = try connection.queryOne(Statement<Int32>.select("pg_backend_pid()"))
                            return try connection.queryOne(Statement<Int32>.select("pg_backend_pid()")) == first
                        }
                        if sum != start + number || !same { problems.withLock { $0.append("\(sum), \(same)") } }
                    }
                } catch {
                    problems.withLock { $0.append("\(error)") }
                }
            }
        }
        threads.join()
        #expect(problems.withLock { $0 } == [])
    }

    @Test func `pipelines of several connections go through it, each answer to its own`() throws {
        let pipelines = try (0..<4).map { _ in try PipelineConnection(connect(), preparing: [Self.add.definition]) }
        for round: Int32 in 0..<5 {
            for (index, pipeline) in pipelines.enumerated() {
                for batch: Int32 in 0..<2 {
                    try pipeline.send(Self.add, [.int32(Int32(index) * 100), .int32(round * 10 + batch)])
                    try pipeline.sync()
                }
            }
            for (index, pipeline) in pipelines.enumerated() {
                var sums: [Int32] = []
                for case .rows(let rows) in try PipelineTests.answers(4, from: pipeline) {
                    sums += try rows.decoded(by: Self.add)
                }
                #expect(sums == [Int32(index) * 100 + round * 10, Int32(index) * 100 + round * 10 + 1])
            }
        }
        #expect(pipelines.allSatisfy { $0.pendingCount == 0 })
    }
}
