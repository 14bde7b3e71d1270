package import Platform

/// What an X.509 certificate says (RFC 5280); a value, read once.
package struct Certificate: Hashable, Sendable {
    /// The certificate in DER.
    package let der: [UInt8]

    /// Whom it is about, as RFC 4514 text: `CN=go.acme.example`; at most 1,024 bytes.
    package let subject: String

    /// Who signed it, as RFC 4514 text.
    package let issuer: String

    /// The organisation of the issuer; `nil` where it has none.
    package let issuerOrganization: String?

    /// The DNS names it holds for, from the alternative names alone (RFC 9525 section 2): the subject does not count.
    package let dnsNames: [String]

    /// When it begins to hold.
    package let notBefore: UnixTime

    /// When it ends to hold.
    package let notAfter: UnixTime

    /// The SHA-256 of the DER.
    package let fingerprint: SHA256Digest

    /// Whether it is signed with its own key.
    package let isSelfSigned: Bool

    /// Whether it may sign other certificates.
    package let isAuthority: Bool

    /// Reads a certificate.
    ///
    /// - Parameter der: One certificate in DER, and nothing behind it.
    /// - Throws: ``CertificateError``.
    package init(der: [UInt8]) throws(CertificateError) {
        self = try CertificateHandle(der: der).read()
    }

    /// Reads every certificate of a PEM text; what else stands there, as explanations and keys, is passed over.
    ///
    /// - Parameter pem: The text.
    /// - Returns: The certificates in their order; none where the text holds none.
    /// - Throws: ``CertificateError`` when a certificate is malformed.
    package static func read(pem: [UInt8]) throws(CertificateError) -> [Certificate] {
        var certificates: [Certificate] = []
        for handle in try CertificateHandle.read(pem: pem) { certificates.append(try handle.read()) }
        return certificates
    }

    init(
        der: [UInt8], subject: String, issuer: String, issuerOrganization: String?, dnsNames: [String],
        notBefore: UnixTime, notAfter: UnixTime, fingerprint: SHA256Digest, isSelfSigned: Bool, isAuthority: Bool
    ) {
        self.der = der
        self.subject = subject
        self.issuer = issuer
        self.issuerOrganization = issuerOrganization
        self.dnsNames = dnsNames
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.fingerprint = fingerprint
        self.isSelfSigned = isSelfSigned
        self.isAuthority = isAuthority
    }
}
