import Resolver

extension TransferFailure {
    /// What a look-up's error means for the transfer.
    init(_ error: ResolutionError) {
        switch error {
        case .timedOut: self = .timedOut(.resolve)
        case .unreachable, .refused: self = .noNameServer(reason: error.description)
        case .unavailable, .overloaded: self = .internalFault(reason: error.description)
        default: self = .unresolved(reason: error.description)
        }
    }
}
