/// Why a client refuses a server's TLS; taken from result codes, never from message text.
package enum TLSFault: String, Sendable, CaseIterable, Error {
    /// A certificate of the chain has expired.
    case expired
    /// A certificate of the chain is not valid yet.
    case notYetValid = "not-yet-valid"
    /// The certificate is for other names.
    case nameMismatch = "name-mismatch"
    /// The server's certificate is its own issuer.
    case selfSigned = "self-signed"
    /// The server left out a certificate between its own and the authority's.
    case incompleteChain = "incomplete-chain"
    /// The chain is whole and ends at an authority that is not trusted.
    case unknownAuthority = "unknown-authority"
    /// The server speaks no version from TLS 1.2 on.
    case protocolTooOld = "protocol-too-old"
    /// A signature of the chain is wrong.
    case badSignature = "bad-signature"
    /// A key or digest of the chain is too weak.
    case weak
    /// A certificate of the chain is not for this use: the server's own for servers, the others to sign.
    case unsuitable
    /// The certificate is refused for another reason.
    case certificateRefused = "certificate-refused"
    /// The server goes on with nobody who has no certificate.
    case clientCertificateMissing = "client-certificate-missing"
    /// What the server sends is no TLS.
    case notTLS = "not-tls"
    /// The handshake broke off otherwise before there was a certificate to judge.
    case handshakeFailed = "handshake-failed"
}
