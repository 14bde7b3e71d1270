package import DeepLinks
import Postgres

/// What an operation does to a tenant's links.
package struct LinkChange: Sendable {
    /// Links that must not be there yet.
    package var added: [Link]

    /// Links to be made or changed.
    package var written: [Link]

    /// Links that must be there, to be removed.
    package var removed: [LinkKey]

    /// Makes a change.
    package init(added: [Link] = [], written: [Link] = [], removed: [LinkKey] = []) {
        self.added = added
        self.written = written
        self.removed = removed
    }

    var isEmpty: Bool { added.isEmpty && written.isEmpty && removed.isEmpty }
}

extension FleetStore {
    /// Changes a tenant's links.
    ///
    /// In one transaction: the tenant is locked and read, the closure says what to do, the links are checked and
    /// written, and one event goes to the audit log. The tenant's version stays: links are no part of what is compiled.
    ///
    /// - Parameters:
    ///   - name: The tenant.
    ///   - operation: For the audit log.
    ///   - change: Gets the tenant without links, and may read them: nobody else writes meanwhile. May run again when
    ///     another writer got in the way. A change of nothing leaves no event.
    /// - Throws: ``StoreError/notFound(kind:name:)`` for a tenant or a link to be removed that is not there,
    ///   ``StoreError/conflict(_:)`` for a link to be added that is, ``StoreError/refused(_:)`` for links that break
    ///   rules, what the closure throws, and the database's errors; then nothing is written.
    package func editLinks(
        of name: TenantName, as operation: Operation, change: (Tenant) throws(StoreError) -> LinkChange
    ) throws(StoreError) {
        try requireSchemaForWriting()
        do throws(StoreError) {
            try connection.retryingTransaction { _ throws(StoreError) in
                let locked = try lock([name])
                guard let snapshot = locked.snapshots[name] else {
                    throw .notFound(kind: "tenant", name: name.text)
                }
                let change = try change(snapshot.tenant)
                if !change.isEmpty { try write(change, to: snapshot, operation) }
            }
        } catch {
            throw explain(error, [])
        }
    }

    /// A page of a tenant's links, in the order of domain, route and slug, by bytes.
    ///
    /// - Parameters:
    ///   - name: The tenant.
    ///   - key: The key after which the page begins; `nil` for the first page.
    ///   - tags: Tags that each of them has; by default any links.
    ///   - limit: How many at most.
    /// - Returns: The links; fewer than the limit on the last page.
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    package func links(
        of name: TenantName, after key: LinkKey? = nil, tagged tags: [String] = [], limit: Int = 1000
    ) throws(StoreError) -> [Link] {
        let ids = try inDatabase { () throws(PostgresError) in
            try connection.query(.tenantIDs, [.texts([name.text])])
        }
        guard let id = ids.first else { throw .notFound(kind: "tenant", name: name.text) }
        return try page(of: TenantID(rawValue: id), after: key, tagged: tags, limit: limit)
    }

    /// The links of a tenant with these keys; those that are not there are left out.
    ///
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    package func links(of name: TenantName, keys: [LinkKey]) throws(StoreError) -> [Link] {
        let rows = try inDatabase { () throws(PostgresError) in
            let ids = try connection.query(.tenantIDs, [.texts([name.text])])
            return try ids.first.map { id throws(PostgresError) in
                try connection.query(.linksByKey, [.int32(id)] + LinkColumns(keys: keys).keys)
            }
        }
        guard let rows else { throw .notFound(kind: "tenant", name: name.text) }
        return try values(of: rows)
    }

    /// The links of a tenant that lead to a path, or to a host that one of these names stands for, whoever follows them and
    /// when.
    ///
    /// - Parameters:
    ///   - name: The tenant.
    ///   - names: Names of domains; a wildcard stands for what is one label below.
    ///   - limit: How many at most.
    /// - Returns: The links, in the order of domain, route and slug.
    /// - Throws: ``StoreError/database(_:)``.
    func links(of name: TenantName, leadingTo names: Set<String>, limit: Int) throws(StoreError) -> [Link] {
        var links: [Link] = []
        let values: [Value] = [.text(name.text), .texts(names.sorted()), .int64(Int64(limit))]
        try connection.forEachRow(of: .linksLeadingTo, values, within: .seconds(600)) { row throws(StoreError) in
            // A row that no gateway can read leads nowhere.
            if let link = try? row.link() { links.append(link) }
        }
        return links
    }

