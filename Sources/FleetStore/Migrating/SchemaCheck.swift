package import Postgres
import sql

/// Whether this binary can do with a database's schema.
package enum SchemaCheck {
    /// Refuses a schema that this binary may not read.
    ///
    /// Readers go on when a later binary has migrated, as long as its migrations say so.
    ///
    /// - Throws: ``StoreError/schema(_:)``, or the database's error.
    package static func reading(_ connection: Connection) throws(StoreError) {
        let applied = try applied(on: connection)
        let known = Migrations.all.count
        if applied.count < known { throw .schema(.older(found: applied.count, needed: known)) }
        let oldest = applied.map { Int($0.oldestReader) }.max() ?? 0
        if oldest > known { throw .schema(.newer(found: applied.count, known: known)) }
    }

    /// Refuses any schema but the one that this binary knows.
    ///
    /// - Throws: ``StoreError/schema(_:)``, or the database's error.
    package static func writing(_ connection: Connection) throws(StoreError) {
        let applied = try applied(on: connection)
        let known = Migrations.all.count
        if applied.count < known { throw .schema(.older(found: applied.count, needed: known)) }
        if applied.count > known { throw .schema(.newer(found: applied.count, known: known)) }
    }

    private static func applied(on connection: Connection) throws(StoreError) -> [AppliedMigration] {
        let rows = try inDatabase { () throws(PostgresError) in
            try connection.queryOne(.hasMigrations) ? try connection.query(.appliedMigrations) : nil
        }
        guard let rows else { throw .schema(.missing) }
        return rows
    }
}
