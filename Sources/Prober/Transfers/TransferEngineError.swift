package import Platform

/// Why no transfer can be made at all: the prober is broken, not the hosts (case 109).
package enum TransferEngineError: Error, Equatable, Sendable {
    /// libcurl cannot be initialised, or refuses an option that is needed.
    case library(String)
    /// libcurl was built without something that is needed.
    case missingFeature(String)
    /// The file of trusted certificates cannot be used.
    case trustStore(path: String, reason: String)
    /// The system has no thread or descriptor left.
    case system(SystemError)
}

extension TransferEngineError: CustomStringConvertible {
    /// What is wrong, in a clause without a full stop.
    package var description: String {
        switch self {
        case .library(let reason): "libcurl cannot be used: \(reason)"
        case .missingFeature(let feature): "this libcurl lacks \(feature)"
        case .trustStore(let path, let reason): "the trusted certificates in \(path) cannot be used: \(reason)"
        case .system(let error): error.description
        }
    }
}
