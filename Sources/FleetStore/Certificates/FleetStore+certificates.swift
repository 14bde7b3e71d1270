package import Cryptography
package import DeepLinks
import Postgres

extension FleetStore {
    /// The certificates, by name.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func certificates() throws(StoreError) -> [StoredCertificate] {
        try inDatabase { () throws(PostgresError) in
            try connection.query(.certificates, [.byteArrays(nil)])
        }.compactMap { $0 }
    }

    /// The certificates, and the live domains that need one.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func certificateCoverage() throws(StoreError) -> CertificateCoverage {
        let (certificates, names) = try reading { () throws(PostgresError) in
            (
                try connection.query(.certificates, [.byteArrays(nil)]).compactMap { $0 },
                try connection.query(.liveNames)
            )
        }
        return CertificateCoverage(
            certificates: certificates, domains: names.compactMap { try? DomainName(stored: $0) })
    }

    /// Stores a certificate for all gateways; those of the same kind for no other names that end no later go.
    ///
    /// - Parameters:
    ///   - certificate: With its key sealed; one that is stored already is sealed again.
    ///   - operation: For the audit log.
    /// - Returns: Those that went.
    /// - Throws: ``StoreError/database(_:)``, ``StoreError/schema(_:)``.
    @discardableResult
    package func add(_ certificate: StoredCertificate, as operation: Operation) throws(StoreError) -> [SHA256Digest] {
        try requireSchemaForWriting()
        let names: [String?] = certificate.names
        return try connection.retryingTransaction { _ throws(StoreError) in
            let replaced = try inDatabase { () throws(PostgresError) in
                try connection.execute(
                    .writeCertificate,
                    [
                        .bytes(certificate.fingerprint.bytes), .texts(names), .text(certificate.keyKind.rawValue),
                        .text(certificate.issuer), .time(certificate.begins), .time(certificate.ends),
                        .byteArrays(certificate.chain), .bytes(certificate.sealedKey),
                    ])
                return try connection.query(
                    .replaceCertificates,
                    [
                        .bytes(certificate.fingerprint.bytes), .text(certificate.keyKind.rawValue), .texts(names),
                        .time(certificate.ends),
                    ])
            }.compactMap { SHA256Digest(bytes: $0) }
            try audit(operation, nil, AuditRecord(removing: replaced, adding: certificate))
            return replaced
        }
    }

    /// Takes certificates away; gateways present them no more.
    ///
    /// - Parameters:
    ///   - fingerprints: Which.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/notFound(kind:name:)`` when none of them is there, ``StoreError/database(_:)``.
    package func remove(certificates fingerprints: [SHA256Digest], as operation: Operation) throws(StoreError) {
        try requireSchemaForWriting()
        try connection.retryingTransaction { _ throws(StoreError) in
            let removed = try inDatabase { () throws(PostgresError) in
                try connection.query(.deleteCertificates, [.byteArrays(fingerprints.map(\.bytes))])
            }.compactMap { SHA256Digest(bytes: $0) }
            guard !removed.isEmpty else {
                throw .notFound(kind: "certificate", name: fingerprints.first?.hex ?? "")
            }
            try audit(operation, nil, AuditRecord(removing: removed))
        }
    }

    /// Has every gateway answer a challenge, for a day at most; the audit log does not keep it.
    ///
    /// - Throws: ``StoreError/database(_:)``, ``StoreError/schema(_:)``.
    package func add(_ challenge: ACMEChallenge) throws(StoreError) {
        try requireSchemaForWriting()
        try connection.retryingTransaction { _ throws(StoreError) in
            try inDatabase { () throws(PostgresError) in
                try connection.execute(.forgetChallenges)
                try connection.execute(
                    .writeChallenge,
                    [.text(challenge.host.text), .text(challenge.token), .text(challenge.answer)])
            }
        }
    }

    /// Has no gateway answer a challenge any more; one that is not there is none the less gone.
    ///
    /// - Throws: ``StoreError/database(_:)``, ``StoreError/schema(_:)``.
    package func removeChallenge(of host: HostName, token: String) throws(StoreError) {
        try requireSchemaForWriting()
        try inDatabase { () throws(PostgresError) in
            try connection.execute(.deleteChallenge, [.text(host.text), .text(token)])
        }
    }
}
