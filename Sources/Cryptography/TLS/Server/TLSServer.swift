import COpenSSL
import Platform

/// What the TLS sessions of a server have in common: certificates, ticket keys, protocols; safe from any thread.
///
/// TLS 1.2 with forward secrecy and authenticated encryption, and TLS 1.3; no compression, renegotiation, early data or
/// cache of sessions. There is no certificate but those of the table: a client that asks for another name, or for none,
/// gets the alert `unrecognized_name` (RFC 6066 section 3).
// Sendable because: an `SSL_CTX` locks itself and is not changed after `init`; the rest is behind locks.
@safe
package final class TLSServer: @unchecked Sendable {
    /// How long a ticket is of use, in seconds; RFC 8446 section 4.6.1 allows a week.
    static let ticketSeconds = 12 * 3600

    let context: OpaquePointer
    let ticketKeys: TicketKeyRing
    private let table: LockedValue<CertificateTable>
    private let protocols: [[UInt8]]

    /// Makes a server without certificates.
    ///
    /// - Parameters:
    ///   - secrets: What tickets are sealed with.
    ///   - protocols: What ALPN accepts, the preferred one first.
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    package convenience init(
        secrets: TicketSecrets, protocols: [String] = ["http/1.1", "http/1.0"]
    ) throws(CryptographyError) {
        try self.init(ticketKeys: TicketKeyRing(secrets), protocols: protocols)
    }

    init(ticketKeys: TicketKeyRing, protocols: [String]) throws(CryptographyError) {
        ERR_clear_error()
        table = LockedValue(try CertificateTable())
        self.ticketKeys = ticketKeys
        self.protocols = protocols.map { Array($0.utf8) }
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .last("SSL_CTX_new") }
        guard unsafe postern_set_lowest_version(context, TLS1_2_VERSION) == 1,
            unsafe SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            unsafe postern_set_groups(context, "X25519:P-256:P-384") == 1
        else {
            let error = CryptographyError.last("SSL_CTX_set_cipher_list")
            unsafe SSL_CTX_free(context)
            throw error
        }
        unsafe self.context = context
        unsafe SSL_CTX_set_options(context, Self.options)
        // An idle session keeps no buffers: they are 34 KB.
        unsafe postern_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
        unsafe postern_disable_session_cache(context)
        _ = unsafe SSL_CTX_set_timeout(context, Self.ticketSeconds)
        // A client that comes back is given another ticket each time.
        _ = unsafe SSL_CTX_set_num_tickets(context, 1)
        unsafe SSL_CTX_set_client_hello_cb(context, readClientHello, nil)
        unsafe SSL_CTX_set_cert_cb(context, presentCertificates, nil)
        unsafe SSL_CTX_set_alpn_select_cb(context, selectProtocol, nil)
        _ = unsafe SSL_CTX_set_tlsext_ticket_key_evp_cb(context, useTicketKey)
        unsafe SSL_CTX_set_msg_callback(context, noteMessage)
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// The certificates that are presented from now on; sessions that stand keep theirs.
    package var certificates: CertificateTable {
        get { table.withLock { $0 } }
        set { table.withLock { $0 = newValue } }
    }

    /// Seals tickets with other secrets from now on.
    package func replaceTicketSecrets(_ secrets: TicketSecrets) {
        ticketKeys.replace(secrets)
    }

    private static var options: UInt64 {
        // SSL_OP_… of OpenSSL 3.0; their macros shift, which Swift does not import.
        let noCompression: UInt64 = 1 << 17
        let serverPreference: UInt64 = 1 << 22
        let noRenegotiation: UInt64 = 1 << 30
        let prioritizeChaCha: UInt64 = 1 << 21
        return noCompression | serverPreference | noRenegotiation | prioritizeChaCha
    }

    /// Finds the first of our protocols that a client offers.
    ///
    /// - Parameter offer: Names with their lengths in front (RFC 7301 section 3.1).
    /// - Returns: Where it stands in the offer; `nil` when there is none.
    func choose(from offer: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        for name in protocols {
            var index = 0
            while index < offer.count {
                let end = index + 1 + Int(unsafe offer[index])
                guard end <= offer.count else { return nil }
                if unsafe offer[(index + 1)..<end].elementsEqual(name) { return (index + 1)..<end }
                index = end
            }
        }
        return nil
    }
}
