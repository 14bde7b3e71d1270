package import Cryptography
package import Platform

/// A revision of a domain's file, with its bytes.
package struct PublishedRevision: Hashable, Sendable {
    /// 1 or more.
    package let number: Int

    /// The digest; `nil` where the file was withdrawn.
    package let digest: SHA256Digest?

    /// The file; `nil` where it was withdrawn.
    package let bytes: [UInt8]?

    /// When it was published.
    package let published: UnixTime

    /// Makes a revision.
    package init(number: Int, digest: SHA256Digest?, bytes: [UInt8]?, published: UnixTime) {
        self.number = number
        self.digest = digest
        self.bytes = bytes
        self.published = published
    }
}
