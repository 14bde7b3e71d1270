import Postgres
import TestSupport
import Testing

@Suite struct TransactionTests {
    private let count = Statement<Int64>.select("count(*) FROM t")

    private func makeDatabase() throws -> TestDatabase {
        let database = try PostgresFixture.shared().makeDatabase()
        try database.psql("CREATE TABLE t (n integer PRIMARY KEY)")
        return database
    }

    @Test func `what returns is committed, what throws is rolled back`() throws {
        struct Refusal: PostgresFailure, Equatable {
            var postgresError: PostgresError?
            init(_ error: PostgresError) { postgresError = error }
            init() {}
        }
        let database = try makeDatabase()
        let connection = try database.connect()
        let result = try connection.transaction { connection throws(PostgresError) in
            try connection.run(script: "INSERT INTO t VALUES (1)")
            return 7
        }
        #expect(result == 7)
        #expect(throws: Refusal()) {
            try connection.transaction { connection throws(Refusal) in
                do throws(PostgresError) {
                    try connection.run(script: "INSERT INTO t VALUES (2)")
                } catch {
                    throw Refusal(error)
                }
                throw Refusal()
            }
        }
        #expect(try database.psql("SELECT n FROM t") == "1")
        #expect(connection.transactionState == .idle)
    }

    @Test func `an error of the server names its SQLSTATE, constraint and table, and its description no value`() throws
    {
        let database = try makeDatabase()
        let connection = try database.connect()
        let insert = Statement<Void>("insert", sql: "INSERT INTO t VALUES ($1)", parameters: [.int4])
        try connection.execute(insert, [.int32(4711)])
        let error = postgresError { try connection.execute(insert, [.int32(4711)]) }
        #expect(error?.sqlState == .uniqueViolation)
        #expect(error?.constraint == "t_pkey")
        #expect(error?.table == "public.t")
        #expect(error?.detail.contains("4711") == true)
        #expect(error?.description == "postgres: server, SQLSTATE 23505, constraint t_pkey, table public.t")
    }

    @Test(arguments: [
        ("SELECT 1/0", "22012"), ("SELECT * FROM nowhere", "42P01"), ("SELECT", nil), ("SELEC", "42601"),
        ("INSERT INTO t VALUES (NULL)", "23502"), ("SET TRANSACTION READ ONLY; INSERT INTO t VALUES (1)", "25006"),
        ("LOCK TABLE t", "25P01"),
    ])
    func `errors carry the server's SQLSTATE`(sql: String, state: String?) throws {
        let connection = try makeDatabase().connect()
        #expect(postgresError { try connection.run(script: sql) }?.sqlState?.code == state)
    }

    @Test func `a read-only server ends the connection's use (case 127)`() throws {
        let connection = try makeDatabase().connect()
        _ = postgresError {
            try connection.run(script: "SET default_transaction_read_only = on")
            try connection.run(script: "INSERT INTO t VALUES (1)")
        }
        #expect(!connection.isUsable)
    }

    @Test func `going on after a failed statement does not look like a commit`() throws {
        let connection = try makeDatabase().connect()
        let error = postgresError {
            try connection.transaction { connection throws(PostgresError) in
                try? connection.run(script: "SELECT 1/0")
            }
        }
        #expect(error?.code == .misuse)
        #expect(connection.transactionState == .idle)
    }

    @Test func `a transaction inside a transaction is refused`() throws {
        let connection = try makeDatabase().connect()
        let error = postgresError {
            try connection.transaction { connection throws(PostgresError) in
                try connection.transaction { _ throws(PostgresError) in }
            }
        }
        #expect(error?.code == .misuse)
    }

    @Test(arguments: ["40001", "40P01", "55P03"])
    func `a conflict is tried four times in all, another error once`(state: String) throws {
        let connection = try makeDatabase().connect()
        var tries = 0
        let error = postgresError {
            try connection.retryingTransaction { connection throws(PostgresError) in
                tries += 1
                try connection.run(script: "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(state)'; END $$")
            }
        }
        #expect(error?.sqlState?.code == state)
        #expect(tries == 4)
        tries = 0
        _ = postgresError {
            try connection.retryingTransaction { connection throws(PostgresError) in
                tries += 1
                try connection.run(script: "SELECT 1/0")
            }
        }
        #expect(tries == 1)
    }

    @Test func `a conflict that passes ends in a commit`() throws {
        let database = try makeDatabase()
        let connection = try database.connect()
        var tries = 0
        try connection.retryingTransaction { connection throws(PostgresError) in
            tries += 1
            try connection.run(script: "INSERT INTO t VALUES (\(tries))")
            if tries < 3 { try connection.run(script: "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$") }
        }
        #expect(try database.psql("SELECT n FROM t") == "3")
    }

    @Test func `a connection lost during COMMIT leaves the outcome open`() throws {
        let database = try makeDatabase()
        let connection = try database.connect()
        try database.psql(
            """
            CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER die AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION die();
            """)
        let error = postgresError {
            try connection.transaction { connection throws(PostgresError) in
                try connection.run(script: "INSERT INTO t VALUES (1)")
            }
        }
        #expect(error?.code == .commitUnknown)
        #expect(!connection.isUsable)
    }

    @Test func `a snapshot sees no later commit and refuses writes`() throws {
        let database = try makeDatabase()
        let connection = try database.connect()
        try connection.transaction(.snapshot) { connection throws(PostgresError) in
            let before = try connection.queryOne(count)
            _ = try? database.psql("INSERT INTO t VALUES (1)")
            #expect(try connection.queryOne(count) == before)
        }
        #expect(try connection.queryOne(count) == 1)
        let error = postgresError {
            try connection.transaction(.snapshot) { connection throws(PostgresError) in
                try connection.run(script: "INSERT INTO t VALUES (2)")
            }
        }
        #expect(error?.sqlState == .readOnlyTransaction)
    }
}
