/// Why a certificate and a key cannot be presented; says nothing of what the key's file holds.
package enum ServerCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text holds no certificate.
    case noCertificate
    /// A certificate is malformed.
    case malformedCertificate
    /// The text holds no private key.
    case noKey
    /// The private key is malformed.
    case malformedKey
    /// The private key is encrypted; a server that starts by itself cannot ask for a pass phrase.
    case encryptedKey
    /// The private key belongs to another certificate.
    case keyMismatch
    /// The key is neither an ECDSA nor an RSA key.
    case unsupportedKey
    /// The certificate has no DNS name among its alternative names (RFC 9525 section 2).
    case noNames
    /// The certificate may sign others: it is an authority's, not a server's.
    case authority
    /// The private key was sealed with another secret, or for another certificate.
    case sealedKey
    /// OpenSSL has no memory.
    case noMemory

    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .noCertificate: "there is no certificate in it"
        case .malformedCertificate: "a certificate is malformed"
        case .noKey: "there is no private key for it"
        case .malformedKey: "the private key is malformed"
        case .encryptedKey: "the private key is encrypted"
        case .keyMismatch: "the private key belongs to another certificate"
        case .unsupportedKey: "the key is neither ECDSA nor RSA"
        case .noNames: "the certificate has no DNS name among its alternative names"
        case .authority: "the first certificate is an authority's"
        case .sealedKey: "the private key was sealed with another secret, or for another certificate"
        case .noMemory: "no memory is left for a certificate"
        }
    }
}
