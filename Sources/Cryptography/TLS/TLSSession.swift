import COpenSSL

/// Sole owner of a client's `SSL` between two buffers in memory; the socket is somebody else's.
///
/// Confined to one thread.
@safe
final class TLSSession {
    private let pointer: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer

    /// Whether the server has asked for the client's certificate (RFC 8446 section 4.3.2); it gets none.
    fileprivate(set) var asksForCertificate = false

    /// What a step of the handshake came to.
    enum Step: Equatable {
        case complete
        case needsInput
        case failed(TLSFailure)
    }

    /// Makes a session.
    ///
    /// - Throws: ``TLSFailure/noMemory``.
    init(context: OpaquePointer, host: String, protocols: [String]) throws(TLSFailure) {
        ERR_clear_error()
        guard let pointer = unsafe SSL_new(context) else { throw .noMemory }
        guard let input = unsafe postern_new_memory_bio(), let output = unsafe postern_new_memory_bio() else {
            unsafe SSL_free(pointer)
            throw .noMemory
        }
        unsafe SSL_set_bio(pointer, input, output)
        unsafe SSL_set_connect_state(pointer)
        unsafe self.pointer = pointer
        unsafe self.input = input
        unsafe self.output = output
        guard unsafe postern_set_server_name(pointer, host) == 1 else { throw .noMemory }
        let list = protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        if !list.isEmpty { _ = unsafe SSL_set_alpn_protos(pointer, list, UInt32(list.count)) }
        unsafe SSL_set_cert_cb(pointer, noteCertificateRequest, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe SSL_free(pointer)
    }

    /// Goes on with the handshake as far as the input leads.
    func step() -> Step {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let result = unsafe SSL_do_handshake(pointer)
        if result == 1 { return .complete }
        switch unsafe SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsInput
        default: return .failed(TLSFailure(openSSL: UInt(ERR_peek_error())))
        }
    }

    /// Hands over what came from the server.
    func feed(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            _ = unsafe BIO_write(input, buffer.baseAddress, Int32(clamping: buffer.count))
        }
    }

    /// Takes what is to be sent to the server.
    func takeOutput() -> [UInt8] {
        let count = unsafe BIO_ctrl_pending(output)
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let taken = unsafe bytes.withUnsafeMutableBytes { unsafe BIO_read(output, $0.baseAddress, Int32($0.count)) }
        return Array(bytes.prefix(Int(max(taken, 0))))
    }

    /// Makes the message that says that nothing more will be sent (RFC 8446 section 6.1).
    func close() {
        ERR_clear_error()
        _ = unsafe SSL_shutdown(pointer)
        ERR_clear_error()
    }

    /// The version agreed on; OpenSSL names its highest one before that.
    var version: TLSVersion? { TLSVersion(rawValue: UInt16(truncatingIfNeeded: unsafe SSL_version(pointer))) }

    /// The protocol agreed on by ALPN.
    var applicationProtocol: String? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(pointer, &bytes, &count)
        guard let bytes = unsafe bytes, count > 0 else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// The certificates that the server presented, the leaf first; those that cannot be read end the list.
    var chain: [Certificate] {
        guard let stack = unsafe SSL_get_peer_cert_chain(pointer) else { return [] }
        var chain: [Certificate] = []
        for index in 0..<(unsafe postern_count_certificates(stack)) {
            guard let certificate = unsafe postern_certificate_at(stack, index) else { break }
            unsafe X509_up_ref(certificate)
            guard let read = try? unsafe CertificateHandle(owning: certificate).read() else { break }
            chain.append(read)
        }
        return chain
    }
}

/// Notes that the server asks for a certificate, and goes on without one; the session outlives its `SSL`.
private func noteCertificateRequest(_ pointer: OpaquePointer?, _ session: UnsafeMutableRawPointer?) -> Int32 {
    guard let session = unsafe session else { return 1 }
    unsafe Unmanaged<TLSSession>.fromOpaque(session).takeUnretainedValue().asksForCertificate = true
    return 1
}
