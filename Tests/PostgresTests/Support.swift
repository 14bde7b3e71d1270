import Postgres
import TestSupport

extension TestDatabase {
    /// Opens a connection, with calls that may take a minute before a test fails for it.
    func connect(_ change: (inout ConnectionOptions) -> Void = { _ in }) throws -> Connection {
        try cluster.connect(database: name, change)
    }
}

extension PostgresCluster {
    func connect(
        database: String = "postgres", _ change: (inout ConnectionOptions) -> Void = { _ in }
    ) throws -> Connection {
        var options = ConnectionOptions()
        options.connectTimeout = .seconds(60)
        options.callTimeout = .seconds(60)
        change(&options)
        return try Connection.connect(to: try ConnectionString(connectionString(database: database)), options: options)
    }
}

extension Statement where Row: Scalar {
    /// `SELECT …` with one column.
    static func select(_ expression: String, _ parameters: [DataType] = []) -> Statement {
        Statement("select \(expression)".prefix(63).description, sql: "SELECT \(expression)", parameters: parameters)
    }
}

/// The error that the closure throws, `nil` where it throws none.
func postgresError(_ body: () throws -> Void) -> PostgresError? {
    do {
        try body()
        return nil
    } catch {
        return error as? PostgresError
    }
}
