import Postgres

/// An association file that a tenant gave for a domain.
struct UploadRow: Equatable, Sendable {
    var domainID: Int32
    var kind: String
    var bytes: [UInt8]
}

extension Statement<UploadRow> {
    /// The uploaded files of these tenants; of all for NULL.
    static let uploads = Statement(
        "uploads",
        sql: """
            SELECT domain_id, kind, bytes
            FROM fleet.association_uploads JOIN fleet.association_documents USING (sha256, kind)
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY domain_id, kind
            """,
        parameters: [.int4Array],
        columns: [.int4, .text, .bytea]
    ) { row throws(PostgresError) in
        UploadRow(domainID: try row.next(), kind: try row.next(), bytes: try row.next())
    }
}

extension Statement<Void> {
    /// Takes uploaded files away, given as columns of domains and kinds.
    static let deleteUploads = Statement(
        "delete_uploads",
        sql: """
            DELETE FROM fleet.association_uploads AS upload
            USING unnest($2, $3) AS gone (domain, kind), fleet.domains
            WHERE domains.tenant_id = $1 AND domains.name = gone.domain
              AND upload.domain_id = domains.id AND upload.kind = gone.kind
            """,
        parameters: [.int4, .textArray, .textArray])

    /// Stores files and makes domains publish them, given as columns of domains, kinds and bytes.
    static let writeUploads = Statement(
        "write_uploads",
        sql: """
            WITH given AS (
              SELECT domain, kind, bytes, sha256(bytes) AS sha256
              FROM unnest($2, $3, $4) AS given (domain, kind, bytes)
            ), stored AS (
              INSERT INTO fleet.association_documents (sha256, kind, bytes)
              SELECT DISTINCT sha256, kind, bytes
              FROM given
              ORDER BY sha256, kind
              ON CONFLICT DO NOTHING
            )
            INSERT INTO fleet.association_uploads (tenant_id, domain_id, kind, sha256)
            SELECT $1, domains.id, given.kind, given.sha256
            FROM given JOIN fleet.domains ON domains.tenant_id = $1 AND domains.name = given.domain
            ON CONFLICT (domain_id, kind) DO UPDATE SET sha256 = EXCLUDED.sha256
            """,
        parameters: [.int4, .textArray, .textArray, .byteaArray])
}
