import COpenSSL

/// How a server proves that a certificate is its own.
package enum ServerKeyKind: String, Hashable, CaseIterable, Sendable {
    /// ECDSA: small and quick, and what every client of this decade takes.
    case ecdsa
    /// RSA, for older clients.
    case rsa

    /// The kind of a key of OpenSSL's; `nil` for one that no server's certificate has, and for none.
    init?(of key: OpaquePointer?) {
        guard let key = unsafe key else { return nil }
        switch unsafe EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_EC: self = .ecdsa
        case EVP_PKEY_RSA: self = .rsa
        default: return nil
        }
    }

    /// OpenSSL's number for it.
    var number: Int32 {
        switch self {
        case .ecdsa: EVP_PKEY_EC
        case .rsa: EVP_PKEY_RSA
        }
    }
}
