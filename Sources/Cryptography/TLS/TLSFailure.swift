import COpenSSL
import Platform

/// Why a handshake was not completed; sorted from codes, never from message text.
package enum TLSFailure: Error, Hashable, Sendable {
    /// No connection was made: the `errno` of connect(2).
    case notConnected(errno: Int32)
    /// The deadline passed before the connection stood.
    case connectTimedOut
    /// The deadline passed during the handshake.
    case handshakeTimedOut
    /// The server closed the connection during the handshake; the `errno` where it was reset.
    case closed(errno: Int32?)
    /// The server ended the handshake with an alert (RFC 8446 section 6), such as 40 `handshake_failure`, 70
    /// `protocol_version` or 112 `unrecognized_name`.
    case alert(code: UInt8)
    /// What the server sends is no TLS.
    case notTLS
    /// The two sides have no version of TLS in common, from 1.0 to 1.3.
    case versionUnsupported
    /// The server breaks the protocol; the code is OpenSSL's `SSL_R_…`, 0 where it gave none.
    case protocolViolated(code: Int32)
    /// OpenSSL has no memory.
    case noMemory

    /// Sorts the earliest error of OpenSSL's queue.
    init(openSSL code: UInt) {
        let reason = postern_error_reason(code)
        let isOfTLS = postern_error_library(code) == ERR_LIB_SSL
        switch reason {
        case _ where !isOfTLS: self = .protocolViolated(code: reason)
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_UNKNOWN_PROTOCOL,
            SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_RECORD_LENGTH_MISMATCH, SSL_R_BAD_PACKET_LENGTH:
            self = .notTLS
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_UNSUPPORTED_SSL_VERSION:
            self = .versionUnsupported
        // An alert's code stands above 1,000 (SSL_AD_REASON_OFFSET).
        case SSL_AD_REASON_OFFSET + 1...SSL_AD_REASON_OFFSET + 255:
            self = .alert(code: UInt8(reason - SSL_AD_REASON_OFFSET))
        default: self = .protocolViolated(code: reason)
        }
    }
}

extension TLSFailure: CustomStringConvertible {
    /// A clause that says what happened.
    package var description: String {
        switch self {
        case .notConnected(let number): "\(SystemError(errno: number, call: "connect"))"
        case .connectTimedOut: "no connection before the deadline"
        case .handshakeTimedOut: "no TLS handshake before the deadline"
        case .closed(nil): "the server closed the connection during the TLS handshake"
        case .closed(let number?): "\(SystemError(errno: number, call: "TLS handshake"))"
        case .alert(70): "the server accepts no version of TLS that is offered (alert 70)"
        case .alert(112): "the server knows no certificate for the name (alert 112)"
        case .alert(let code): "the server ended the TLS handshake with alert \(code)"
        case .notTLS: "the server does not speak TLS on this port"
        case .versionUnsupported: "the server speaks no version of TLS from 1.0 to 1.3"
        case .protocolViolated(let code): "the server breaks the TLS protocol (OpenSSL reason \(code))"
        case .noMemory: "no memory is left for a TLS handshake"
        }
    }
}
