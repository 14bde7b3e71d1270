import Platform
import Postgres

/// A row of `fleet.migrations`.
struct AppliedMigration: Equatable, Sendable {
    var number: Int32
    var name: String
    var checksum: [UInt8]
    var oldestReader: Int32
}

extension Statement<Bool> {
    /// Whether anything was ever migrated.
    static let hasMigrations = Statement(
        "has_migrations",
        sql: "SELECT to_regclass('fleet.migrations') IS NOT NULL")

    /// Tries to take the lock that one migrating process at a time holds, until its connection ends.
    static let tryMigrationLock = Statement(
        "try_migration_lock",
        sql: "SELECT pg_try_advisory_lock(hashtextextended('postern migrate', 0))")

    /// Lets the lock go; false when it was not held, as behind a pooler that gives each transaction another session.
    static let releaseMigrationLock = Statement(
        "release_migration_lock",
        sql: "SELECT pg_advisory_unlock(hashtextextended('postern migrate', 0))")

    /// Whether this session holds the lock.
    static let holdsMigrationLock = Statement(
        "holds_migration_lock",
        sql: """
            SELECT EXISTS (
              SELECT
              FROM pg_locks
              WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted AND objsubid = 1
                AND classid::bigint << 32 | objid::bigint = hashtextextended('postern migrate', 0)
            )
            """)
}

extension Statement<Void> {
    /// Waits a fifth of a second.
    static let pause = Statement("pause", sql: "SELECT FROM pg_sleep(0.2)")

    /// Records a migration in its own transaction.
    static let insertMigration = Statement(
        "insert_migration",
        sql: """
            INSERT INTO fleet.migrations (number, name, checksum, oldest_reader)
            VALUES ($1, $2, $3, $4)
            """,
        parameters: [.int4, .text, .bytea, .int4])
}

extension Statement<String> {
    /// What makes a session act as the owner of the schema; no row where it does, or where there is no schema.
    static let becomeOwner = Statement(
        "become_owner",
        sql: """
            SELECT format('SET ROLE %I', pg_get_userbyid(nspowner))
            FROM pg_namespace
            WHERE nspname = 'fleet' AND pg_get_userbyid(nspowner) <> CURRENT_USER
            """)
}

extension Statement<AppliedMigration> {
    /// What was applied, in order.
    static let appliedMigrations = Statement(
        "applied_migrations",
        sql: """
            SELECT number, name, checksum, oldest_reader
            FROM fleet.migrations
            ORDER BY number
            """,
        columns: [.int4, .text, .bytea, .int4]
    ) { row throws(PostgresError) in
        AppliedMigration(
            number: try row.next(), name: try row.next(), checksum: try row.next(), oldestReader: try row.next())
    }
}
