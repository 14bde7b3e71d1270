package import Cryptography
package import Platform

/// How a server listens and what it allows.
package struct ServerConfiguration: Sendable {
    /// Names the server's threads: `public` gives `public-0`; up to 12 bytes.
    package var name: String

    /// Where to listen, one socket each; port 0 asks for a free one.
    package var addresses: [SocketAddress]

    /// Where to listen for TLS, one socket each; port 0 asks for a free one.
    ///
    /// Default: nowhere. ``tls`` has to be given then.
    package var tlsAddresses: [SocketAddress] = []

    /// What the TLS sessions have in common; `nil` without ``tlsAddresses``.
    package var tls: TLSServer?

    /// How the listeners of ``addresses`` know their clients, in the same order.
    ///
    /// Default: by the socket alone, as for every address beyond the end of this list.
    package var clientRules: [ClientRules] = []

    /// How the listeners of ``tlsAddresses`` know their clients, in the same order; see ``clientRules``.
    package var tlsClientRules: [ClientRules] = []

    /// Event loops, each a thread, 1 to 255.
    ///
    /// Default: one per processor that may be used.
    package var loops = UsableProcessors().count

    /// What is taken from the outside at most.
    package var limits = ServerLimits()

    /// How long clients may take.
    package var deadlines = ServerDeadlines()

    /// Records that a loop keeps for whoever reads them; what does not fit is counted as dropped.
    ///
    /// Default 4,096.
    package var recordCapacity = 4_096

    /// Makes a configuration with default limits and deadlines.
    package init(name: String, addresses: [SocketAddress]) {
        self.name = name
        self.addresses = addresses
    }

    func rules(at index: Int, of list: [ClientRules]) -> ClientRules {
        index < list.count ? list[index] : ClientRules()
    }
}
