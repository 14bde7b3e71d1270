import COpenSSL

/// One client's TLS session over a ``TLSWire``; the socket is somebody else's.
///
/// Confined to the wire's thread. After the wire has received, ``read()`` goes on with the handshake and decrypts; what is
/// then in the wire's output has to be sent before another session writes.
@safe
package final class TLSServerSession {
    /// What a call of ``read()`` came to; the wire has what was decrypted in any case.
    package enum Progress: Equatable, Sendable {
        /// The session goes on.
        case open
        /// The client sends no more (close_notify); it may still be answered.
        case ended
        /// The session is of no more use; the wire's output has the alert that says so.
        case failed(TLSServerFailure)
    }

    /// How often a client may change its keys and send nothing by them.
    ///
    /// A change costs much more than it takes to ask for it; an honest client changes after gigabytes.
    static let keyUpdateLimit = 32

    let server: TLSServer

    /// Whether the handshake is complete.
    package private(set) var isEstablished = false

    private let wire: TLSWire
    private let pointer: OpaquePointer
    private var entry: CertificateTable.Entry?
    private var refusal: TLSServerFailure?
    private var hasFailed = false
    private var hasClosed = false
    /// Changes of keys since something was sent.
    private var keyUpdates = 0
    private var coveredHost: [UInt8] = []

    /// Makes a session that waits for a client's hello.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    package init(_ server: TLSServer, over wire: TLSWire) throws(CryptographyError) {
        ERR_clear_error()
        guard let pointer = unsafe SSL_new(server.context) else { throw .last("SSL_new") }
        guard let bio = unsafe WireMethod.shared?.makeBIO(over: wire) else {
            unsafe SSL_free(pointer)
            throw .last("BIO_new")
        }
        unsafe SSL_set_bio(pointer, bio, bio)
        unsafe SSL_set_accept_state(pointer)
        self.server = server
        self.wire = wire
        unsafe self.pointer = pointer
        _ = unsafe SSL_set_ex_data(pointer, 0, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe SSL_free(pointer)
    }

    /// Takes all that the wire has received, and decrypts it.
    package func read() -> Progress {
        ERR_clear_error()
        defer { ERR_clear_error() }
        wire.plainCount = 0
        guard !hasFailed else {
            wire.dropIncoming()
            return .failed(.protocolViolated)
        }
        if !isEstablished {
            let result = unsafe SSL_do_handshake(pointer)
            guard result == 1 else { return outcome(result) }
            isEstablished = true
        }
        while wire.plainCount < TLSWire.plainCapacity {
            let target = unsafe wire.plain + wire.plainCount
            let count = unsafe SSL_read(pointer, target, Int32(TLSWire.plainCapacity - wire.plainCount))
            guard keyUpdates <= Self.keyUpdateLimit else { return fail(.protocolViolated) }
            guard count > 0 else { return outcome(count) }
            wire.plainCount += Int(count)
            keyUpdates = 0
        }
        return fail(.protocolViolated)
    }

    /// Encrypts bytes into the wire's output.
    ///
    /// - Parameter bytes: At least one.
    /// - Returns: Whether the session still takes bytes.
    package func write(_ bytes: Span<UInt8>) -> Bool {
        guard isEstablished, !hasFailed, !hasClosed else { return false }
        ERR_clear_error()
        let count = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe SSL_write(pointer, buffer.baseAddress, Int32(clamping: buffer.count))
        }
        if count == bytes.count { return true }
        hasFailed = true
        ERR_clear_error()
        return false
    }

    /// Puts into the wire's output that nothing more will be sent (RFC 8446 section 6.1); a second time puts nothing.
    package func close() {
        guard isEstablished, !hasFailed, !hasClosed else { return }
        hasClosed = true
        ERR_clear_error()
        _ = unsafe SSL_shutdown(pointer)
        ERR_clear_error()
    }

    /// Whether the session began with a ticket.
    package var isResumed: Bool { unsafe SSL_session_reused(pointer) == 1 }

    /// The version agreed on.
    package var version: TLSVersion? { TLSVersion(rawValue: UInt16(truncatingIfNeeded: unsafe SSL_version(pointer))) }

    /// Whether HTTP/2 was agreed on (RFC 9113 section 3.2).
    package var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(pointer, &name, &count)
        return unsafe UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }

    /// Whether the certificates that the client was presented hold for a host.
    ///
    /// - Parameter host: As a request names it, in any case, with or without a port and the root's dot.
    /// - Returns: Whether they do.
    package func covers(_ host: Span<UInt8>) -> Bool {
        if isCovered(host) { return true }
        let text = HostText.name(host)
        guard let entry, entry.covers(text) else { return false }
        coveredHost.removeAll(keepingCapacity: true)
        for index in host.indices { coveredHost.append(host[index]) }
        return true
    }

    private func isCovered(_ host: Span<UInt8>) -> Bool {
        guard host.count == coveredHost.count else { return false }
        for index in host.indices where host[index] != coveredHost[index] { return false }
        return !coveredHost.isEmpty
    }

    /// Counts a change of the client's keys; with one too many, what comes behind it is not read.
    func noteKeyUpdate() {
        keyUpdates += 1
        if keyUpdates > Self.keyUpdateLimit { wire.dropIncoming() }
    }

    // MARK: - The handshake

    /// Takes the certificates of the name that the client asks for.
    func identify(_ name: String?) -> Bool {
        guard let name, let entry = server.certificates.find(name) else {
            refusal = .unknownName
            return false
        }
        self.entry = entry
        // A ticket is taken only for the name that it was given for.
        return unsafe SSL_set_session_id_context(pointer, entry.sessionContext, UInt32(entry.sessionContext.count)) == 1
    }

    func presentCertificates() -> Bool {
        guard let entry else { return false }
        for certificate in entry.certificates {
            guard unsafe certificate.present(in: pointer) else { return false }
        }
        return true
    }

    private func outcome(_ result: Int32) -> Progress {
        switch unsafe SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: .open
        case SSL_ERROR_ZERO_RETURN: .ended
        default: fail(refusal ?? TLSServerFailure(openSSL: UInt(ERR_peek_error())))
        }
    }

    private func fail(_ failure: TLSServerFailure) -> Progress {
        hasFailed = true
        wire.dropIncoming()
        return .failed(failure)
    }
}
