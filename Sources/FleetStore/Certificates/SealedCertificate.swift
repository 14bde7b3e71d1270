package import Cryptography

/// A certificate with its private key sealed: all that it takes to present it, but the secret.
package struct SealedCertificate: Hashable, Sendable {
    /// The SHA-256 of the certificate itself.
    package var fingerprint: SHA256Digest
    /// The names that it holds for, in lower case.
    package var names: [String]
    /// The certificate and those that are presented behind it, in DER.
    package var chain: [[UInt8]]
    /// The private key, sealed for this certificate.
    package var sealedKey: [UInt8]

    /// Opens it for presenting.
    ///
    /// - Throws: ``ServerCertificateError``.
    package func open(with key: SealingKey) throws(ServerCertificateError) -> ServerCertificate {
        try ServerCertificate(chain: chain, sealedKey: sealedKey, by: key, for: Self.context(fingerprint, names))
    }

    /// What ties a sealed key to its certificate and names: in another row it is not opened.
    static func context(_ fingerprint: SHA256Digest, _ names: [String]) -> [UInt8] {
        Array("certificate \(fingerprint.hex) \(names.joined(separator: ","))".utf8)
    }
}
