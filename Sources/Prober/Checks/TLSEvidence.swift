package import Cryptography
package import Platform

/// What a TLS handshake showed of the server.
package struct TLSEvidence: Hashable, Sendable {
    /// The version, `TLS 1.3`; `nil` when there was no handshake.
    package var version: String?
    /// The certificates that the server sent, its own first; the first ten of more.
    package var chain: [Certificate]
    /// How many certificates the server sent.
    package var certificateCount: Int
    /// What a client refuses it for.
    package var fault: TLSFault?

    /// Makes evidence.
    package init(
        version: String? = nil, chain: [Certificate] = [], certificateCount: Int? = nil, fault: TLSFault? = nil
    ) {
        self.version = version
        self.chain = chain
        self.certificateCount = certificateCount ?? chain.count
        self.fault = fault
    }

    /// The server's own certificate.
    package var leaf: Certificate? { chain.first }

    /// When the first certificate that a client uses expires; what the server sends beside those says nothing.
    package var expiry: UnixTime? { chain.filter(\.isUsed).map(\.notAfter).min() }

    /// One certificate in short.
    package struct Certificate: Hashable, Sendable {
        /// The SHA-256 of the certificate in DER.
        package let fingerprint: SHA256Digest
        /// The subject's name, as OpenSSL prints it on one line.
        package let subject: String
        /// The issuer's name.
        package let issuer: String
        /// The DNS names that it is for; the first hundred of more.
        package let names: [String]
        /// When it begins to hold.
        package let notBefore: UnixTime
        /// When it expires.
        package let notAfter: UnixTime
        /// Whether a client uses it; else it is surplus.
        package let isUsed: Bool

        /// Makes a summary.
        package init(
            fingerprint: SHA256Digest, subject: String, issuer: String, names: [String], notBefore: UnixTime,
            notAfter: UnixTime, isUsed: Bool = true
        ) {
            self.fingerprint = fingerprint
            self.subject = subject
            self.issuer = issuer
            self.names = names
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.isUsed = isUsed
        }
    }
}
