/// An error type of a caller that can hold a ``PostgresError``.
///
/// So that a transaction's body may throw the caller's own errors.
package protocol PostgresFailure: Error {
    /// Wraps an error of the database.
    init(_ error: PostgresError)

    /// The error of the database that is the cause, `nil` where there is none.
    var postgresError: PostgresError? { get }

    /// Whether the transaction may succeed when it is run again; by default that of the database's error.
    var isRetryable: Bool { get }
}

extension PostgresFailure {
    /// Whether the database's error says that running again may help.
    package var isRetryable: Bool { postgresError?.isRetryable == true }
}

extension PostgresError: PostgresFailure {
    /// Copies the error.
    package init(_ error: PostgresError) {
        self = error
    }

    /// The error itself.
    package var postgresError: PostgresError? { self }
}
