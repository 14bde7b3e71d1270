package import Platform

/// The addresses of a name.
package struct Resolution: Hashable, Sendable {
    /// Every address, each once, IPv4 before IPv6, in ascending order: the order does not depend on the server's.
    package let addresses: [IPAddress]

    /// The name that was asked for and, behind it, the names that its `CNAME` records lead to; the last one owns the
    /// addresses.
    package let chain: [String]

    /// How long the answer holds: the least time to live of the records used.
    package let timeToLive: Duration

    /// Why one of the two families is unknown; `nil` where both were told, also where one has no address.
    package let incomplete: ResolutionError?

    /// The time from when the look-up was asked for to its answer, waiting included.
    package let elapsed: Duration

    /// The name that owns the addresses.
    package var canonicalName: String { chain.last ?? "" }

    /// Makes a resolution from what is known; sorts the addresses and drops repeated ones.
    package init(
        addresses: [IPAddress], chain: [String], timeToLive: Duration, incomplete: ResolutionError?, elapsed: Duration
    ) {
        self.addresses = Set(addresses).sorted { ($0.rank, $0.high, $0.low) < ($1.rank, $1.high, $1.low) }
        self.chain = chain
        self.timeToLive = timeToLive
        self.incomplete = incomplete
        self.elapsed = elapsed
    }
}

extension IPAddress {
    fileprivate var rank: Int { isIPv4 ? 0 : 1 }
}
