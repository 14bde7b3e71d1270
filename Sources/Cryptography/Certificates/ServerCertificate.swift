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
    package init(chain: [UInt8], key: [UInt8]) throws(ServerCertificateError) {
        var handles = try Self.read(chain)
        certificate = handles.removeFirst()
        intermediates = handles
        intermediateCount = handles.count
        guard let leaf = try? certificate.read() else { throw .malformedCertificate }
        self.leaf = leaf
        guard !leaf.isAuthority || leaf.isSelfSigned else { throw .authority }
        names = leaf.dnsNames.map { $0.lowercased() }
        guard !names.isEmpty else { throw .noNames }
        self.key = try PrivateKeyHandle.read(pem: key)
        guard let kind = self.key.kind else { throw .unsupportedKey }
        keyKind = kind
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard unsafe X509_check_private_key(certificate.pointer, self.key.pointer) == 1 else { throw .keyMismatch }
        guard let stack = unsafe postern_new_certificates() else { throw .noMemory }
        for handle in handles {
            unsafe X509_up_ref(handle.pointer)
            _ = unsafe postern_push_certificate(stack, handle.pointer)
        }
        unsafe self.stack = stack
    }

    deinit {
        unsafe postern_free_certificates(stack)
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
