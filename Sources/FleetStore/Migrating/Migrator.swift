import Cryptography
package import Postgres
package import sql

/// Brings a database to the schema that this binary knows.
///
/// One process at a time: a session lock is taken before the first statement and held to the end (case 125). Each
/// migration is one transaction with its record, so that a process which is killed leaves a state to go on from. The
/// connection must be a direct one; behind a transaction pooler the lock would be lost, which is noticed.
package struct Migrator {
    /// What happens, for people who wait.
    package enum Progress: Equatable, Sendable {
        /// Another process migrates; told again every five seconds or so.
        case waitsForAnotherProcess
        /// A migration begins.
        case applies(String)
        /// A migration did not get a lock in time, was rolled back, and is tried again.
        case waitsForLock(String, attempt: Int)
        /// A migration was applied.
        case applied(String)
    }

    /// The migrations of this binary, in order.
    package var migrations: [Migration] = Migrations.all

    /// How long a migration waits for any one lock, in milliseconds.
    ///
    /// While it waits, later readers queue behind it (case 126). Default 2,000.
    package var lockTimeout = 2000

    /// How often a migration that did not get a lock is tried.
    ///
    /// Default 30.
    package var attempts = 30

    /// Told of every step, on the calling thread.
    package var onProgress: (Progress) -> Void = { _ in }

    /// Makes a migrator with the binary's own migrations.
    package init() {}

    /// The names of the migrations that are still to be applied, in order; waits for nobody.
    ///
    /// - Throws: ``StoreError/schema(_:)`` when the database has others than this binary, or the database's error.
    package func pending(on connection: Connection) throws(StoreError) -> [String] {
        try actAsOwner(connection)
        return try pending(after: applied(on: connection)).map(\.name)
    }

    /// Applies what is pending; the session acts as the owner of the schema from then on.
    ///
    /// - Returns: The names of the migrations that this call applied, in order.
    /// - Throws: ``StoreError/schema(_:)`` when the database has others than this binary; the database's error, with
    ///   the migration that failed rolled back and those before it applied.
    package func migrate(_ connection: Connection) throws(StoreError) -> [String] {
        // The lock would stay with a session of the pooler's, and keep later migrations waiting.
        guard !connection.isPooled else { throw .conflict(Self.poolerAdvice) }
        try lock(connection)
        let result: Result<[String], StoreError>
        do throws(StoreError) {
            try actAsOwner(connection)
            var names: [String] = []
            for migration in try pending(after: applied(on: connection)) {
                try apply(migration, on: connection)
                names.append(migration.name)
            }
            result = .success(names)
        } catch {
            result = .failure(error)
        }
        // With a broken connection the lock has gone too.
        let isReleased = try? connection.queryOne(.releaseMigrationLock)
        if case .success = result, isReleased == false { throw .conflict(Self.poolerAdvice) }
        return try result.get()
    }

    /// Makes the session the owner's: who may act as the owner would see no row otherwise, and change none, for the
    /// policies know the owner alone.
    private func actAsOwner(_ connection: Connection) throws(StoreError) {
        try inDatabase { () throws(PostgresError) in
            guard let role = try connection.queryOptional(.becomeOwner) else { return }
            try connection.run(script: role)
        }
    }

    private func lock(_ connection: Connection) throws(StoreError) {
        var tries = 0
        try inDatabase { () throws(PostgresError) in
            // Not one statement that waits: its snapshot would keep a concurrent index build of the other waiting.
            while try !connection.queryOne(.tryMigrationLock) {
                if tries % 25 == 0 { onProgress(.waitsForAnotherProcess) }
                tries += 1
                try connection.execute(.pause)
            }
        }
    }

    private func applied(on connection: Connection) throws(StoreError) -> [AppliedMigration] {
        try inDatabase { () throws(PostgresError) in
            guard try connection.queryOne(.hasMigrations) else { return [] }
            return try connection.query(.appliedMigrations)
        }
    }

    private func pending(after applied: [AppliedMigration]) throws(StoreError) -> [Migration] {
        for (record, migration) in zip(applied, migrations) {
            guard record.name == migration.name, record.checksum == (try migration.checksum()) else {
                throw .schema(.different(migration: record.name))
            }
        }
        guard applied.count <= migrations.count else {
            throw .schema(.newer(found: applied.count, known: migrations.count))
        }
        return Array(migrations[applied.count...])
    }

    private func apply(_ migration: Migration, on connection: Connection) throws(StoreError) {
        onProgress(.applies(migration.name))
        for attempt in 1... {
            do throws(StoreError) {
                try connection.transaction { _ throws(StoreError) in
                    try applyOnce(migration, on: connection)
                }
                break
            } catch {
                guard error.postgresError?.isRetryable == true, attempt < attempts else { throw error }
                onProgress(.waitsForLock(migration.name, attempt: attempt))
                try inDatabase { () throws(PostgresError) in try connection.execute(.pause) }
            }
        }
        onProgress(.applied(migration.name))
    }

    private func applyOnce(_ migration: Migration, on connection: Connection) throws(StoreError) {
        let checksum = try migration.checksum()
        let isHeld = try inDatabase { () throws(PostgresError) in try connection.queryOne(.holdsMigrationLock) }
        guard isHeld else { throw .conflict(Self.poolerAdvice) }
        try inDatabase { () throws(PostgresError) in
            try connection.run(script: "SET LOCAL lock_timeout = \(lockTimeout)")
            try connection.run(script: migration.text, within: .seconds(3600))
            try connection.execute(
                .insertMigration,
                [
                    .int32(Int32(migration.number)), .text(migration.name), .bytes(checksum),
                    .int32(Int32(migration.oldestReader)),
                ])
        }
    }

    private static let poolerAdvice =
        "the connection does not keep its session, so that no lock holds: give the server's own address, not a pooler's"
}

extension Migration {
    func checksum() throws(StoreError) -> [UInt8] {
        do throws(CryptographyError) {
            return try SHA256.digest(of: Array(text.utf8)).bytes
        } catch {
            throw .internal(error.description)
        }
    }
}
