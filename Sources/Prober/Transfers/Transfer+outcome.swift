import CCurl
import Glibc

extension Transfer {
    /// What libcurl's result means; never taken from its text.
    func outcome(of code: CURLcode) -> ProbeOutcome {
        if code == CURLE_OK { return .answered(status: handle.number(CURLINFO_RESPONSE_CODE)) }
        return .failed(failure(of: code))
    }

    private func failure(of code: CURLcode) -> TransferFailure {
        switch collector.excess {
        case .body: return .bodyTooLarge(limit: request.bodyLimit)
        case .headers: return .headersTooLarge
        case nil: break
        }
        switch code {
        case CURLE_COULDNT_CONNECT: return .connectFailed(reason: connectError)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(phase)
        case CURLE_PEER_FAILED_VERIFICATION:
            return .tls(Self.fault(verifyResult: handle.number(CURLINFO_SSL_VERIFYRESULT)))
        case CURLE_SSL_CLIENTCERT: return .tls(.clientCertificateMissing)
        case CURLE_SSL_CONNECT_ERROR: return .tls(.handshakeFailed)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR: return .closed
        case CURLE_RECV_ERROR: return collector.hasHead ? .cutShort : .closed
        case CURLE_PARTIAL_FILE: return .cutShort
        case CURLE_BAD_CONTENT_ENCODING: return .undecodable(encoding: encoding)
        // A line of the head that never ends exceeds libcurl's own limit.
        case CURLE_OUT_OF_MEMORY where !collector.hasHead: return .headersTooLarge
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .malformed(reason: "it is no HTTP/1.1")
        case CURLE_ABORTED_BY_CALLBACK, CURLE_COULDNT_RESOLVE_HOST:
            return .internalFault(reason: "libcurl was about to look a name up")
        // Once the server has its say, what libcurl makes of it is the server's doing.
        case _ where collector.hasBegun || handle.time(CURLINFO_PRETRANSFER_TIME_T) > .zero:
            return .malformed(reason: "it cannot be read")
        default:
            return .internalFault(reason: "libcurl's result \(code.rawValue), \(CurlLibrary.message(code))")
        }
    }

    /// Only gzip was asked for, which has two names (RFC 9110 section 8.4.1.3).
    private var encoding: String {
        let encoding = collector.headers.value("content-encoding") ?? "gzip"
        return ["gzip", "x-gzip"].contains(encoding.lowercased()) ? "gzip" : String(encoding.prefix(40))
    }

    private var connectError: String {
        let number = Int32(clamping: handle.number(CURLINFO_OS_ERRNO))
        guard number != 0 else { return attempts.isEmpty ? "no address may be connected to" : "no address answers" }
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }

    /// What OpenSSL's verify result means; numbers are those of `x509_vfy.h`.
    ///
    /// A wrong name leaves the value with which libcurl begins, 1: it compares names itself, before it asks for the result.
    static func fault(verifyResult: Int) -> TLSFault {
        switch verifyResult {
        case 0, 1, 62: .nameMismatch
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        case 19, 20, 2, 27: .unknownAuthority
        case 21: .incompleteChain
        default: .certificateRefused
        }
    }
}
