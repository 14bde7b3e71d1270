package import Cryptography
package import Platform

/// A certificate as the database keeps it: its private key is sealed.
package struct StoredCertificate: Hashable, Sendable {
    /// The SHA-256 of the certificate itself.
    package var fingerprint: SHA256Digest
    /// The names that it holds for, in lower case.
    package var names: [String]
    /// The kind of its key.
    package var keyKind: ServerKeyKind
    /// Who signed it, as RFC 4514 text.
    package var issuer: String
    /// When it begins to hold.
    package var begins: UnixTime
    /// When it ends to hold.
    package var ends: UnixTime
    /// The certificate and those that are presented behind it, in DER.
    package var chain: [[UInt8]]
    /// The private key, sealed for this certificate.
    package var sealedKey: [UInt8]
    /// When it was written, by the database's clock.
    package var stored: UnixTime

    /// Which writing of the certificate it is.
    package var version: Version { Version(fingerprint: fingerprint, stored: stored) }

    /// One writing of a certificate.
    package struct Version: Hashable, Sendable {
        /// The certificate.
        package var fingerprint: SHA256Digest
        /// When it was written.
        package var stored: UnixTime
    }

    /// Seals a certificate for the database.
    ///
    /// - Throws: ``StoreError/internal(_:)`` when OpenSSL fails.
    package init(sealing certificate: ServerCertificate, with key: SealingKey) throws(StoreError) {
        let leaf = certificate.leaf
        fingerprint = leaf.fingerprint
        names = certificate.names
        keyKind = certificate.keyKind
        issuer = leaf.issuer
        begins = leaf.notBefore
        ends = leaf.notAfter
        stored = UnixTime(microseconds: 0)
        let context = SealedCertificate.context(leaf.fingerprint, certificate.names)
        guard let chain = try? certificate.chain(), let sealed = try? certificate.sealedKey(by: key, for: context)
        else { throw .internal("the certificate cannot be sealed") }
        self.chain = chain
        sealedKey = sealed
    }

    init(
        fingerprint: SHA256Digest, names: [String], keyKind: ServerKeyKind, issuer: String, begins: UnixTime,
        ends: UnixTime, chain: [[UInt8]], sealedKey: [UInt8], stored: UnixTime
    ) {
        self.fingerprint = fingerprint
        self.names = names
        self.keyKind = keyKind
        self.issuer = issuer
        self.begins = begins
        self.ends = ends
        self.chain = chain
        self.sealedKey = sealedKey
        self.stored = stored
    }

    /// What of it is presented.
    package var sealed: SealedCertificate {
        SealedCertificate(fingerprint: fingerprint, names: names, chain: chain, sealedKey: sealedKey)
    }
}
