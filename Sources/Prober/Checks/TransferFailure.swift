package import Platform

/// Why a transfer brought no whole answer.
package enum TransferFailure: Error, Hashable, Sendable {
    /// The address policy forbids an address of the name, so nothing was connected.
    case blocked(IPAddress, reason: String)
    /// The name has no address.
    case unresolved(reason: String)
    /// The name servers of the name do not answer for it.
    case nameServerFailed(reason: String)
    /// No name server answers, whatever the name.
    case noNameServer(reason: String)
    /// No address accepted a connection.
    case connectFailed(reason: String)
    /// The prober's own network leads to none of the addresses, as to IPv6 where it has none.
    case noRoute
    /// TLS was refused.
    case tls(TLSFault)
    /// The deadline passed in this phase.
    case timedOut(TransferPhase)
    /// The decoded body is longer than the limit in bytes.
    case bodyTooLarge(limit: Int)
    /// The header fields are more, or longer, than is read.
    case headersTooLarge
    /// The answer is no HTTP.
    case malformed(reason: String)
    /// The connection ended before the answer did.
    case cutShort
    /// The body is not encoded by what was asked for, or not as its `Content-Encoding` says.
    case undecodable(encoding: String)
    /// The server closed or reset the connection before it answered.
    case closed
    /// The host has sent a `Retry-After` or failed too often, and is not asked before then.
    case deferred
    /// The transfer was given up because the prober stops.
    case cancelled
    /// The prober itself is at fault.
    case internalFault(reason: String)

    /// A word for metrics and stored rows; one of a bounded set.
    package var label: String {
        switch self {
        case .blocked: "blocked"
        case .unresolved: "unresolved"
        case .nameServerFailed: "name-server-failed"
        case .noNameServer: "no-name-server"
        case .connectFailed: "connect-failed"
        case .noRoute: "no-route"
        case .tls(let fault): "tls-\(fault.rawValue)"
        case .timedOut(let phase): "timed-out-\(phase.rawValue)"
        case .bodyTooLarge: "body-too-large"
        case .headersTooLarge: "headers-too-large"
        case .malformed: "malformed"
        case .cutShort: "cut-short"
        case .undecodable: "undecodable"
        case .closed: "closed"
        case .deferred: "deferred"
        case .cancelled: "cancelled"
        case .internalFault: "internal-fault"
        }
    }
}

extension TransferFailure: CustomStringConvertible {
    /// What happened, in a clause without a full stop.
    package var description: String {
        switch self {
        case .blocked(let address, let reason): "\(address) may not be connected to: \(reason)"
        case .unresolved(let reason): "the name has no address: \(reason)"
        case .nameServerFailed(let reason): "the name cannot be looked up: \(reason)"
        case .noNameServer(let reason): "no name can be looked up: \(reason)"
        case .connectFailed(let reason): "no connection: \(reason)"
        case .noRoute: "the prober's network has no way to the address"
        case .tls(let fault): fault.description
        case .timedOut(let phase): "the deadline passed \(phase.whileText)"
        case .bodyTooLarge(let limit): "the answer is longer than \(limit) bytes"
        case .headersTooLarge: "the answer's header fields are too many or too long"
        case .malformed(let reason): "the answer is no proper HTTP: \(reason)"
        case .cutShort: "the answer ends too early"
        case .undecodable("gzip"): "the body is not the gzip that its Content-Encoding says"
        case .undecodable(let encoding): "the body's Content-Encoding is \(encoding), which was not asked for"
        case .closed: "the server closed the connection without an answer"
        case .deferred: "not asked: the service wants a pause"
        case .cancelled: "given up because the prober stops"
        case .internalFault(let reason): "the prober is at fault: \(reason)"
        }
    }
}

extension TransferPhase {
    /// The phase as a clause that begins with "while" or "before".
    package var whileText: String {
        switch self {
        case .queue: "before a slot was free"
        case .resolve: "while the name was looked up"
        case .connect: "while connecting"
        case .handshake: "while TLS was negotiated"
        case .answer: "while waiting for the answer"
        case .body: "while the answer was coming"
        }
    }
}

extension TLSFault: CustomStringConvertible {
    /// What is wrong, in a clause without a full stop.
    package var description: String {
        switch self {
        case .expired: "the certificate has expired"
        case .notYetValid: "the certificate is not valid yet"
        case .nameMismatch: "the certificate is for other names"
        case .selfSigned: "the certificate is self-signed"
        case .incompleteChain: "the server leaves out an intermediate certificate"
        case .unknownAuthority: "the certificate's authority is not trusted"
        case .protocolTooOld: "the server speaks no TLS 1.2 or later"
        case .badSignature: "a signature of the certificate's chain is wrong"
        case .weak: "a key or digest of the certificate's chain is too weak"
        case .unsuitable: "the certificate is not for servers, or one that signed it not for that"
        case .certificateRefused: "the certificate is refused"
        case .clientCertificateMissing: "the server demands a certificate of its clients; Apple and Google have none"
        case .notTLS: "what answers on this port speaks no TLS"
        case .handshakeFailed: "the TLS handshake fails"
        }
    }
}
