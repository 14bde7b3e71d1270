import Cryptography
import Postgres

/// The reading of the change feed over one connection.
struct FeedReader {
    var connection: Connection
    var cursor: FeedCursor
    /// What the last ``read()`` found of certificates and challenges; `nil` when nothing of them has changed.
    private(set) var certificates: CertificateChange?
    private let readsCertificates: Bool
    private var isReconnected = true

    /// Goes on from what a former connection read.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - cursor: Where the former one stood.
    ///   - readsCertificates: Whether certificates are read; challenges are in any case.
    init(_ connection: Connection, from cursor: FeedCursor, readsCertificates: Bool = false) {
        self.connection = connection
        self.cursor = cursor
        self.readsCertificates = readsCertificates
    }

    /// Reads what has changed.
    ///
    /// - Returns: `nil` when nothing has but ``certificates``.
    /// - Throws: The database's error; the cursor then stands where it was.
    mutating func read() throws(PostgresError) -> FleetChange? {
        certificates = nil
        let found = try connection.queryOne(.feedPosition, within: .seconds(5))
        switch cursor.step(at: found, isReconnected: isReconnected) {
        case .nothing, .waits: return nil
        default: break
        }
        // Decided once more inside: position, tenants and documents are of one snapshot.
        let cursor = cursor
        let (isReconnected, readsCertificates) = (isReconnected, readsCertificates)
        let outcome = try connection.transaction(.snapshot) { connection throws(PostgresError) -> Outcome? in
            let position = try connection.queryOne(.feedPosition)
            let step = cursor.step(at: position, isReconnected: isReconnected)
            guard var outcome = try Outcome(reading: step, at: position, cursor, connection) else { return nil }
            if outcome.mayChangeCertificates {
                outcome.certificates = try connection.certificateChange(since: cursor, withKeys: readsCertificates)
            }
            return outcome
        }
        guard let outcome else { return nil }
        self.isReconnected = false
        if outcome.isEverything {
            self.cursor.advance(to: outcome.position, everything: outcome.rows.tenants)
        } else {
            self.cursor.advance(to: outcome.position, outcome.rows.tenants, removed: outcome.removed)
        }
        if let change = outcome.certificates { self.cursor.advance(change) }
        certificates = outcome.certificates
        return outcome.change
    }
}

/// What one transaction read.
private struct Outcome {
    var position: FeedPosition
    var rows: TenantRows
    var removed: [Int32]
    var links: [ChangedLinks] = []
    var isEverything: Bool
    /// Whether certificates and challenges have to be looked at.
    var mayChangeCertificates = true
    var certificates: CertificateChange?

    /// Stands for what belongs to no tenant.
    private static let noTenant: Int32 = 0
    /// Changed links that are told one by one at most; beyond, it is all of them.
    private static let mostLinks = 10_000

    init?(
        reading step: FeedCursor.Step, at position: FeedPosition, _ cursor: FeedCursor, _ connection: Connection
    ) throws(PostgresError) {
        self.position = position
        isEverything = false
        switch step {
        case .nothing, .waits:
            return nil
        case .everything:
            self = try Self.everything(at: position, connection)
        case .comparison:
            let (changed, gone) = cursor.differences(from: try connection.query(.tenantVersions))
            rows = try connection.tenantRows(changed, documents: .withBytes)
            removed = gone
            links = [.all]
        case .changes(let generation):
            let changes = try connection.query(.changesAfter, [.int64(generation)])
            var ids = Set(changes.compactMap(\.tenantID))
            if changes.contains(where: { $0.tenantID == nil }) {
                self = try Self.everything(at: position, connection)
                return
            }
            mayChangeCertificates = ids.remove(Self.noTenant) != nil
            rows = try connection.tenantRows(ids.sorted(), documents: .withBytes)
            removed = ids.subtracting(rows.tenants.map(\.id)).sorted()
            links = try connection.query(
                .linkChangesAfter, [.int64(generation), .int64(Int64(Self.mostLinks + 1))])
            if links.count > Self.mostLinks || links.contains(.all) { links = [.all] }
        }
    }

    private init(position: FeedPosition, rows: TenantRows) {
        self.position = position
        self.rows = rows
        removed = []
        isEverything = true
    }

    private static func everything(
        at position: FeedPosition, _ connection: Connection
    ) throws(PostgresError) -> Outcome {
        Outcome(position: position, rows: try connection.tenantRows(nil, documents: .withBytes))
    }

    var change: FleetChange? {
        if !isEverything, rows.tenants.isEmpty, removed.isEmpty, links.isEmpty { return nil }
        if isEverything {
            return .everything(
                FleetSnapshot(identity: position.identity, generation: position.generation, tenants: rows.states()))
        }
        return .tenants(
            rows.states(), removed: removed.map(TenantID.init(rawValue:)), links: links,
            generation: position.generation)
    }
}

extension Connection {
    /// What differs of the certificates from what was delivered, and all challenges.
    fileprivate func certificateChange(
        since cursor: FeedCursor, withKeys: Bool
    ) throws(PostgresError) -> CertificateChange {
        let challenges = try query(.challenges).compactMap { $0 }
        guard withKeys else { return CertificateChange(written: [], removed: [], challenges: challenges) }
        let versions = try query(.certificateVersions).compactMap { $0 }
        let (changed, removed) = cursor.differences(from: versions)
        let isMost = changed.count == versions.count
        let written =
            changed.isEmpty
            ? [] : try query(.certificates, [.byteArrays(isMost ? nil : changed.map(\.bytes))]).compactMap { $0 }
        return CertificateChange(written: written, removed: removed, challenges: challenges)
    }
}
