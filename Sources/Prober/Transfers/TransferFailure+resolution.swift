import Resolver

extension TransferFailure {
    /// What a look-up's error means for the transfer.
    init(_ error: ResolutionError) {
        switch error {
        case .timedOut: self = .timedOut(.resolve)
        // Whether a server refuses this name or all is known when another one was looked up.
        case .unreachable: self = .noNameServer(reason: error.description)
        case .serverFailed, .refused, .malformedAnswer: self = .nameServerFailed(reason: error.description)
        case .unavailable, .overloaded: self = .internalFault(reason: error.description)
        default: self = .unresolved(reason: error.description)
        }
    }
}
