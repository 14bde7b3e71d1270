/// Why a gateway does not start, or does not take a fleet.
package struct GatewayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; decides the exit code.
    package enum Code: Sendable {
        /// The fleet was read and refused.
        case refused
        /// The fleet file is missing or unreadable.
        case unreadable
        /// The database is away.
        case unavailable
        /// An option or the environment makes no sense here.
        case configuration
        /// A fault of Postern or of the system.
        case internalFault
    }

    /// The kind of fault.
    package let code: Code

    /// One line for people, or one for each refusal.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension GatewayError {
    /// Runs what a module below does, with its error as one of ours.
    static func wrapping<Value, Failure: Error>(
        _ code: Code, _ body: () throws(Failure) -> Value
    ) throws(GatewayError) -> Value {
        do throws(Failure) { return try body() } catch { throw GatewayError(code, "\(error)") }
    }
}
