import Association
import Cryptography
package import DeepLinks
import Postgres

extension FleetStore {
    /// All tenants as one transaction sees them, without links.
    ///
    /// - Parameter withDocuments: Whether the published documents are read too.
    /// - Returns: Every tenant, the unreadable ones too.
    /// - Throws: ``StoreError/database(_:)``.
    package func snapshot(withDocuments: Bool = false) throws(StoreError) -> FleetSnapshot {
        try reading { () throws(PostgresError) in
            let position = try connection.queryOne(.feedPosition)
            let rows = try connection.tenantRows(nil, documents: withDocuments ? .withBytes : .none)
            return FleetSnapshot(identity: position.identity, generation: position.generation, tenants: rows.states())
        }
    }

    /// One tenant with what its domains publish, without links.
    ///
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    package func tenant(named name: TenantName) throws(StoreError) -> TenantSnapshot {
        let state = try reading { () throws(PostgresError) in
            let ids = try connection.query(.tenantIDs, [.texts([name.text])])
            return ids.isEmpty ? nil : try connection.tenantRows(ids, documents: .withBytes).states().first
        }
        switch state {
        case .readable(let snapshot): return snapshot
        case .unreadable(_, let row): throw .unreadable(row)
        case nil: throw .notFound(kind: "tenant", name: name.text)
        }
    }

    /// The name of the tenant that a live domain, or the wildcard one label up, belongs to; `nil` for an unknown host.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func owner(of name: DomainName) throws(StoreError) -> TenantName? {
        try owner(among: Array(name.publishers.prefix(2)))
    }

    /// The name of the tenant whose association file phones read at a name: as ``owner(of:)``, and at the parent of a
    /// live wildcard that of the wildcard.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func publisher(at name: DomainName) throws(StoreError) -> TenantName? {
        try owner(among: name.publishers)
    }

    /// The tenant that has the first of these names live which anybody has live.
    private func owner(among names: [String]) throws(StoreError) -> TenantName? {
        let found = try inDatabase { () throws(PostgresError) in
            try connection.query(.owners, [.texts(names)])
        }
        let owners = Dictionary(found.map { ($0.domain, $0.tenant) }, uniquingKeysWith: { first, _ in first })
        return names.lazy.compactMap { owners[$0] }.first.flatMap { TenantName($0) }
    }

    /// The revisions of a name, the newest first, of both kinds.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func history(of name: DomainName) throws(StoreError) -> [Revision] {
        try inDatabase { () throws(PostgresError) in
            try connection.query(.revisionHistory, [.text(name.text)]).map(Revision.init)
        }
    }

    /// The bytes of a document, by the digest that a revision names.
    ///
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/database(_:)``.
    package func document(of revision: Revision) throws(StoreError) -> [UInt8] {
        let digest = revision.digest?.bytes ?? []
        let rows = try inDatabase { () throws(PostgresError) in
            try connection.query(.documents, [.byteArrays([digest])])
        }
        guard let row = rows.first(where: { $0.kind == revision.kind.rawValue }) else {
            throw .notFound(kind: "document", name: revision.digest?.hex ?? "")
        }
        return row.bytes
    }

    /// The newest events of the audit log, the newest first.
    ///
    /// - Parameters:
    ///   - tenant: Only of this tenant; `nil` for all.
    ///   - before: Only events with a lower number; `nil` for the newest.
    ///   - limit: How many at most.
    /// - Returns: The events.
    /// - Throws: ``StoreError/database(_:)``.
    package func audit(
        tenant: TenantName? = nil, before: Int64? = nil, limit: Int = 100
    ) throws(StoreError) -> [AuditEvent] {
        try inDatabase { () throws(PostgresError) in
            try connection.query(
                .auditEvents, [.text(tenant?.text), .int64(before ?? .max), .int64(Int64(limit))])
        }
    }
}
