import Postgres
import Platform
import TestSupport
import Testing
import sql

@testable import FleetStore

@Suite struct MigratorTests {
    let database: TestDatabase

    init() throws {
        database = try PostgresFixture.shared().makeDatabase()
    }

    func connect() throws -> Connection {
        try Connection.connect(to: ConnectionString(database.connectionString))
    }

    @Test func `pending lists everything on an empty database and nothing afterwards`() throws {
        let connection = try connect()
        #expect(try Migrator().pending(on: connection) == Migrations.all.map(\.name))
        #expect(try Migrator().migrate(connection) == Migrations.all.map(\.name))
        #expect(try Migrator().pending(on: connection) == [])
        #expect(try Migrator().migrate(connection) == [])
    }

    @Test func `five that start at once and one killed in the middle: each migration is applied once (case 125)`()
        throws
    {
        let results = LockedValue<[Result<[String], StoreError>]>([])
        let address = try ConnectionString(database.connectionString)
        let threads = ThreadGroup()
        for _ in 0..<5 {
            try threads.start(name: "migrate") {
                let result: Result<[String], StoreError>
                do throws(StoreError) {
                    let connection = try inDatabase { () throws(PostgresError) in
                        try Connection.connect(to: address)
                    }
                    result = .success(try Migrator().migrate(connection))
                } catch {
                    result = .failure(error)
                }
                results.withLock { $0.append(result) }
            }
        }
        // The victim may have finished: then nothing is killed, and all five must have succeeded.
        try database.psql(
            """
            SELECT pg_terminate_backend(pid)
            FROM pg_locks
            WHERE locktype = 'advisory' AND granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
        threads.join()
        let finished = results.withLock { $0 }
        #expect(finished.filter { if case .failure = $0 { true } else { false } }.count <= 1)
        _ = try Migrator().migrate(connect())
        #expect(
            try database.psql("SELECT count(*), max(number) FROM fleet.migrations")
                == "\(Migrations.all.count)|\(Migrations.all.count)")
    }

    @Test(arguments: ["owner", "member", "superuser"])
    func `a migration that updates data changes all rows, whoever of those that may runs it`(by: String) throws {
        let owner = "\(by)_of_\(database.name)"
        try database.psql("CREATE ROLE \(owner) LOGIN; ALTER DATABASE \(database.name) OWNER TO \(owner)")
        try database.psql("CREATE ROLE \(owner)_member LOGIN INHERIT IN ROLE \(owner)")
        func connect(_ role: String) throws -> Connection {
            try Connection.connect(to: ConnectionString(database.connectionURL(as: role)))
        }
        _ = try Migrator().migrate(connect(owner))
        try database.psql(
            "INSERT INTO fleet.tenants (name, web) SELECT 't' || n, 'https://x.example' FROM generate_series(1, 7) AS n"
        )
        var migrator = Migrator()
        let name = String("\(10_001 + Migrations.all.count)_more".dropFirst())
        let text = "UPDATE fleet.tenants SET web = 'https://y.example'; CREATE TABLE fleet.more ()"
        migrator.migrations.append(Migration(name, Array(text.utf8)))
        let role = ["owner": owner, "member": "\(owner)_member"][by] ?? PostgresCluster.superuser
        #expect(try migrator.migrate(connect(role)) == [name])
        #expect(try database.psql("SELECT count(*) FROM fleet.tenants WHERE web = 'https://y.example'") == "7")
        #expect(try database.psql("SELECT tableowner FROM pg_tables WHERE tablename = 'more'") == owner)
    }

    @Test func `a migration that waits for a lock gives up, lets readers through and tries again (case 126)`() throws {
        let connection = try connect()
        _ = try Migrator().migrate(connection)
        let reader = try connect()
        try reader.run(script: "BEGIN; SELECT * FROM fleet.routes")
        let waits = LockedValue(0)
        var migrator = Migrator()
        let name = String("\(10_001 + Migrations.all.count)_more".dropFirst())
        migrator.migrations.append(
            Migration(name, Array("ALTER TABLE fleet.routes ADD COLUMN more text".utf8)))
        migrator.lockTimeout = 50
        migrator.onProgress = { progress in
            guard case .waitsForLock = progress else { return }
            if waits.withLock({ count in
                count += 1
                return count
            }) == 2 {
                try? reader.run(script: "COMMIT")
            }
        }
        #expect(try migrator.migrate(connection) == [name])
        #expect(waits.withLock { $0 } >= 2)
    }

    @Test func `a file that changed after it was applied is refused`() throws {
        let connection = try connect()
        _ = try Migrator().migrate(connection)
        var migrator = Migrator()
        migrator.migrations[2] = Migration("0003_documents", Array("SELECT 1".utf8))
        let error = #expect(throws: StoreError.self) { try migrator.migrate(connection) }
        guard case .schema(.different(migration: "0003_documents")) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a database of a later binary is refused for writing, and read if its migrations say so (case 140)`()
        throws
    {
        let connection = try connect()
        #expect(throws: StoreError.self) { try SchemaCheck.reading(connection) }
        _ = try Migrator().migrate(connection)
        try SchemaCheck.writing(connection)
        let next = Migrations.all.count + 1
        try database.psql("INSERT INTO fleet.migrations VALUES (\(next), '\(next)_later', sha256(''), 6)")
        try SchemaCheck.reading(connection)
        #expect(throws: StoreError.self) { try SchemaCheck.writing(connection) }
        try database.psql(
            "INSERT INTO fleet.migrations VALUES (\(next + 1), '\(next + 1)_latest', sha256(''), \(next + 1))")
        #expect(throws: StoreError.self) { try SchemaCheck.reading(connection) }
    }

    @Test func `a migration that fails leaves the ones before it and can be run again`() throws {
        let connection = try connect()
        var migrator = Migrator()
        migrator.migrations[4] = Migration("0005_feed", Array("SELECT 1; SELECT broken".utf8))
        #expect(throws: StoreError.self) { try migrator.migrate(connection) }
        #expect(try database.psql("SELECT max(number) FROM fleet.migrations") == "4")
        #expect(try Migrator().migrate(connection) == Migrations.all.dropFirst(4).map(\.name))
    }
}
