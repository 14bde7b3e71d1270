import COpenSSL
package import Platform

/// Makes TLS handshakes to see what servers present, without any request; safe from any thread.
///
/// It takes whatever version and certificate the server has, to be able to tell about them, and judges them afterwards;
/// therefore nothing may be sent over such a connection.
// Sendable because: an `SSL_CTX` locks itself, and is not changed after `init`.
@safe
package final class TLSClient: @unchecked Sendable {
    /// The authorities that chains are judged by.
    package let trust: TrustStore

    private let context: OpaquePointer

    /// Makes a client.
    ///
    /// - Parameter trust: The authorities that chains are judged by.
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    package init(trust: TrustStore) throws(CryptographyError) {
        ERR_clear_error()
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw .last("SSL_CTX_new") }
        // TLS 1.0 and 1.1 are below OpenSSL's security level 1.
        guard unsafe postern_set_lowest_version(context, TLS1_VERSION) == 1,
            unsafe SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0") == 1
        else {
            let error = CryptographyError.last("SSL_CTX_set_cipher_list")
            unsafe SSL_CTX_free(context)
            throw error
        }
        unsafe SSL_CTX_set_cert_verify_callback(context, acceptAnyCertificate, nil)
        unsafe self.context = context
        self.trust = trust
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// Begins a handshake.
    ///
    /// - Parameters:
    ///   - address: Where to connect; the caller has judged it.
    ///   - host: The name for SNI, without a dot at the end, and for the certificate.
    ///   - protocols: What ALPN offers, the preferred one first.
    ///   - preface: What is sent before the handshake: a header of the PROXY protocol. None by default.
    /// - Returns: The handshake, which the caller drives; see ``TLSHandshake``.
    package func begin(
        _ address: SocketAddress, host: String, protocols: [String] = ["http/1.1"], preface: [UInt8] = []
    ) -> TLSHandshake {
        let session: Result<TLSSession, TLSFailure>
        do throws(TLSFailure) {
            session = .success(try unsafe TLSSession(context: context, host: host, protocols: protocols))
        } catch {
            session = .failure(error)
        }
        return TLSHandshake(address, host: host, trust: trust, session: session, preface: preface)
    }

    /// Makes a handshake and waits for its end.
    ///
    /// - Parameters:
    ///   - address: Where to connect; the caller has judged it.
    ///   - host: The name for SNI, without a dot at the end, and for the certificate.
    ///   - protocols: What ALPN offers, the preferred one first.
    ///   - deadline: When the attempt ends at the latest, whatever phase it is in.
    /// - Returns: What was seen, also when the handshake failed.
    package func inspect(
        _ address: SocketAddress, host: String, protocols: [String] = ["http/1.1"], deadline: MonotonicTime
    ) -> TLSInspection {
        var handshake = begin(address, host: host, protocols: protocols)
        do throws(SystemError) {
            let epoll = try Epoll(capacity: 1)
            if handshake.wish != nil { try epoll.add(handshake.descriptor, [], token: 0) }
            while let wish = handshake.wish {
                let now = MonotonicTime.now()
                guard now < deadline else { return handshake.expire() }
                try epoll.modify(handshake.descriptor, wish == .writable ? .writable : .readable, token: 0)
                if epoll.wait(until: deadline, now: now) > 0 { handshake.goOn() }
            }
        } catch {
            return handshake.end(.notConnected(errno: error.errno))
        }
        return handshake.inspection
    }
}

/// Lets every certificate pass: they are judged when the handshake is over.
private func acceptAnyCertificate(_ context: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 { 1 }
