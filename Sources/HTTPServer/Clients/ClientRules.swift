package import Platform

/// How a listener learns who its clients are: by the socket alone, unless a balancer before it is named here.
package struct ClientRules: Equatable, Sendable {
    /// A field in which balancers write down where a request came from.
    package enum ForwardedField: String, CaseIterable, Sendable {
        /// A list of addresses, with `X-Forwarded-Proto` beside it.
        case xForwardedFor = "x-forwarded-for"
        /// RFC 7239.
        case forwarded
    }

    /// The peers that may connect, each of which has to begin with a PROXY header; `nil` where there are no such headers.
    ///
    /// Nothing is guessed: a header where none is expected is a bad request, and a connection without one where it is
    /// expected is closed.
    package var proxyPeers: [AddressBlock]?

    /// The field that is read; `nil` where none is.
    package var field: ForwardedField?

    /// The addresses whose word is taken in the field; without effect where none is read.
    package var trusted: [AddressBlock]

    /// Makes rules; by default those of a listener that clients connect to themselves.
    package init(
        proxyPeers: [AddressBlock]? = nil, field: ForwardedField? = nil, trusted: [AddressBlock] = []
    ) {
        self.proxyPeers = proxyPeers
        self.field = field
        self.trusted = trusted
    }

    /// Whether a connection of a peer is taken at all.
    func mayConnect(_ peer: IPAddress) -> Bool {
        proxyPeers?.contains { $0.contains(peer) } ?? true
    }

    /// Whether an address's word is taken for where a request came from.
    func trusts(_ address: IPAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }
}