    /// How many links a tenant has; 0 for a tenant that is not there.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func linkCount(of name: TenantName) throws(StoreError) -> Int {
        try inDatabase { () throws(PostgresError) in
            let ids = try connection.query(.tenantIDs, [.texts([name.text])])
            guard let id = ids.first else { return 0 }
            return Int(try connection.queryOptional(.linkCount, [.int32(id)]) ?? 0)
        }
    }

    /// All links of a tenant, in order.
    func links(of id: TenantID) throws(StoreError) -> [Link] {
        try page(of: id, after: nil, tagged: [], limit: .max).sorted { $0.key < $1.key }
    }

    /// Gives all links of a tenant one after another, in the order of domain, route and slug, in bounded memory.
    ///
    /// - Parameters:
    ///   - name: The tenant.
    ///   - body: Takes a link; the rest is dropped when it throws.
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``, and
    ///   what the closure throws.
    package func forEachLink(
        of name: TenantName, _ body: (Link) throws(StoreError) -> Void
    ) throws(StoreError) {
        let ids = try inDatabase { () throws(PostgresError) in
            try connection.query(.tenantIDs, [.texts([name.text])])
        }
        guard let id = ids.first else { throw .notFound(kind: "tenant", name: name.text) }
        try forEachLink(of: TenantID(rawValue: id), after: nil, tagged: [], limit: .max, body)
    }

    private func page(
        of id: TenantID, after key: LinkKey?, tagged tags: [String], limit: Int
    ) throws(StoreError) -> [Link] {
        var links: [Link] = []
        try forEachLink(of: id, after: key, tagged: tags, limit: limit) { link throws(StoreError) in links.append(link)
        }
        return links
    }

    private func forEachLink(
        of id: TenantID, after key: LinkKey?, tagged tags: [String], limit: Int,
        _ body: (Link) throws(StoreError) -> Void
    ) throws(StoreError) {
        let values: [Value] = [
            .int32(id.rawValue), .text(key?.domain.text ?? ""), .text(key?.route.text ?? ""), .text(key?.slug ?? ""),
            .texts(tags.isEmpty ? nil : tags), .int64(Int64(limit)),
        ]
        try connection.forEachRow(of: .linkPage, values, within: .seconds(3600)) { row throws(StoreError) in
            let link: Link
            do throws(UnreadableRow) { link = try row.link() } catch { throw .unreadable(error) }
            try body(link)
        }
    }

    private func values(of rows: [LinkRow]) throws(StoreError) -> [Link] {
        do throws(UnreadableRow) {
            var links: [Link] = []
            for row in rows { links.append(try row.link()) }
            return links
        } catch {
            throw .unreadable(error)
        }
    }

    private func write(
        _ change: LinkChange, to snapshot: TenantSnapshot, _ operation: Operation
    ) throws(StoreError) {
        var after = snapshot.tenant
        after.links = change.added + change.written
        let id = Value.int32(snapshot.id.rawValue)
        let touched = (after.links ?? []).map(\.key) + change.removed
        let rows = try inDatabase { () throws(PostgresError) in
            try connection.query(.linksByKey, [id] + LinkColumns(keys: touched).keys)
        }
        let before = try values(of: rows)
        do throws(InputRefusals) { try after.validate(keeping: before) } catch { throw .refused(error) }
        try refuseLoops(ofLinksOf: after)
        try inDatabase { () throws(PostgresError) in
            if !change.added.isEmpty {
                let columns = LinkColumns(change.added)
                try connection.execute(.insertLinks, [id] + columns.keys + columns.values, within: .seconds(600))
            }
            if !change.written.isEmpty {
                let columns = LinkColumns(change.written)
                try connection.execute(.writeLinks, [id] + columns.keys + columns.values, within: .seconds(600))
            }
        }
        try remove(change.removed, of: snapshot)
        var known = snapshot.tenant
        known.links = before
        try audit(operation, snapshot.tenant.name, AuditRecord(from: known, to: after))
    }

    private func remove(_ keys: [LinkKey], of snapshot: TenantSnapshot) throws(StoreError) {
        guard !keys.isEmpty else { return }
        let count = try inDatabase { () throws(PostgresError) in
            try connection.execute(.deleteLinks, [.int32(snapshot.id.rawValue)] + LinkColumns(keys: keys).keys)
        }
        guard count == keys.count else { throw .notFound(kind: "link", name: keys.count == 1 ? keys[0].slug : "") }
    }
}
