/// What is wrong with a chain of certificates, or with the TLS that presented it.
///
/// Sorted from OpenSSL's result codes (`X509_V_ERR_…`) and from what the certificates say, never from message text.
package enum TrustFinding: Hashable, Sendable {
    /// A certificate of the chain has ended to hold.
    case expired
    /// A certificate of the chain does not hold yet.
    case notYetValid
    /// The leaf's alternative names do not hold the host's name; the subject does not count (RFC 9525 section 2).
    case nameMismatch
    /// The leaf is signed with its own key and not trusted.
    case selfSigned
    /// A certificate between the leaf and a known authority is not presented; browsers may fetch it, Apple does not.
    case incompleteChain
    /// The chain leads to an authority that is not trusted.
    case unknownAuthority
    /// A signature of the chain is wrong.
    case badSignature
    /// A key or digest of the chain is too weak.
    case weak
    /// A certificate may not be used for this: no authority that signs, no leaf for servers.
    case unsuitable
    /// The server speaks no TLS 1.2 or later, which Apple's App Transport Security asks for.
    case protocolTooOld
    /// The leaf ends within the time of warning.
    case expiresSoon
    /// Another result of the verification; the code is OpenSSL's `X509_V_ERR_…`.
    case other(code: Int32)

    /// A name for machines that does not change: `incomplete_chain`.
    package var name: String {
        switch self {
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .nameMismatch: "name_mismatch"
        case .selfSigned: "self_signed"
        case .incompleteChain: "incomplete_chain"
        case .unknownAuthority: "unknown_authority"
        case .badSignature: "bad_signature"
        case .weak: "weak"
        case .unsuitable: "unsuitable"
        case .protocolTooOld: "protocol_too_old"
        case .expiresSoon: "expires_soon"
        case .other(let code): "verify_\(code)"
        }
    }

    /// Whether it makes a client refuse; ``expiresSoon`` does not.
    package var isFatal: Bool { self != .expiresSoon }
}
