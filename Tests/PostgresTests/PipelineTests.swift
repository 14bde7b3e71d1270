import Platform
import Postgres
import TestSupport
import Testing

@Suite struct PipelineTests {
    private static let echo = Statement<Int32>("echo", sql: "SELECT $1", parameters: [.int4])
    private static let divide = Statement<Int32>("divide", sql: "SELECT 12 / $1", parameters: [.int4])
    private static let join = Statement(
        "join", sql: "SELECT k.n, k.n * 2 FROM unnest($1) k(n)", parameters: [.int4Array], columns: [.int4, .int4]
    ) { row throws(PostgresError) in
        let pair: [Int32] = [try row.next(), try row.next()]
        return pair
    }
    private static let insert = Statement<Void>("insert", sql: "INSERT INTO t VALUES ($1)", parameters: [.int4])

    /// Drives a pipeline as its owner does, until a number of answers is there.
    static func answers(_ count: Int, from pipeline: PipelineConnection) throws -> [PipelineAnswer] {
        let epoll = try Epoll()
        try epoll.add(pipeline.descriptor, pipeline.wantedEvents, token: 1)
        var answers: [PipelineAnswer] = []
        while answers.count < count {
            while let answer = try pipeline.next() { answers.append(answer) }
            if answers.count >= count { break }
            try epoll.modify(pipeline.descriptor, pipeline.wantedEvents, token: 1)
            try #require(epoll.wait(timeout: .seconds(60)) == 1)
            let events = epoll.event(0).events
            if events.contains(.writable) { try pipeline.flush() }
            if !events.isDisjoint(with: [.readable, .hangUp, .error]) { try pipeline.consume() }
        }
        return answers
    }

    private func describe(_ answers: [PipelineAnswer]) throws -> [String] {
        try answers.map { answer in
            switch answer {
            case .rows(let rows): "\(try rows.decoded(by: Self.echo))"
            case .failed(let error): error.sqlState?.code ?? error.code.rawValue
            case .synchronised: "sync"
            }
        }
    }

    @Test func `batches in flight are answered in order, and nothing comes when nothing is pending`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let pipeline = try PipelineConnection(connection, preparing: [Self.echo.definition])
        #expect(try pipeline.next() == nil)
        for number: Int32 in 1...3 { try pipeline.send(Self.echo, [.int32(number)]) }
        try pipeline.sync()
        try pipeline.send(Self.echo, [.int32(4)])
        try pipeline.sync()
        #expect(pipeline.pendingCount == 6)
        #expect(try describe(Self.answers(6, from: pipeline)) == ["[1]", "[2]", "[3]", "sync", "[4]", "sync"])
        #expect(pipeline.pendingCount == 0)
        #expect(try pipeline.next() == nil)
        try pipeline.send(Self.echo, [.int32(5)])
        try pipeline.sync()
        #expect(try describe(Self.answers(2, from: pipeline)) == ["[5]", "sync"])
    }

    @Test func `an error in the middle ends its batch alone, and undoes it`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        try database.psql("CREATE TABLE t (n integer)")
        let pipeline = try PipelineConnection(
            try database.connect(), preparing: [Self.echo.definition, Self.divide.definition, Self.insert.definition])
        try pipeline.send(Self.insert, [.int32(1)])
        try pipeline.send(Self.divide, [.int32(0)])
        try pipeline.send(Self.echo, [.int32(2)])
        try pipeline.send(Self.echo, [.int32(3)])
        try pipeline.sync()
        try pipeline.send(Self.echo, [.int32(4)])
        try pipeline.sync()
        let seen = try Self.answers(7, from: pipeline).dropFirst()
        #expect(
            try describe(Array(seen)) == ["22012", "pipeline_aborted", "pipeline_aborted", "sync", "[4]", "sync"])
        #expect(pipeline.isUsable)
        #expect(try database.psql("SELECT count(*) FROM t") == "0")
    }

    @Test func `a batch of keys goes as one array`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let pipeline = try PipelineConnection(connection, preparing: [Self.join.definition])
        try pipeline.send(Self.join, [.int32s((1...64).map { $0 })])
        try pipeline.sync()
        let seen = try Self.answers(2, from: pipeline)
        guard case .rows(let rows) = seen[0] else {
            Issue.record("no rows")
            return
        }
        #expect(rows.count == 64)
        #expect(try rows.decoded(by: Self.join) == (1...64).map { [$0, $0 * 2] })
        #expect(throws: PostgresError.self) { try rows.decoded(by: Self.echo) }
    }

    @Test func `10,000 statements in one batch neither deadlock nor mix their answers`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let long = Statement(
            "long", sql: "SELECT $1, repeat('x', 4000)", parameters: [.int4], columns: [.int4, .text]
        ) { row throws(PostgresError) in
            let number: Int32 = try row.next()
            try row.skip()
            return number
        }
        let pipeline = try PipelineConnection(connection, preparing: [long.definition])
        for number: Int32 in 0..<10_000 { try pipeline.send(long, [.int32(number)]) }
        try pipeline.sync()
        var mistakes = 0
        for (index, answer) in try Self.answers(10_001, from: pipeline).enumerated() where index < 10_000 {
            guard case .rows(let rows) = answer, try rows.decoded(by: long) == [Int32(index)] else {
                mistakes += 1
                continue
            }
        }
        #expect(mistakes == 0)
    }

    @Test func `a statement that was not prepared is refused, and a text with U+0000 too (case 93)`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let text = Statement<String>("text", sql: "SELECT $1", parameters: [.text])
        let pipeline = try PipelineConnection(connection, preparing: [text.definition])
        #expect(postgresError { try pipeline.send(Self.echo, [.int32(1)]) }?.code == .misuse)
        #expect(postgresError { try pipeline.send(text, [.text("\u{0}")]) }?.code == .invalidParameter)
        #expect(pipeline.pendingCount == 0)
    }

    @Test func `a server process killed with batches in flight ends them with an error`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        let connection = try database.connect()
        let process = connection.serverProcess
        let sleep = Statement<String>("sleep", sql: "SELECT pg_sleep(60)::text || $1", parameters: [.text])
        let pipeline = try PipelineConnection(connection, preparing: [sleep.definition])
        try pipeline.send(sleep, [.text("")])
        try pipeline.sync()
        try database.psql("SELECT pg_terminate_backend(\(process))")
        let error = postgresError {
            for answer in try Self.answers(2, from: pipeline) {
                if case .failed(let error) = answer { throw error }
            }
        }
        #expect(error?.isUnavailable == true)
        #expect(!pipeline.isUsable)
    }
}
