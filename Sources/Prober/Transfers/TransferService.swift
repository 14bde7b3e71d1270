/// Whom a transfer asks; each has limits of its own.
package enum TransferService: String, Sendable, CaseIterable {
    /// The hosts of tenants, and any other.
    case origin
    /// The gateways of the fleet.
    case node
    /// Apple's network.
    case appleCDN = "apple-cdn"
    /// Google's Digital Asset Links API.
    case googleDAL = "google-dal"
    /// Who is told of alerts.
    case webhook
}

/// How a service is treated.
package struct ServiceLimits: Hashable, Sendable {
    /// Transfers at once, 1 or more.
    package var concurrency: Int
    /// Transfers begun per second at most; `nil` for any number.
    package var perSecond: Double?
    /// Whether connections serve further transfers; never set for hosts of different owners.
    package var reusesConnections: Bool
    /// Whether failures of one transfer say something about the next: then it is asked less often after some, and not at
    /// all before the end of a `Retry-After`.
    package var backsOff: Bool

    /// Makes limits.
    package init(concurrency: Int, perSecond: Double? = nil, reusesConnections: Bool = false, backsOff: Bool = false) {
        self.concurrency = max(concurrency, 1)
        self.perSecond = perSecond
        self.reusesConnections = reusesConnections
        self.backsOff = backsOff
    }

    /// The default limits of a service: 128 transfers to origins and 16 to nodes at once; 8 at once and 25 a second to
    /// Apple and to Google, over connections that are kept; 4 to webhooks.
    package static func standard(_ service: TransferService) -> ServiceLimits {
        switch service {
        case .origin: ServiceLimits(concurrency: 128)
        case .node: ServiceLimits(concurrency: 16)
        // Whoever posts has a rhythm of its own.
        case .webhook: ServiceLimits(concurrency: 4)
        case .appleCDN, .googleDAL:
            ServiceLimits(concurrency: 8, perSecond: 25, reusesConnections: true, backsOff: true)
        }
    }
}
