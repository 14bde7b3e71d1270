/// What went wrong between us and PostgreSQL.
///
/// `description` holds no data and no secret and may be logged anywhere; `message`, `detail` and `debugDescription` hold
/// the server's words, which may quote values.
package struct PostgresError: Error, Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The kinds of failure; a bounded set, fit for metric labels.
    package enum Code: String, Hashable, Sendable {
        /// The server answered with an error; `sqlState` says which.
        case server
        /// The connection string cannot be read, or asks for what we refuse.
        case invalidConnectionString = "invalid_connection_string"
        /// No server of the connection string could be reached, or none let us in.
        case connectionFailed = "connection_failed"
        /// The connection broke; what ran on it outside a transaction may or may not have happened.
        case connectionLost = "connection_lost"
        /// The connection broke during COMMIT: the transaction may or may not have happened.
        case commitUnknown = "commit_unknown"
        /// The call's deadline passed.
        case deadlineExceeded = "deadline_exceeded"
        /// The pool had no connection to give within the time.
        case poolTimeout = "pool_timeout"
        /// The pool was closed.
        case poolClosed = "pool_closed"
        /// A parameter does not fit its type; nothing was sent.
        case invalidParameter = "invalid_parameter"
        /// The server's answer does not fit the statement's columns, or its rows are not as many as asked for.
        case unexpectedResult = "unexpected_result"
        /// An earlier statement of the same pipeline batch failed, so this one was not run.
        case pipelineAborted = "pipeline_aborted"
        /// The connection cannot do this in its state.
        case misuse
    }

    /// The kind of failure.
    package let code: Code

    /// The server's SQLSTATE, where it sent one.
    package let sqlState: SQLState?

    /// What failed in words; for `server` the server's primary message.
    package let message: String

    /// The server's secondary message, empty where there is none.
    package let detail: String

    /// The server's hint, empty where there is none.
    package let hint: String

    /// The constraint that refused the write, empty where none did.
    package let constraint: String

    /// The table the error is about, with its schema (`fleet.routes`); empty where there is none.
    package let table: String

    /// The column the error is about; empty where there is none.
    package let column: String

    init(
        _ code: Code, _ message: String, sqlState: SQLState? = nil, detail: String = "", hint: String = "",
        constraint: String = "", table: String = "", column: String = ""
    ) {
        self.code = code
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
        self.constraint = constraint
        self.table = table
        self.column = column
    }

    /// The error of a decoder that meets a word which this program does not know, as after a later one wrote it.
    package static func unknownWord(in table: String) -> PostgresError {
        PostgresError(.unexpectedResult, "a row holds a word that this program does not know", table: table)
    }

    /// Whether the transaction may succeed when it is run again on the same connection.
    package var isRetryable: Bool { code == .server && sqlState?.isRetryable == true }

    /// Whether the database is away rather than the request wrong: a later try may succeed.
    package var isUnavailable: Bool {
        switch code {
        case .connectionFailed:
            guard let sqlState else { return true }
            return sqlState.endsConnection || sqlState.classCode == "53"
        case .connectionLost, .commitUnknown, .deadlineExceeded, .poolTimeout: return true
        case .server: return sqlState?.endsConnection == true || sqlState?.classCode == "53"
        default: return false
        }
    }

    /// The kind, the SQLSTATE, and the names of constraint or table; no values.
    package var description: String {
        var text = "postgres: \(code.rawValue)"
        if let sqlState { text += ", SQLSTATE \(sqlState)" }
        if !constraint.isEmpty { text += ", constraint \(constraint)" }
        if !table.isEmpty { text += ", table \(table)" }
        return text
    }

    /// Everything the server said.
    package var debugDescription: String {
        var text = "\(description): \(message)"
        if !detail.isEmpty { text += "; detail: \(detail)" }
        if !hint.isEmpty { text += "; hint: \(hint)" }
        if !column.isEmpty { text += "; column: \(column)" }
        return text
    }
}
