package import Postgres

/// The fleet in the database, for commands: reads and audited writes, over one connection.
///
/// Confined to one thread; every call waits for the database.
package final class FleetStore {
    let connection: Connection
    let compiler: DocumentCompiler
    /// How long an attempt waits for another writer's lock, in milliseconds: well under the time of a call, so that a
    /// conflict is told as one.
    var lockTimeout = 5000
    private var hasSchemaForWriting = false

    /// Uses a connection that nobody else uses.
    ///
    /// - Parameters:
    ///   - connection: May go through a transaction pooler.
    ///   - compiler: What makes association files.
    /// - Throws: ``StoreError/schema(_:)`` when this binary may not read the database.
    package init(_ connection: Connection, compiler: DocumentCompiler = .standard) throws(StoreError) {
        self.connection = connection
        self.compiler = compiler
        try SchemaCheck.reading(connection)
    }

    /// Connects.
    ///
    /// - Throws: ``StoreError/database(_:)`` when the database is away, ``StoreError/schema(_:)`` when this binary may
    ///   not read it.
    package convenience init(
        database: ConnectionString, options: ConnectionOptions = ConnectionOptions(),
        compiler: DocumentCompiler = .standard
    ) throws(StoreError) {
        let connection = try inDatabase { () throws(PostgresError) in
            try Connection.connect(to: database, options: options)
        }
        try self.init(connection, compiler: compiler)
    }

    /// Makes sure, once, that the schema is the one that this binary writes.
    func requireSchemaForWriting() throws(StoreError) {
        guard !hasSchemaForWriting else { return }
        try SchemaCheck.writing(connection)
        hasSchemaForWriting = true
    }

    /// Runs reads that must fit each other.
    func reading<Result>(_ body: () throws(PostgresError) -> Result) throws(StoreError) -> Result {
        try inDatabase { () throws(PostgresError) in
            try connection.transaction(.snapshot) { _ throws(PostgresError) in try body() }
        }
    }
}
