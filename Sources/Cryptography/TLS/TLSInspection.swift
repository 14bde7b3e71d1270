package import Platform

/// What a handshake showed of a server.
package struct TLSInspection: Hashable, Sendable {
    /// The server's address.
    package let address: SocketAddress

    /// The name that was asked for by SNI and that the certificate is judged for.
    package let host: String

    /// The version agreed on; `nil` before that.
    package var version: TLSVersion?

    /// The protocol agreed on by ALPN (RFC 7301); `nil` where the server chose none.
    package var applicationProtocol: String?

    /// The certificates in the order in which the server presented them, the leaf first; empty before it has.
    package var chain: [Certificate] = []

    /// Whether a client's path to an authority leads over each certificate of ``chain``; the others are surplus, and what
    /// is wrong with them is no matter.
    package var isUsed: [Bool] = []

    /// Whether the server asks for the client's certificate, which it is not given; it may do without.
    package var asksForCertificate = false

    /// What is wrong with the chain and the version, the weightiest first; empty when a client is content, or when there
    /// was nothing to judge.
    package var findings: [TrustFinding] = []

    /// Why the handshake was not completed; `nil` when it was, whatever the findings.
    package var failure: TLSFailure?

    /// The time until the connection stood; `nil` when it never did.
    package var connectTime: Duration?

    /// The time from then until the handshake was complete; `nil` when it was not.
    package var handshakeTime: Duration?

    /// Whether a client that asks for TLS 1.2, as Apple's does, would go on to a request.
    package var isTrusted: Bool {
        failure == nil && !chain.isEmpty && findings.allSatisfy { !$0.isFatal }
    }

    init(address: SocketAddress, host: String) {
        self.address = address
        self.host = host
    }
}
