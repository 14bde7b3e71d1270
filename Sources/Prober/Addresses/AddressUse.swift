/// What an address that is no globally routable unicast address is meant for.
package enum AddressUse: String, Hashable, Sendable, CaseIterable {
    /// This host on this network.
    case thisNetwork = "this network"
    /// This host.
    case loopback
    /// A private network.
    case privateUse = "private use"
    /// Between a carrier and its customers.
    case sharedSpace = "shared address space"
    /// One link; also where clouds answer with the credentials of a machine (169.254.169.254).
    case linkLocal = "link-local"
    /// A private IPv6 network.
    case uniqueLocal = "unique local"
    /// Many hosts.
    case multicast
    /// All hosts of a link.
    case broadcast
    /// Nothing yet.
    case reserved
    /// Examples.
    case documentation
    /// Measurements in a laboratory.
    case benchmarking
    /// Protocols of the IETF, not hosts.
    case protocols = "protocol assignments"
    /// A sink.
    case discard = "discard-only"
    /// Any, but outside of the only networks that may be connected to.
    case elsewhere = "outside the networks of the gateways"
    /// Segments of a source-routed network.
    case segments = "segment routing"
    /// A tunnel that carries IPv6 over IPv4, or a translation of a network's own.
    case transition = "IPv4 transition"
}
