import Cryptography
import Postgres

/// What a reader of the change feed knows, and what it does next: no input or output of its own.
struct FeedCursor: Sendable {
    private(set) var position: FeedPosition?
    private var versions: [Int32: TenantVersionRow] = [:]
    /// The certificates that were delivered.
    private(set) var certificates: [SHA256Digest: StoredCertificate.Version] = [:]

    /// What to read.
    enum Step: Equatable {
        /// Nothing has changed.
        case nothing
        /// The standby is behind what was read elsewhere.
        case waits
        /// The changes after a generation.
        case changes(after: Int64)
        /// The versions of all tenants, and then those that differ.
        case comparison
        /// Everything.
        case everything
    }

    /// Decides what to read, from where the feed stands and whether the connection is a new one.
    func step(at found: FeedPosition, isReconnected: Bool) -> Step {
        guard let position, position.identity == found.identity, position.history == found.history else {
            return .everything
        }
        // A primary is never behind itself: a crash has cost it what was committed without waiting for the disk.
        if found.generation < position.generation { return found.isStandby ? .waits : .everything }
        if isReconnected || position.generation < found.prunedThrough { return .comparison }
        return found.generation == position.generation ? .nothing : .changes(after: position.generation)
    }

    /// The tenants that differ from what was delivered, and those that are no more.
    func differences(from current: [TenantVersionRow]) -> (changed: [Int32], removed: [Int32]) {
        let ids = Set(current.map(\.id))
        return (
            current.filter { versions[$0.id] != $0 }.map(\.id),
            versions.keys.filter { !ids.contains($0) }.sorted()
        )
    }

    /// Takes over what was delivered.
    mutating func advance(to position: FeedPosition, everything rows: [TenantRow]) {
        versions = [:]
        advance(to: position, rows, removed: [])
    }

    /// Takes over what was delivered of some tenants.
    mutating func advance(to position: FeedPosition, _ rows: [TenantRow], removed: [Int32]) {
        self.position = position
        for row in rows {
            versions[row.id] = TenantVersionRow(
                id: row.id, version: row.version, publishedVersion: row.publishedVersion)
        }
        for id in removed { versions[id] = nil }
    }

    /// The certificates that differ from what was delivered, and those that are no more.
    func differences(
        from current: [StoredCertificate.Version]
    ) -> (changed: [SHA256Digest], removed: [SHA256Digest]) {
        let found = Set(current.map(\.fingerprint))
        return (
            current.filter { certificates[$0.fingerprint] != $0 }.map(\.fingerprint),
            certificates.keys.filter { !found.contains($0) }
        )
    }

    /// Takes over what was delivered of certificates.
    mutating func advance(_ change: CertificateChange) {
        for certificate in change.written { certificates[certificate.fingerprint] = certificate.version }
        for fingerprint in change.removed { certificates[fingerprint] = nil }
    }
}
