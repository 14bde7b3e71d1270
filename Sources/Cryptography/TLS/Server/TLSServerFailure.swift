import COpenSSL

/// Why a handshake with a client, or a connection after it, came to nothing; sorted from codes, never from message text.
package enum TLSServerFailure: Int, Error, Hashable, CaseIterable, Sendable {
    /// No certificate holds for the name that the client asked for, or it asked for none: alert 112.
    case unknownName
    /// The client speaks no TLS 1.2 or 1.3: alert 70.
    case version
    /// The client and the certificate have no cipher or signature in common: alert 40.
    case cipher
    /// The client offers protocols, and none that is spoken here: alert 120.
    case applicationProtocol
    /// What the client sends is no TLS.
    case notTLS
    /// The client ended it with an alert, most often because it does not trust the certificate.
    case peerAlert
    /// The client breaks the protocol, or changes its keys again and again, or OpenSSL has no memory.
    case protocolViolated

    /// A name for machines that does not change: `unknown_name`.
    package var name: String {
        switch self {
        case .unknownName: "unknown_name"
        case .version: "version"
        case .cipher: "cipher"
        case .applicationProtocol: "application_protocol"
        case .notTLS: "not_tls"
        case .peerAlert: "peer_alert"
        case .protocolViolated: "protocol_violated"
        }
    }

    /// Sorts the earliest error of OpenSSL's queue.
    init(openSSL code: UInt) {
        guard postern_error_library(code) == ERR_LIB_SSL else {
            self = .protocolViolated
            return
        }
        switch postern_error_reason(code) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_UNSUPPORTED_SSL_VERSION: self = .version
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS,
            SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SHARED_GROUPS:
            self = .cipher
        case SSL_R_NO_APPLICATION_PROTOCOL: self = .applicationProtocol
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_UNKNOWN_PROTOCOL,
            SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_RECORD_LENGTH_MISMATCH, SSL_R_BAD_PACKET_LENGTH:
            self = .notTLS
        // An alert's code stands above 1,000 (SSL_AD_REASON_OFFSET).
        case SSL_AD_REASON_OFFSET + 1...SSL_AD_REASON_OFFSET + 255: self = .peerAlert
        default: self = .protocolViolated
        }
    }
}
