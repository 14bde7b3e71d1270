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
    /// Whether the server asks for a client's certificate; it may do without.
    package var asksForCertificate: Bool

    /// Makes evidence.
    package init(
        version: String? = nil, chain: [Certificate] = [], certificateCount: Int? = nil, fault: TLSFault? = nil,
        asksForCertificate: Bool = false
    ) {
        self.version = version
        self.chain = chain
        self.certificateCount = certificateCount ?? chain.count
        self.fault = fault
        self.asksForCertificate = asksForCertificate
    }

    /// The server's own certificate.
    package var leaf: Certificate? { chain.first }

    /// The certificate that a fault is about: of its dates the one that a client uses whose are worst, else the server's.
    func culprit(of fault: TLSFault) -> Certificate? {
        switch fault {
        case .expired: firstToExpire
        case .notYetValid: used.max { $0.notBefore < $1.notBefore }
        default: leaf
        }
    }

    /// The first certificate to expire of those that a client uses.
    var firstToExpire: Certificate? { used.min { $0.notAfter < $1.notAfter } }

    /// When the first certificate that a client uses expires; what the server sends beside those says nothing.
    package var expiry: UnixTime? { firstToExpire?.notAfter }

    private var used: [Certificate] { chain.filter(\.isUsed) }

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
