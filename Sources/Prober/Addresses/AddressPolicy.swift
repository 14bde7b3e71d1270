package import Platform

/// Which addresses the prober may connect to: globally routable unicast, and what the operator allows besides.
///
/// Whatever is not known to be a public place is blocked. The addresses of a name are judged after one look-up and the
/// connection is made to what was judged; a name that is resolved again could lead elsewhere.
package struct AddressPolicy: Hashable, Sendable {
    /// The blocks that are allowed whatever they are for.
    package let allowed: [AddressBlock]

    /// Whether everything else is blocked, public addresses too.
    package let isExclusive: Bool

    /// Makes a policy.
    ///
    /// - Parameter allowed: Blocks for private fleets and tests (`--allow-address`); none by default.
    package init(allowing allowed: [AddressBlock] = []) {
        self.allowed = allowed
        isExclusive = false
    }

    /// Makes a policy that allows some blocks and nothing else, public addresses neither.
    ///
    /// - Parameter allowed: The blocks, and none that a tenant could choose.
    package init(only allowed: [AddressBlock]) {
        self.allowed = allowed
        isExclusive = true
    }

    /// What the policy says of an address.
    package enum Verdict: Hashable, Sendable {
        /// A connection may be made.
        case allowed
        /// No connection may be made.
        case blocked(Reason)
    }

    /// Why an address is blocked.
    package struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// What the address is for.
        package let use: AddressUse
        /// The document, or the option, that says so: `RFC 1918`.
        package let source: String
        /// The IPv4 address inside of it that is the reason; `nil` when the address itself is.
        package let embedded: IPAddress?

        /// `private use (RFC 1918)`, `embeds 10.0.0.1: private use (RFC 1918)`.
        package var description: String {
            (embedded.map { "embeds \($0): " } ?? "") + "\(use.rawValue) (\(source))"
        }
    }

    /// Judges an address.
    package func judge(_ address: IPAddress) -> Verdict {
        if allowed.contains(where: { $0.contains(address) }) { return .allowed }
        if isExclusive { return .blocked(Reason(use: .elsewhere, source: "--node-network", embedded: nil)) }
        if let special = SpecialPurpose.containing(address) {
            return .blocked(Reason(use: special.use, source: special.source, embedded: nil))
        }
        if address.isIPv4 { return .allowed }
        guard address.isGlobalUnicastIPv6 else {
            return .blocked(Reason(use: .reserved, source: "RFC 4291 section 2.4", embedded: nil))
        }
        guard let inner = address.embeddedIPv4, case .blocked(let reason) = judge(inner) else { return .allowed }
        return .blocked(Reason(use: reason.use, source: reason.source, embedded: inner))
    }

    /// The first blocked address of several, in their order; one that is blocked condemns the name they belong to.
    package func firstBlocked(of addresses: [IPAddress]) -> (address: IPAddress, reason: Reason)? {
        for address in addresses {
            if case .blocked(let reason) = judge(address) { return (address, reason) }
        }
        return nil
    }
}
