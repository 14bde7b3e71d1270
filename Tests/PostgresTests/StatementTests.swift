import Postgres
import TestSupport
import Testing

@Suite struct StatementTests {
    private func makeConnection() throws -> Connection {
        try PostgresFixture.shared().makeDatabase().connect()
    }

    @Test func `rows come in order, also one by one`() throws {
        let connection = try makeConnection()
        let series = Statement<Int32>("series", sql: "SELECT * FROM generate_series(1, $1)", parameters: [.int4])
        #expect(try connection.query(series, [.int32(3)]) == [1, 2, 3])
        var sum: Int64 = 0
        try connection.forEachRow(of: series, [.int32(100_000)]) { row throws(PostgresError) in sum += Int64(row) }
        #expect(sum == 5_000_050_000)
    }

    @Test func `an error of the caller stops the rows and leaves the connection usable`() throws {
        struct Stop: PostgresFailure {
            var postgresError: PostgresError?
            init(_ error: PostgresError) { postgresError = error }
            init() {}
        }
        let connection = try makeConnection()
        let series = Statement<Int32>("series", sql: "SELECT * FROM generate_series(1, 1000000)")
        var seen = 0
        #expect(throws: Stop.self) {
            try connection.forEachRow(of: series) { row throws(Stop) in
                seen += 1
                if row == 5 { throw Stop() }
            }
        }
        #expect(seen == 5)
        #expect(try connection.queryOne(Statement<Int32>.select("1")) == 1)
    }

    @Test func `a command says how many rows it touched`() throws {
        let connection = try makeConnection()
        try connection.run(script: "CREATE TABLE t (n integer); INSERT INTO t VALUES (1), (2), (3);")
        let delete = Statement<Void>("delete", sql: "DELETE FROM t WHERE n > $1", parameters: [.int4])
        #expect(try connection.execute(delete, [.int32(1)]) == 2)
        #expect(try connection.execute(delete, [.int32(1)]) == 0)
    }

    @Test func `other numbers of rows than asked for are refused`() throws {
        let connection = try makeConnection()
        let two = Statement<Int32>("two", sql: "VALUES (1), (2)")
        let none = Statement<Int32>("none", sql: "SELECT 1 WHERE false")
        #expect(postgresError { _ = try connection.queryOne(two) }?.code == .unexpectedResult)
        #expect(postgresError { _ = try connection.queryOne(none) }?.code == .unexpectedResult)
        #expect(postgresError { _ = try connection.queryOptional(two) }?.code == .unexpectedResult)
        #expect(try connection.queryOptional(none) == nil)
    }

    @Test func `columns of another type or number than the statement says are refused`() throws {
        let connection = try makeConnection()
        let wrongType = Statement<Int32>("wrong type", sql: "SELECT 1::bigint")
        let wrongNumber = Statement<Int32>("wrong number", sql: "SELECT 1, 2")
        #expect(postgresError { _ = try connection.query(wrongType) }?.code == .unexpectedResult)
        #expect(postgresError { _ = try connection.query(wrongNumber) }?.code == .unexpectedResult)
        #expect(connection.isUsable)
    }

    @Test func `a decoder that reads too few, too many or other columns is refused`() throws {
        let connection = try makeConnection()
        func statement(
            _ name: String, _ decode: @escaping @Sendable (inout RowReader) throws(PostgresError) -> Void
        ) -> Statement<Void> {
            Statement(name, sql: "SELECT 1, NULL::text", columns: [.int4, .text], decode: decode)
        }
        let statements = [
            statement("too few") { row throws(PostgresError) in try row.skip() },
            statement("too many") { row throws(PostgresError) in for _ in 0..<3 { try row.skip() } },
            statement("another type") { row throws(PostgresError) in
                _ = try row.next(Int64.self)
                try row.skip()
            },
            statement("null") { row throws(PostgresError) in
                try row.skip()
                _ = try row.next(String.self)
            },
        ]
        for statement in statements {
            #expect(postgresError { _ = try connection.query(statement) }?.code == .unexpectedResult)
        }
    }

    @Test func `values of another type or number than the statement says are refused before sending`() throws {
        let connection = try makeConnection()
        let statement = Statement<Int32>.select("$1", [.int4])
        for values: [Value] in [[], [.int64(1)], [.int32(1), .int32(1)]] {
            #expect(postgresError { _ = try connection.query(statement, values) }?.code == .invalidParameter)
        }
    }

    @Test func `two statements cannot share a name`() throws {
        let connection = try makeConnection()
        _ = try connection.query(Statement<Int32>("same", sql: "SELECT 1"))
        let error = postgresError { _ = try connection.query(Statement<Int32>("same", sql: "SELECT 2")) }
        #expect(error?.code == .misuse)
    }

    @Test func `a column whose type changes under a prepared statement ends the connection's use`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        try database.psql("CREATE TABLE t (n integer)")
        let connection = try database.connect()
        let statement = Statement<Int32>("n", sql: "SELECT n FROM t")
        #expect(try connection.query(statement).isEmpty)
        try database.psql("ALTER TABLE t ALTER n TYPE bigint")
        #expect(postgresError { _ = try connection.query(statement) }?.sqlState == .featureNotSupported)
        #expect(!connection.isUsable)
    }

    @Test func `the server describes a statement's parameters and columns`() throws {
        let connection = try makeConnection()
        try connection.run(script: "CREATE DOMAIN slug AS text; CREATE TABLE links (slug slug, id bigint, tags text[])")
        let statement = Statement(
            "find", sql: "SELECT id, slug, tags FROM links WHERE slug = $1", parameters: [.text],
            columns: [.int8, .text, .textArray]
        ) { row throws(PostgresError) in try row.next(Int64.self) }
        let description = try connection.describe(statement.definition)
        #expect(description.parameters == statement.parameters)
        #expect(description.columns == statement.columns)
        #expect(description.columnNames == ["id", "slug", "tags"])
    }

    @Test func `without kept statements nothing stays on the server (case 121)`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect { $0.keepsStatements = false }
        #expect(try connection.queryOne(Statement<Int32>.select("$1", [.int4]), [.int32(7)]) == 7)
        #expect(try connection.queryOne(Statement<Int64>.select("count(*) FROM pg_prepared_statements")) == 0)
    }
}
