package import Platform

/// To which addresses this machine's own network leads.
package struct AddressRoutes: Sendable {
    private let source: @Sendable (IPAddress) -> IPAddress?

    /// Makes the routes of a machine.
    ///
    /// - Parameter source: The address from which it would send to another; `nil` where no route leads there. By default
    ///   this machine's own.
    package init(source: @escaping @Sendable (IPAddress) -> IPAddress? = { Socket.source(toward: $0) }) {
        self.source = source
    }

    /// Whether a way leads to an address.
    ///
    /// An IPv6 network that is merely local has routes, too, but no address that the world could answer to; IPv4 has its
    /// addresses translated.
    package func lead(to address: IPAddress) -> Bool {
        guard let source = source(address) else { return false }
        let policy = AddressPolicy()
        return address.isIPv4 || policy.judge(address) != .allowed || policy.judge(source) == .allowed
    }

    /// Whether any way leads to the public IPv6 network: to one of its root name servers (a.root-servers.net).
    package var leadToIPv6: Bool {
        lead(to: IPAddress(high: 0x2001_0503_BA3E_0000, low: 0x0002_0030))
    }
}

extension Observation {
    /// The observation, or that the prober's own network leads to no address that was tried, which is not the host's fault.
    func judged(by routes: AddressRoutes) -> Observation {
        guard vantage == .origin, let failure = outcome.failure else { return self }
        switch failure {
        case .connectFailed, .timedOut(.connect): break
        default: return self
        }
        let tried = if case .fileAt(_, let address) = thing { [address] } else { candidates }
        guard !tried.isEmpty, !tried.contains(where: routes.lead) else { return self }
        var copy = self
        copy.outcome = .failed(.noRoute)
        return copy
    }
}
