/// How a server proves that a certificate is its own.
package enum ServerKeyKind: String, Hashable, CaseIterable, Sendable {
    /// ECDSA: small and quick, and what every client of this decade takes.
    case ecdsa
    /// RSA, for older clients.
    case rsa
}
