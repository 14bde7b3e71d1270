import Platform
import Postgres

/// The current revision of a domain and kind.
struct RevisionRow: Equatable, Sendable {
    var tenantID: Int32
    var domainID: Int32
    var kind: String
    var number: Int32
    var digest: [UInt8]?
    var published: UnixTime
}

/// A revision in a domain's history.
struct HistoryRow: Equatable, Sendable {
    var revision: RevisionRow
    var isUploaded: Bool?
}

/// A row of `fleet.association_documents`.
struct DocumentRow: Equatable, Sendable {
    var digest: [UInt8]
    var kind: String
    var bytes: [UInt8]
}

extension Statement<RevisionRow> {
    private static let revisionColumns: [DataType] = [.int4, .int4, .text, .int4, .bytea, .timestamptz]

    private static let decodeRevision: @Sendable (inout RowReader) throws(PostgresError) -> RevisionRow = {
        row throws(PostgresError) in
        RevisionRow(
            tenantID: try row.next(), domainID: try row.next(), kind: try row.next(), number: try row.next(),
            digest: try row.next(), published: try row.next())
    }

    /// The current revisions of the domains of these tenants; of all for NULL.
    static let currentRevisions = Statement(
        "current_revisions",
        sql: """
            SELECT DISTINCT ON (domain_id, kind) tenant_id, domain_id, kind, number, sha256, published_at
            FROM fleet.association_revisions
            WHERE $1::integer[] IS NULL OR tenant_id = ANY ($1)
            ORDER BY domain_id, kind, number DESC
            """,
        parameters: [.int4Array], columns: revisionColumns, decode: decodeRevision)
}

extension Statement<HistoryRow> {
    /// All revisions of a live or released name, the newest first.
    static let revisionHistory = Statement(
        "revision_history",
        sql: """
            SELECT revision.tenant_id, domain_id, kind, number, sha256, published_at, is_uploaded
            FROM fleet.association_revisions AS revision
            JOIN fleet.domains ON domains.id = domain_id
            WHERE name = $1 AND state <> 'pending'
            ORDER BY published_at DESC, kind, number DESC
            """,
        parameters: [.text], columns: [.int4, .int4, .text, .int4, .bytea, .timestamptz, .bool]
    ) { row throws(PostgresError) in
        let revision = RevisionRow(
            tenantID: try row.next(), domainID: try row.next(), kind: try row.next(), number: try row.next(),
            digest: try row.next(), published: try row.next())
        return HistoryRow(revision: revision, isUploaded: try row.next())
    }
}

extension Statement<DocumentRow> {
    /// The documents with these digests; a digest is asked for once, whatever its kinds.
    static let documents = Statement(
        "documents",
        sql: """
            SELECT sha256, kind, bytes
            FROM fleet.association_documents
            WHERE sha256 = ANY ($1)
            ORDER BY sha256, kind
            """,
        parameters: [.byteaArray],
        columns: [.bytea, .text, .bytea]
    ) { row throws(PostgresError) in
        DocumentRow(digest: try row.next(), kind: try row.next(), bytes: try row.next())
    }
}

extension Statement<Void> {
    /// Stores documents that are not there yet.
    static let insertDocuments = Statement(
        "insert_documents",
        sql: """
            INSERT INTO fleet.association_documents (sha256, kind, bytes)
            SELECT sha256, kind, bytes
            FROM unnest($1, $2, $3) AS given (sha256, kind, bytes)
            ORDER BY sha256, kind
            ON CONFLICT DO NOTHING
            """,
        parameters: [.byteaArray, .textArray, .byteaArray])

    /// Publishes: a revision after the last of each domain and kind.
    ///
    /// A digest of NULL withdraws the file.
    static let insertRevisions = Statement(
        "insert_revisions",
        sql: """
            INSERT INTO fleet.association_revisions (tenant_id, domain_id, kind, number, sha256, is_uploaded)
            SELECT $1, given.domain_id, given.kind, 1 + coalesce(
              (
                SELECT max(number)
                FROM fleet.association_revisions AS earlier
                WHERE earlier.domain_id = given.domain_id AND earlier.kind = given.kind
              ), 0), given.sha256, given.is_uploaded
            FROM unnest($2, $3, $4, $5) AS given (domain_id, kind, sha256, is_uploaded)
            """,
        parameters: [.int4, .int4Array, .textArray, .byteaArray, .boolArray])
}
