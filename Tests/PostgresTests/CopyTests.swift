@testable import Postgres
import TestSupport
import Testing

@Suite struct CopyTests {
    private static let copyIn = Statement<Void>(
        "copy in", sql: "COPY t (id, name) FROM STDIN (FORMAT binary)", parameters: [.int8, .text])
    private static let copyOut = Statement(
        "copy out", sql: "COPY (SELECT id, name FROM t ORDER BY id) TO STDOUT (FORMAT binary)", columns: [.int8, .text]
    ) { row throws(PostgresError) in (try row.next(Int64.self), try row.next(String?.self)) }

    private func makeDatabase() throws -> TestDatabase {
        let database = try PostgresFixture.shared().makeDatabase()
        try database.psql("CREATE TABLE t (id bigint PRIMARY KEY, name text)")
        return database
    }

    @Test func `100,000 rows go in and come out in order`() throws {
        let connection = try makeDatabase().connect()
        let stored = try connection.copyIn(Self.copyIn) { writer throws(PostgresError) in
            for id in 1...100_000 {
                try writer.append([.int64(Int64(id)), .text(id % 7 == 0 ? nil : "näme \(id)")])
            }
        }
        #expect(stored == 100_000)
        var next: Int64 = 1
        var mistakes = 0
        try connection.copyOut(Self.copyOut) { (row: (Int64, String?)) throws(PostgresError) in
            if row.0 != next || row.1 != (next % 7 == 0 ? nil : "näme \(next)") { mistakes += 1 }
            next += 1
        }
        #expect(next == 100_001)
        #expect(mistakes == 0)
    }

    @Test func `no rows are a COPY too`() throws {
        let connection = try makeDatabase().connect()
        #expect(try connection.copyIn(Self.copyIn) { _ throws(PostgresError) in } == 0)
        var count = 0
        try connection.copyOut(Self.copyOut) { (_: (Int64, String?)) throws(PostgresError) in count += 1 }
        #expect(count == 0)
    }

    @Test func `a refusal of the server comes at the end, and the connection stays`() throws {
        let database = try makeDatabase()
        let connection = try database.connect()
        let error = postgresError {
            try connection.copyIn(Self.copyIn) { writer throws(PostgresError) in
                for _ in 1...50_000 { try writer.append([.int64(1), .text("twice")]) }
            }
        }
        #expect(error?.sqlState == .uniqueViolation)
        #expect(try connection.queryOne(Statement<Int64>.select("count(*) FROM t")) == 0)
    }

    @Test func `an error of the caller stores nothing, and the connection stays (case 93)`() throws {
        let connection = try makeDatabase().connect()
        let error = postgresError {
            try connection.copyIn(Self.copyIn) { writer throws(PostgresError) in
                try writer.append([.int64(1), .text("a")])
                try writer.append([.int64(2), .text("\u{0}")])
            }
        }
        #expect(error?.code == .invalidParameter)
        #expect(try connection.queryOne(Statement<Int64>.select("count(*) FROM t")) == 0)
    }

    @Test func `an error of the caller ends a COPY from the server, and the connection stays`() throws {
        let connection = try makeDatabase().connect()
        let many = Statement<Int32>(
            "many", sql: "COPY (SELECT generate_series(1, 5000000)) TO STDOUT (FORMAT binary)")
        var seen = 0
        let error = postgresError {
            try connection.copyOut(many) { (_: Int32) throws(PostgresError) in
                seen += 1
                if seen == 10 { throw PostgresError(.misuse, "enough") }
            }
        }
        #expect(error?.message == "enough")
        #expect(try connection.queryOne(Statement<Int32>.select("1")) == 1)
    }

    @Test func `a COPY by a script is refused, not waited for`() throws {
        for sql in ["COPY t FROM STDIN", "COPY t TO STDOUT"] {
            let connection = try makeDatabase().connect()
            #expect(postgresError { try connection.run(script: sql) }?.code == .misuse)
            #expect(!connection.isUsable)
        }
    }

    @Test func `what is no COPY is refused`() throws {
        let connection = try makeDatabase().connect()
        let error = postgresError {
            try connection.copyIn(Statement("no copy", sql: "SELECT 1")) { _ throws(PostgresError) in }
        }
        #expect(error?.code == .misuse)
        #expect(connection.isUsable)
    }
}
