/// A certificate made for the run, with what a server needs to present it.
package struct TestCertificate: Sendable {
    /// The file with the certificate, the rest of the chain and the private key in PEM, as HAProxy takes it.
    package let file: String

    /// The file with the certificate alone in PEM.
    package let certificateFile: String

    /// The file with the private key alone in PEM.
    package let keyFile: String

    /// The names that it holds for.
    package let names: [String]
}

/// The kind of a ``TestCertificate``'s key.
package enum TestCertificateKey: Sendable {
    /// ECDSA with P-256.
    case ecdsa
    /// RSA with 2,048 bits.
    case rsa

    var file: String {
        switch self {
        case .ecdsa: "leaf.key"
        case .rsa: "rsa.key"
        }
    }
}

/// What is right or wrong with a ``TestCertificate``.
package enum TestCertificateKind: Hashable, Sendable {
    /// Signed by the intermediate, which is presented with it; holds from yesterday for 90 days.
    case good
    /// As ``good``; ended yesterday.
    case expired
    /// As ``good``; begins tomorrow.
    case notYetValid
    /// As ``good``; ends after so many days and twelve hours.
    case ending(days: Int)
    /// As ``good``, with the names as its subject's common name and no alternative name.
    case withoutAlternativeNames
    /// As ``good``; the intermediate is not presented.
    case missingIntermediate
    /// As ``good``; the intermediate and the root are presented.
    case withRoot
    /// As ``good``; so many certificates that ended yesterday and that nobody needs are presented, too.
    case withExpiredSurplus(count: Int)
    /// As ``good``; the intermediate that is presented ended yesterday.
    case expiredIntermediate
    /// As ``good``; for clients instead of servers.
    case forClients
    /// Signed by itself.
    case selfSigned
    /// Signed by another authority's root, which is presented.
    case otherAuthorityWithRoot
    /// Signed by another authority's intermediate, which is presented.
    case otherAuthority
    /// Signed by another authority's intermediate, which is not presented.
    case otherAuthorityAlone
    /// Signed directly by the root.
    case signedByRoot
}
