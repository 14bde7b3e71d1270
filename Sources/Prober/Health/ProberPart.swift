/// What a prober relies on, and what may be broken about it.
///
/// Raw values are what is stored and shown.
package enum ProberPart: String, Hashable, Sendable, CaseIterable {
    /// Its way to the domains' own servers.
    case origin
    /// Its way to Apple's network.
    case appleCDN = "apple-cdn"
    /// Its way to Google's API.
    case googleDAL = "google-dal"
    /// Itself: libraries, threads, memory.
    case machinery

    /// The part that a vantage needs; `nil` for gateways, which have one another's faults.
    init?(_ vantage: Vantage) {
        switch vantage {
        case .origin: self = .origin
        case .appleCDN: self = .appleCDN
        case .googleDAL: self = .googleDAL
        case .node: return nil
        }
    }

    /// What is wrong when it is broken, in a clause without a full stop.
    package var fault: String {
        switch self {
        case .origin: "many unrelated domains became unreachable at once"
        case .appleCDN: "Apple's network does not answer for any domain"
        case .googleDAL: "Google's API does not answer for any domain"
        case .machinery: "its own checks fail"
        }
    }

    /// What to do about it, in a clause without a full stop.
    package var advice: String {
        switch self {
        case .origin:
            "see whether this prober's network leads out, and ask 'postern doctor' about one of the domains from elsewhere:"
                + " the fault may lie in what they share"
        case .appleCDN: "see whether this prober's network leads to Apple's; no domain is known to be wrong"
        case .googleDAL: "see whether this prober's network leads to Google's API; no domain is known to be wrong"
        case .machinery: "see the prober's log, its name server (--dns-server) and its certificates (--ca)"
        }
    }
}
