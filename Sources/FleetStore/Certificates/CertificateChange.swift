package import Cryptography

/// What the change feed tells of certificates and challenges.
package struct CertificateChange: Equatable, Sendable {
    /// Certificates that are new, or were written again.
    package var written: [StoredCertificate]
    /// Certificates that are no more.
    package var removed: [SHA256Digest]
    /// All challenges that are open.
    package var challenges: [ACMEChallenge]
}
