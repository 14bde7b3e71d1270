/// A SQLSTATE: five characters that say what kind of error the server met (PostgreSQL 15, appendix A).
package struct SQLState: Hashable, Sendable, CustomStringConvertible {
    /// The five characters.
    package let code: String

    /// Makes a state from its five digits and capital letters.
    ///
    /// `nil` for anything else.
    package init?(_ code: String) {
        guard code.utf8.count == 5,
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        self.code = code
    }

    private init(known code: String) {
        self.code = code
    }

    /// The first two characters: the class of the error.
    package var classCode: String { String(code.prefix(2)) }

    /// The code.
    package var description: String { code }

    /// Class 23: a value that the column does not take, a missing or a referenced row, and so on.
    package var isIntegrityViolation: Bool { classCode == "23" }

    /// Whether the same transaction may succeed when it is run again.
    ///
    /// A serialization failure, a deadlock, or a lock that was not given in time.
    package var isRetryable: Bool {
        self == .serializationFailure || self == .deadlockDetected || self == .lockNotAvailable
    }

    /// Whether the connection is of no more use.
    ///
    /// The server shuts down, starts, has become a standby, or has lost the connection (case 127).
    package var endsConnection: Bool {
        classCode == "08" || self == .readOnlyTransaction || self == .adminShutdown || self == .crashShutdown
            || self == .cannotConnectNow || self == .databaseDropped || self == .idleSessionTimeout
            || self == .idleInTransactionSessionTimeout
    }

    /// `0A000 feature_not_supported`.
    package static let featureNotSupported = SQLState(known: "0A000")
    /// `23505 unique_violation`.
    package static let uniqueViolation = SQLState(known: "23505")
    /// `23503 foreign_key_violation`.
    package static let foreignKeyViolation = SQLState(known: "23503")
    /// `23502 not_null_violation`.
    package static let notNullViolation = SQLState(known: "23502")
    /// `23514 check_violation`.
    package static let checkViolation = SQLState(known: "23514")
    /// `23P01 exclusion_violation`.
    package static let exclusionViolation = SQLState(known: "23P01")
    /// `40001 serialization_failure`.
    package static let serializationFailure = SQLState(known: "40001")
    /// `40P01 deadlock_detected`.
    package static let deadlockDetected = SQLState(known: "40P01")
    /// `55P03 lock_not_available`.
    package static let lockNotAvailable = SQLState(known: "55P03")
    /// `57014 query_canceled`.
    package static let queryCanceled = SQLState(known: "57014")
    /// `57P01 admin_shutdown`.
    package static let adminShutdown = SQLState(known: "57P01")
    /// `57P02 crash_shutdown`.
    package static let crashShutdown = SQLState(known: "57P02")
    /// `57P03 cannot_connect_now`.
    package static let cannotConnectNow = SQLState(known: "57P03")
    /// `57P04 database_dropped`.
    package static let databaseDropped = SQLState(known: "57P04")
    /// `57P05 idle_session_timeout`.
    package static let idleSessionTimeout = SQLState(known: "57P05")
    /// `25006 read_only_sql_transaction`.
    package static let readOnlyTransaction = SQLState(known: "25006")
    /// `25P02 in_failed_sql_transaction`.
    package static let failedTransaction = SQLState(known: "25P02")
    /// `25P03 idle_in_transaction_session_timeout`.
    package static let idleInTransactionSessionTimeout = SQLState(known: "25P03")
    /// `26000 invalid_sql_statement_name`.
    package static let unknownStatement = SQLState(known: "26000")
    /// `28P01 invalid_password`.
    package static let invalidPassword = SQLState(known: "28P01")
    /// `28000 invalid_authorization_specification`.
    package static let invalidAuthorization = SQLState(known: "28000")
    /// `3D000 invalid_catalog_name`: there is no such database.
    package static let unknownDatabase = SQLState(known: "3D000")
    /// `42501 insufficient_privilege`.
    package static let insufficientPrivilege = SQLState(known: "42501")
    /// `42P01 undefined_table`.
    package static let undefinedTable = SQLState(known: "42P01")
    /// `42P07 duplicate_table`.
    package static let duplicateTable = SQLState(known: "42P07")
    /// `53300 too_many_connections`.
    package static let tooManyConnections = SQLState(known: "53300")
}
