import Cryptography
import DeepLinks
import Platform
import Postgres

extension Statement<StoredCertificate?> {
    /// The certificates of these fingerprints, by name; all for NULL.
    static let certificates = Statement(
        "certificates",
        sql: """
            SELECT fingerprint, names, key_kind, issuer, begins_at, ends_at, chain, sealed_key, stored_at
            FROM fleet.certificates
            WHERE $1::bytea[] IS NULL OR fingerprint = ANY ($1)
            ORDER BY names, ends_at, fingerprint
            """,
        parameters: [.byteaArray],
        columns: [
            .bytea, .textArray, .text, .text, .timestamptz, .timestamptz, .byteaArray, .bytea, .timestamptz,
        ]
    ) { row throws(PostgresError) in
        let fingerprint = SHA256Digest(bytes: try row.next([UInt8].self))
        let names = try row.next([String].self)
        let kind = ServerKeyKind(rawValue: try row.next())
        let (issuer, begins, ends) = (
            try row.next(String.self), try row.next(UnixTime.self), try row.next(UnixTime.self)
        )
        let (chain, key, stored) = (
            try row.next([[UInt8]].self), try row.next([UInt8].self), try row.next(UnixTime.self)
        )
        guard let fingerprint, let kind else { return nil }
        return StoredCertificate(
            fingerprint: fingerprint, names: names, keyKind: kind, issuer: issuer, begins: begins, ends: ends,
            chain: chain, sealedKey: key, stored: stored)
    }
}

extension Statement<StoredCertificate.Version?> {
    /// Which writing there is of each certificate.
    static let certificateVersions = Statement(
        "certificate_versions",
        sql: "SELECT fingerprint, stored_at FROM fleet.certificates ORDER BY fingerprint",
        columns: [.bytea, .timestamptz]
    ) { row throws(PostgresError) in
        let (fingerprint, stored) = (try row.next([UInt8].self), try row.next(UnixTime.self))
        return SHA256Digest(bytes: fingerprint).map {
            StoredCertificate.Version(fingerprint: $0, stored: stored)
        }
    }
}

extension Statement<ACMEChallenge?> {
    /// The challenges that are open.
    static let challenges = Statement(
        "challenges",
        sql: """
            SELECT host, token, answer, expires_at
            FROM fleet.challenges
            WHERE expires_at > statement_timestamp()
            ORDER BY host, token
            """,
        columns: [.text, .text, .text, .timestamptz]
    ) { row throws(PostgresError) in
        let (host, token, answer) = (
            try row.next(String.self), try row.next(String.self), try row.next(String.self)
        )
        let expires = try row.next(UnixTime.self)
        guard let host = try? HostName(stored: host) else { return nil }
        return ACMEChallenge(host: host, token: token, answer: answer, expires: expires)
    }
}

extension Statement<[UInt8]> {
    /// Takes away what a certificate ($1) replaces: those of its kind ($2) for none but its names ($3) that end no later
    /// ($4).
    static let replaceCertificates = Statement(
        "replace_certificates",
        sql: """
            DELETE FROM fleet.certificates
            WHERE fingerprint <> $1 AND key_kind = $2 AND names <@ $3 AND ends_at <= $4
            RETURNING fingerprint
            """,
        parameters: [.bytea, .text, .textArray, .timestamptz], columns: [.bytea]
    ) { row throws(PostgresError) in try row.next() }

    /// Takes certificates away.
    static let deleteCertificates = Statement(
        "delete_certificates",
        sql: "DELETE FROM fleet.certificates WHERE fingerprint = ANY ($1) RETURNING fingerprint",
        parameters: [.byteaArray], columns: [.bytea]
    ) { row throws(PostgresError) in try row.next() }
}

extension Statement<String> {
    /// The names that are live, also those of suspended tenants, whose association files stay.
    static let liveNames = Statement(
        "live_names",
        sql: """
            SELECT domains.name
            FROM fleet.domains JOIN fleet.tenants ON tenants.id = tenant_id
            WHERE state = 'live' AND removed_at IS NULL
            ORDER BY domains.name
            """,
        columns: [.text]
    ) { row throws(PostgresError) in try row.next() }
}

extension Statement<Void> {
    /// Stores a certificate, or its key again.
    static let writeCertificate = Statement(
        "write_certificate",
        sql: """
            INSERT INTO fleet.certificates (fingerprint, names, key_kind, issuer, begins_at, ends_at, chain, sealed_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (fingerprint) DO UPDATE
            SET chain = EXCLUDED.chain, sealed_key = EXCLUDED.sealed_key, stored_at = clock_timestamp()
            """,
        parameters: [.bytea, .textArray, .text, .text, .timestamptz, .timestamptz, .byteaArray, .bytea])

    /// Opens a challenge, or opens it again.
    static let writeChallenge = Statement(
        "write_challenge",
        sql: """
            INSERT INTO fleet.challenges (host, token, answer)
            VALUES ($1, $2, $3)
            ON CONFLICT (host, token) DO UPDATE SET answer = EXCLUDED.answer, expires_at = EXCLUDED.expires_at
            """,
        parameters: [.text, .text, .text])

    /// Forgets challenges that are of no more use.
    static let forgetChallenges = Statement(
        "forget_challenges",
        sql: "DELETE FROM fleet.challenges WHERE expires_at <= statement_timestamp()")

    /// Closes a challenge.
    static let deleteChallenge = Statement(
        "delete_challenge",
        sql: "DELETE FROM fleet.challenges WHERE host = $1 AND token = $2",
        parameters: [.text, .text])
}
