import ClientCode
import CommandLine
import DeepLinks
import FleetStore
import Gateway
import JSONText
import Platform
import Postgres

/// A command that could not answer: the one place where errors become exit codes.
struct CommandFailure: Error, Equatable {
    /// How the process ends.
    let code: ExitCode
    /// What to tell the person: one line, or one line for each refusal.
    let message: String

    /// Makes a failure.
    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A value that a rule refuses.
    ///
    /// - Parameters:
    ///   - field: The option, argument or setting.
    ///   - value: What was given.
    ///   - rule: What is allowed.
    /// - Returns: The failure.
    static func refused(_ field: String, _ value: String, _ rule: String) -> CommandFailure {
        CommandFailure(.refused, "\(field): \(value.quotedForMessage): \(rule)")
    }

    /// Makes a failure of any error that a command can throw.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as UsageError: self.init(.usage, error.description)
        case let error as InputRefusal: self.init(.refused, error.description)
        case let error as InputRefusals: self.init(.refused, error.description)
        case let error as FleetFileError: self.init(.refused, error.description)
        case let error as JSONError: self.init(.refused, error.description)
        case let error as RuleViolation: self.init(.refused, error.description)
        case let error as ClientCodeError: self.init(.refused, error.description)
        case let error as StoreError: self.init(error)
        case let error as PostgresError: self.init(error)
        case let error as GatewayError: self.init(error)
        case let error as SystemError where error.isRefusedPermission: self.init(.notPermitted, error.description)
        case let error as SystemError: self.init(.noInput, error.description)
        default: self.init(.software, "internal error: \(error)")
        }
    }
}

extension CommandFailure {
    /// An error of the store.
    fileprivate init(_ error: StoreError) {
        switch error {
        case .database(let cause): self.init(cause)
        case .refused, .conflict, .unreadable: self.init(.refused, error.description)
        case .notFound: self.init(.noInput, error.description)
        case .busy, .changedSincePlan: self.init(.conflict, error.description)
        case .schema: self.init(.configuration, error.description)
        case .internal: self.init(.software, error.description)
        }
    }

    /// An error of the gateway.
    fileprivate init(_ error: GatewayError) {
        let code: ExitCode =
            switch error.code {
            case .refused: .refused
            case .unreadable: .noInput
            case .unavailable: .unavailable
            case .configuration: .configuration
            case .internalFault: .software
            }
        self.init(code, error.description)
    }

    /// An error of the database, with the server's own words: the person who gave the command may read them.
    fileprivate init(_ error: PostgresError) {
        let code: ExitCode =
            switch (error.code, error.sqlState) {
            case (.invalidConnectionString, _), (_, .unknownDatabase?), (_, .undefinedTable?): .configuration
            case (_, .insufficientPrivilege?), (_, .invalidPassword?), (_, .invalidAuthorization?): .notPermitted
            case _ where error.isRetryable: .conflict
            case _ where error.isUnavailable: .unavailable
            case (_, let state?) where state.isIntegrityViolation: .refused
            default: .software
            }
        let doubt =
            error.code == .commitUnknown
            ? "the connection broke at the end of the change: look whether it was made before you make it again\n" : ""
        self.init(code, doubt + error.debugDescription)
    }
}

extension SystemError {
    /// Whether the system said that this user may not: `EACCES` or `EPERM`.
    fileprivate var isRefusedPermission: Bool { errno == 13 || errno == 1 }
}
