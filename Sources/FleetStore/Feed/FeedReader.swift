import Postgres

/// The reading of the change feed over one connection.
struct FeedReader {
    var connection: Connection
    var cursor: FeedCursor
    private var isReconnected = true

    /// Goes on from what a former connection read.
    init(_ connection: Connection, from cursor: FeedCursor) {
        self.connection = connection
        self.cursor = cursor
    }

    /// Reads what has changed.
    ///
    /// - Returns: `nil` when nothing has.
    /// - Throws: The database's error; the cursor then stands where it was.
    mutating func read() throws(PostgresError) -> FleetChange? {
        let found = try connection.queryOne(.feedPosition, within: .seconds(5))
        switch cursor.step(at: found, isReconnected: isReconnected) {
        case .nothing, .waits: return nil
        default: break
        }
        // Decided once more inside: position, tenants and documents are of one snapshot.
        let cursor = cursor
        let isReconnected = isReconnected
        let outcome = try connection.transaction(.snapshot) { connection throws(PostgresError) in
            let position = try connection.queryOne(.feedPosition)
            let step = cursor.step(at: position, isReconnected: isReconnected)
            return try Outcome(reading: step, at: position, cursor, connection)
        }
        guard let outcome else { return nil }
        self.isReconnected = false
        if outcome.isEverything {
            self.cursor.advance(to: outcome.position, everything: outcome.rows.tenants)
        } else {
            self.cursor.advance(to: outcome.position, outcome.rows.tenants, removed: outcome.removed)
        }
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
            let ids = Set(changes.compactMap(\.tenantID))
            if changes.contains(where: { $0.tenantID == nil }) {
                self = try Self.everything(at: position, connection)
                return
            }
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
