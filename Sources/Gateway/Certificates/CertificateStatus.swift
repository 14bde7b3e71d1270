import Cryptography
import Platform

/// How a gateway stands with its certificates.
struct CertificateStatus: Equatable, Sendable {
    /// Names that a certificate is presented for.
    var names = 0
    /// Certificates that are presented.
    var certificates = 0
    /// Pairs of files that are refused as they are now; a good one that was read before is still presented.
    var refused = 0
    /// When the first of those presented ends; `nil` without any.
    var firstEnd: UnixTime?
}
