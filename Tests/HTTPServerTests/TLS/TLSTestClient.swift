import COpenSSL
import TestSupport
import Testing

/// A client that speaks TLS step by step: what programs do not do, or not when a test needs it.
@safe
final class TLSTestClient {
    private let wire: TestClient
    private let context: OpaquePointer
    private let session: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private var taken = 0

    /// What was received, decrypted.
    private(set) var received: [UInt8] = []

    /// Connects and has a handshake of TLS 1.3.
    init(_ server: SecureTestServer, host: String = "a.test", speaksHTTP2: Bool = true) throws {
        wire = try TestClient(to: server.address)
        unsafe context = try #require(unsafe SSL_CTX_new(TLS_client_method()))
        unsafe session = try #require(unsafe SSL_new(context))
        unsafe incoming = try #require(unsafe postern_new_memory_bio())
        unsafe outgoing = try #require(unsafe postern_new_memory_bio())
        unsafe SSL_set_bio(session, incoming, outgoing)
        unsafe SSL_set_connect_state(session)
        _ = unsafe postern_set_server_name(session, host)
        let name = Array((speaksHTTP2 ? "h2" : "http/1.1").utf8)
        let offer = [UInt8(name.count)] + name
        _ = unsafe SSL_set_alpn_protos(session, offer, UInt32(offer.count))
        while unsafe SSL_do_handshake(session) != 1 {
            flush()
            try #require(feed())
        }
        flush()
    }

    deinit {
        unsafe SSL_free(session)
        unsafe SSL_CTX_free(context)
    }

    func send(_ bytes: [UInt8]) {
        _ = unsafe SSL_write(session, bytes, Int32(bytes.count))
        flush()
    }

    /// Says that nothing more will be sent (close_notify), and listens on.
    func close() {
        _ = unsafe SSL_shutdown(session)
        flush()
    }

    /// Ends this side of the socket, with or without ``close()`` before.
    func finishSending() { wire.finishSending() }

    /// Changes the keys, and asks the server to change its own.
    func updateKeys() {
        _ = unsafe SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED)
        _ = unsafe SSL_do_handshake(session)
        flush()
    }

    /// Receives once more, within a minute.
    ///
    /// - Returns: Whether the connection goes on.
    @discardableResult
    func receiveMore() -> Bool {
        guard feed() else { return false }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe SSL_read(session, &bytes, Int32(bytes.count))
            guard count > 0 else { return true }
            received += bytes.prefix(Int(count))
        }
    }

    /// Everything up to the server's end of the connection.
    func receiveAll() -> [UInt8] {
        while receiveMore() {}
        return received
    }

    private func feed() -> Bool {
        guard wire.receiveMore() else { return false }
        let bytes = Array(wire.received[taken...])
        taken = wire.received.count
        return unsafe BIO_write(incoming, bytes, Int32(bytes.count)) == Int32(bytes.count)
    }

    private func flush() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe BIO_read(outgoing, &bytes, Int32(bytes.count))
            guard count > 0 else { return }
            wire.send(Array(bytes.prefix(Int(count))))
        }
    }
}
