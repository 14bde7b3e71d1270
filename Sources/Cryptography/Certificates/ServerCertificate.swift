import COpenSSL

/// A certificate that a server presents: its chain and its private key; safe from any thread.
///
/// Nothing gives the key away again.
// Sendable because: `X509` and `EVP_PKEY` are only read after `init`, and count their references atomically.
@safe
package final class ServerCertificate: @unchecked Sendable {
    /// What the certificate itself says.
    package let leaf: Certificate

    /// The names that it holds for, in lower case: exact ones, and wildcards as `*.acme.example`.
    package let names: [String]

    /// The kind of its key.
    package let keyKind: ServerKeyKind

    /// How many certificates are presented behind it.
    package let intermediateCount: Int

    private let certificate: CertificateHandle
    private let intermediates: [CertificateHandle]
    private let stack: OpaquePointer
    private let key: PrivateKeyHandle

    /// Reads a certificate and its key.
    ///
    /// - Parameters:
    ///   - chain: A PEM text: the certificate, then those of the authorities between it and the root.
    ///   - key: A PEM text with the private key; may be the same text.
    /// - Throws: ``ServerCertificateError``.
    package convenience init(chain: [UInt8], key: [UInt8]) throws(ServerCertificateError) {
        let handles = try Self.read(chain)
        try self.init(handles, key: try PrivateKeyHandle.read(pem: key, as: handles[0].keyKind))
    }

    /// Opens a certificate that was stored with its key sealed.
    ///
    /// - Parameters:
    ///   - chain: As ``chain``.
    ///   - sealedKey: As ``sealedKey(by:for:)`` made it.
    ///   - sealing: The key that it was sealed with.
    ///   - context: What it was sealed for.
    /// - Throws: ``ServerCertificateError``; ``ServerCertificateError/sealedKey`` when the key cannot be opened.
    package convenience init(
        chain: [[UInt8]], sealedKey: [UInt8], by sealing: SealingKey, for context: [UInt8]
    ) throws(ServerCertificateError) {
        guard !chain.isEmpty else { throw .noCertificate }
        var handles: [CertificateHandle] = []
        for der in chain {
            guard let handle = try? CertificateHandle(der: der) else { throw .malformedCertificate }
            handles.append(handle)
        }
        guard var der = try? sealing.open(sealedKey, for: context) else { throw .sealedKey }
        defer { PrivateKeyHandle.forget(&der) }
        try self.init(handles, key: try PrivateKeyHandle.read(der: der, as: handles[0].keyKind))
    }

    /// Takes the certificates, of which there is at least one.
    private init(_ handles: [CertificateHandle], key: PrivateKeyHandle) throws(ServerCertificateError) {
        certificate = handles[0]
        intermediates = Array(handles.dropFirst())
        intermediateCount = handles.count - 1
        guard let leaf = try? certificate.read() else { throw .malformedCertificate }
        self.leaf = leaf
        guard !leaf.isAuthority || leaf.isSelfSigned else { throw .authority }
        names = leaf.dnsNames.map { $0.lowercased() }
        guard !names.isEmpty else { throw .noNames }
        self.key = key
        guard let kind = key.kind else { throw .unsupportedKey }
        keyKind = kind
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard unsafe X509_check_private_key(certificate.pointer, key.pointer) == 1 else { throw .keyMismatch }
        guard let stack = unsafe postern_new_certificates() else { throw .noMemory }
        for handle in handles.dropFirst() {
            unsafe X509_up_ref(handle.pointer)
            _ = unsafe postern_push_certificate(stack, handle.pointer)
        }
        unsafe self.stack = stack
    }

    deinit {
        unsafe postern_free_certificates(stack)
    }

    /// The certificate and those that are presented behind it, in DER.
    ///
    /// - Throws: ``CertificateError``.
    package func chain() throws(CertificateError) -> [[UInt8]] {
        var chain = [leaf.der]
        for handle in intermediates { chain.append(try handle.der()) }
        return chain
    }

    /// The private key, sealed.
    ///
    /// - Parameters:
    ///   - sealing: The key that opens it again.
    ///   - context: What it belongs to.
    /// - Returns: What ``init(chain:sealedKey:by:for:)`` takes.
    /// - Throws: ``CryptographyError``.
    package func sealedKey(by sealing: SealingKey, for context: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var der = try key.der()
        defer { PrivateKeyHandle.forget(&der) }
        return try sealing.seal(der, for: context)
    }

    /// Has a session present the certificate.
    func present(in session: OpaquePointer) -> Bool {
        unsafe SSL_use_cert_and_key(session, certificate.pointer, key.pointer, stack, 1) == 1
    }

    /// The certificates of a text, one or more.
    private static func read(_ chain: [UInt8]) throws(ServerCertificateError) -> [CertificateHandle] {
        guard let handles = try? CertificateHandle.read(pem: chain) else { throw .malformedCertificate }
        guard !handles.isEmpty else { throw .noCertificate }
        return handles
    }
}
