package import Association
package import Cryptography
package import Platform

/// A publication: what a domain has said since then, until its next revision of the kind.
package struct Revision: Equatable, Sendable {
    /// The kind of the file.
    package var kind: AssociationKind

    /// 1 or more, ascending for each domain and kind.
    package var number: Int

    /// The SHA-256 of the file; `nil` where the file was withdrawn.
    package var digest: SHA256Digest?

    /// When it was published.
    package var published: UnixTime

    /// Whether it published a file that the tenant gave; `nil` is not known.
    package var isUploaded: Bool?

    init(_ history: HistoryRow) {
        let row = history.revision
        isUploaded = history.isUploaded
        kind = row.kind == "aasa" ? .aasa : .assetlinks
        number = Int(row.number)
        digest = row.digest.flatMap { SHA256Digest(bytes: $0) }
        published = row.published
    }
}
