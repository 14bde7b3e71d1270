package import DeepLinks
import Postgres

extension FleetStore {
    /// Changes one tenant.
    ///
    /// - Parameters:
    ///   - name: The tenant.
    ///   - operation: For the audit log.
    ///   - change: Changes the value; may run again when another writer got in the way.
    /// - Returns: What the closure returned.
    /// - Throws: ``StoreError/notFound(kind:name:)``, what the closure throws, and as
    ///   ``edit(_:as:publishing:change:)``.
    @discardableResult
    package func edit<Result>(
        tenant name: TenantName, as operation: Operation,
        change: (inout Tenant) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try edit([name], as: operation) { draft throws(StoreError) in
            guard var tenant = draft.tenants[name] else { throw .notFound(kind: "tenant", name: name.text) }
            let result = try change(&tenant)
            draft.tenants[name] = tenant
            return result
        }
    }

    /// Compiles the documents of tenants as they are, after an edit by hand or with a newer compiler.
    ///
    /// - Parameters:
    ///   - names: The tenants.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/notFound(kind:name:)`` and as ``edit(_:as:publishing:change:)``.
    package func publish(_ names: [TenantName], as operation: Operation) throws(StoreError) {
        try edit(names, as: operation, publishing: .always) { draft throws(StoreError) in
            for name in names where draft.tenants[name] == nil {
                throw .notFound(kind: "tenant", name: name.text)
            }
        }
    }

    /// Changes tenants: the one way in which anything but links is written.
    ///
    /// In one transaction: the tenants are locked in the order of their numbers, read, changed by the closure, checked;
    /// the rows that differ are written, each tenant's change goes to the audit log, its documents are compiled, and
    /// every domain whose bytes changed gets a revision. A tenant that the closure leaves as it was is not touched.
    ///
    /// - Parameters:
    ///   - names: The tenants to lock; names of tenants that do not exist may be among them.
    ///   - operation: For the audit log.
    ///   - publishing: Whether tenants that did not change are published too.
    ///   - change: Changes the values; runs again when another writer got in the way, three times at most.
    /// - Returns: What the closure returned.
    /// - Throws: ``StoreError/refused(_:)`` for values that break rules, ``StoreError/conflict(_:)`` for names that
    ///   others have, ``StoreError/busy``, what the closure throws, and the database's errors; then nothing is written.
    @discardableResult
    package func edit<Result>(
        _ names: [TenantName], as operation: Operation, publishing: PublishingChoice = .whenChanged,
        change: (inout FleetDraft) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try requireSchemaForWriting()
        var claims: [NameClaims] = []
        do throws(StoreError) {
            let result = try connection.retryingTransaction { _ throws(StoreError) in
                claims = []
                let locked = try lock(names)
                var draft = FleetDraft(locked.snapshots)
                let result = try change(&draft)
                try write(draft, locked, operation, publishing, &claims)
                return result
            }
            pruneFeed()
            return result
        } catch {
            throw explain(error, claims)
        }
    }

    private func write(
        _ draft: FleetDraft, _ locked: LockedTenants, _ operation: Operation, _ publishing: PublishingChoice,
        _ claims: inout [NameClaims]
    ) throws(StoreError) {
        let names = Set(locked.snapshots.keys).union(draft.tenants.keys).sorted()
        // Tenants that go come first; the names that they had live stay held all the same.
        for name in names where draft.tenants[name] == nil {
            guard let snapshot = locked.snapshots[name] else { continue }
            try remove(snapshot)
            try audit(operation, name, AuditRecord(from: snapshot.tenant, to: nil))
        }
        for name in names {
            guard var after = draft.tenants[name]?.normalized() else { continue }
            let snapshot = locked.snapshots[name]
            var known = snapshot?.tenant
            if let snapshot, after.links != nil {
                known?.links = try links(of: snapshot.id)
                if known?.links == after.links {
                    known?.links = nil
                    after.links = nil
                }
            }
            if after == known, publishing == .whenChanged { continue }
            try validate(after, keeping: known?.links ?? [])
            try refuseLoops(of: after, among: draft.tenants, since: known)
            let uploads = UploadCheck(after, since: known)
            if !operation.takesBrokenFiles { try uploads.refuse(of: name) }
            var id = snapshot?.id.rawValue
            claims.append(NameClaims(tenantID: id ?? 0, tenant: after))
            if id == nil { id = try insert(after) }
            guard let id else { throw .conflict("the tenant \(name) exists already") }
            let before = known ?? Tenant(name: name, web: after.web, limits: after.limits)
            try writeDifference(from: before, to: after, id, locked.positions[id] ?? TenantPositions())
            try audit(operation, name, AuditRecord(from: known, to: after, forced: uploads.broken))
            try publishDocuments(of: after, id)
        }
    }

    private func validate(_ tenant: Tenant, keeping links: [Link]) throws(StoreError) {
        do throws(InputRefusals) {
            try tenant.validate(keeping: links)
        } catch {
            throw .refused(error)
        }
    }

    private func insert(_ tenant: Tenant) throws(StoreError) -> Int32? {
        try inDatabase { () throws(PostgresError) in
            try connection.queryOptional(
                .insertTenant, [.text(tenant.name.text)] + tenant.settingValues)
        }
    }

    private func remove(_ snapshot: TenantSnapshot) throws(StoreError) {
        let id = Value.int32(snapshot.id.rawValue)
        let empty = Tenant(name: snapshot.tenant.name, web: snapshot.tenant.web, limits: snapshot.tenant.limits)
        try writeDifference(from: snapshot.tenant, to: empty, snapshot.id.rawValue, TenantPositions())
        try inDatabase { () throws(PostgresError) in try connection.execute(.removeTenant, [id]) }
    }

    /// Writes what was done into the audit log, of a tenant or of the fleet.
    func audit(_ operation: Operation, _ tenant: TenantName?, _ record: AuditRecord) throws(StoreError) {
        try inDatabase { () throws(PostgresError) in
            try connection.execute(
                .insertAuditEvent,
                [
                    .text(operation.actor), .text(operation.action), .text(tenant?.text), .json(record.before),
                    .json(record.after),
                ])
        }
    }
}

/// Which tenants an operation publishes.
package enum PublishingChoice: Sendable {
    /// Those that it changes.
    case whenChanged
    /// All that it locks.
    case always
}

extension Tenant {
    /// The tenant's own settings, in the order of the statements that write them.
    var settingValues: [Value] {
        [
            .text(web.text), .bool(isSuspended), .int32(Int32(clamping: limits.domains)),
            .int32(Int32(clamping: limits.routesPerDomain)), .int32(Int32(clamping: limits.links)),
            texts(platforms.stored), texts(destinationRules.httpHosts.map(\.text)),
            texts(destinationRules.hosts.map(\.text)), texts(page.stored),
        ]
    }
}
