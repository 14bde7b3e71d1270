import Cryptography
package import DeepLinks
import Platform
import Postgres

extension FleetStore {
    /// The fleet as a value.
    ///
    /// - Parameter withLinks: Whether the links are read too, up to a million a tenant.
    /// - Returns: All tenants.
    /// - Throws: ``StoreError/unreadable(_:)`` when a tenant was broken by hand, ``StoreError/database(_:)``.
    package func fleet(withLinks: Bool = false) throws(StoreError) -> Fleet {
        try connection.transaction(.snapshot) { _ throws(StoreError) in
            Fleet(tenants: try snapshots(of: nil, withLinks: withLinks).map(\.tenant))
        }
    }

    /// Says what applying a fleet file would change; checks it as the writing does.
    ///
    /// - Parameters:
    ///   - file: What is wanted.
    ///   - prunes: Whether tenants that the file does not name go.
    ///   - takesBrokenFiles: Whether uploaded association files may have errors.
    /// - Returns: The changes and the token of the state that they start from.
    /// - Throws: ``StoreError/refused(_:)``, ``StoreError/conflict(_:)`` for names that tenants hold of which the file does
    ///   not speak, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    package func plan(
        _ file: FleetFile, prunes: Bool = false, takesBrokenFiles: Bool = false
    ) throws(StoreError) -> FleetPlan {
        let scope = PlanScope(file, prunes: prunes)
        let snapshots = try connection.transaction(.snapshot) { _ throws(StoreError) in
            try scope.reading(self.snapshots(of: scope.names, withLinks: false), self)
        }
        let before = Fleet(tenants: snapshots.map(\.tenant))
        let after = try scope.applied(to: before)
        let known = Dictionary(before.tenants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let wanted = Dictionary(after.tenants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        if !takesBrokenFiles {
            for (name, tenant) in wanted { try UploadCheck(tenant, since: known[name]).refuse(of: name) }
        }
        var changes: [FleetPlan.Change] = []
        for name in Set(known.keys).union(wanted.keys).sorted() where known[name] != wanted[name] {
            changes.append(
                FleetPlan.Change(
                    name: name,
                    before: known[name].map { TenantPart(of: $0, differingFrom: wanted[name]) },
                    after: wanted[name].map { TenantPart(of: $0, differingFrom: known[name]) }))
        }
        let changed = changes.compactMap { change in
            wanted[change.name].map { (before: known[change.name], after: $0) }
        }
        let ids = Dictionary(
            snapshots.map { ($0.tenant.name, $0.id.rawValue) }, uniquingKeysWith: { first, _ in first })
        for (known, tenant) in changed {
            let claims = NameClaims(tenantID: ids[tenant.name] ?? 0, tenant: tenant)
            if let held = heldName([claims]) { throw held }
            try refuseLoops(of: tenant, among: wanted, since: known)
        }
        var findings = WriteFindings(changed)
        findings.stranded = try strandedLinks(changed)
        return FleetPlan(changes: changes, token: try scope.token(of: snapshots), findings: findings)
    }

    /// Makes the fleet what a file says, in one transaction.
    ///
    /// - Parameters:
    ///   - file: What is wanted.
    ///   - prunes: Whether tenants that the file does not name go.
    ///   - token: Of the plan that was agreed to; `nil` for none.
    ///   - operation: For the audit log, an event for each tenant that changes.
    /// - Returns: What the changes bring that the association files cannot say exactly.
    /// - Throws: ``StoreError/changedSincePlan``, and as ``edit(_:as:publishing:change:)``.
    @discardableResult
    package func apply(
        _ file: FleetFile, prunes: Bool = false, expecting token: String? = nil, as operation: Operation
    ) throws(StoreError) -> WriteFindings {
        let scope = PlanScope(file, prunes: prunes)
        var names = file.tenants.map(\.name)
        if prunes { names += try fleet().tenants.map(\.name) }
        let changes = try edit(names, as: operation) { draft throws(StoreError) in
            let snapshots = try scope.reading(Array(draft.snapshots.values), self)
            if let token, try scope.token(of: snapshots) != token { throw .changedSincePlan }
            let after = try scope.applied(to: Fleet(tenants: snapshots.map(\.tenant)))
            draft.tenants = Dictionary(
                after.tenants.map { ($0.name, scope.withoutForeignLinks($0)) }, uniquingKeysWith: { first, _ in first })
            let known = Dictionary(
                snapshots.map { ($0.tenant.name, $0.tenant) }, uniquingKeysWith: { first, _ in first })
            return after.tenants.filter { known[$0.name] != $0 }.map { (before: known[$0.name], after: $0) }
        }
        var findings = WriteFindings(changes)
        // The fleet is written: that nobody can look any more is no failure of it.
        findings.stranded = (try? strandedLinks(changes)) ?? []
        return findings
    }

    /// Reads the tenants of these names, or all for `nil`; to be called in a transaction.
    func snapshots(of names: [TenantName]?, withLinks: Bool) throws(StoreError) -> [TenantSnapshot] {
        let states = try inDatabase { () throws(PostgresError) in
            let ids = try names.map { names throws(PostgresError) in
                try connection.query(.tenantIDs, [.texts(names.map(\.text))])
            }
            return try connection.tenantRows(ids, documents: .none).states()
        }
        var result: [TenantSnapshot] = []
        for state in states {
            switch state {
            case .unreadable(_, let row): throw .unreadable(row)
            case .readable(var snapshot):
                if withLinks { snapshot.tenant.links = try links(of: snapshot.id) }
                result.append(snapshot)
            }
        }
        return result
    }
}

/// Which tenants, and which of them with links, a fleet file speaks of.
struct PlanScope {
    let file: FleetFile
    let prunes: Bool

    init(_ file: FleetFile, prunes: Bool) {
        self.file = file
        self.prunes = prunes
    }

    /// The tenants that the file speaks of; `nil` for all.
    var names: [TenantName]? { prunes ? nil : file.tenants.map(\.name) }

    /// The tenants that the file speaks of, with their links where it speaks of these.
    func reading(_ snapshots: [TenantSnapshot], _ store: FleetStore) throws(StoreError) -> [TenantSnapshot] {
        var result: [TenantSnapshot] = []
        for var snapshot in snapshots {
            let part = file.tenants.first { $0.name == snapshot.tenant.name }
            guard prunes || part != nil else { continue }
            if part?.links != nil { snapshot.tenant.links = try store.links(of: snapshot.id) }
            result.append(snapshot)
        }
        return result.sorted { $0.tenant.name < $1.tenant.name }
    }

    /// The fleet as the file wants it, checked.
    func applied(to fleet: Fleet) throws(StoreError) -> Fleet {
        do throws(InputRefusals) {
            let after = try file.applied(to: fleet, prunes: prunes)
            let stored = Dictionary(
                fleet.tenants.map { ($0.name, $0.links ?? []) }, uniquingKeysWith: { first, _ in first })
            for tenant in after.tenants { try tenant.validate(keeping: stored[tenant.name] ?? []) }
            return Fleet(tenants: after.tenants.map { $0.normalized() })
        } catch {
            throw .refused(error)
        }
    }

    /// A tenant that says nothing of links that the file does not give.
    func withoutForeignLinks(_ tenant: Tenant) -> Tenant {
        var tenant = tenant
        if file.tenants.first(where: { $0.name == tenant.name })?.links == nil { tenant.links = nil }
        return tenant
    }

    /// A digest over the file and the versions of the tenants, and over their links where the file speaks of these.
    func token(of snapshots: [TenantSnapshot]) throws(StoreError) -> String {
        var text = "postern plan 1\n"
        text += String(decoding: file.canonicalText, as: UTF8.self)
        for snapshot in snapshots.sorted(by: { $0.tenant.name < $1.tenant.name }) {
            text += "has \(snapshot.tenant.name) \(snapshot.id) \(snapshot.version)\n"
            for link in snapshot.tenant.links ?? [] {
                text += "link \(link.key.domain) \(link.key.route) \(link.key.slug.debugDescription) "
                text += "\(link.destination) \(link.life) \(link.afterwards?.text ?? "")\n"
            }
        }
        do throws(CryptographyError) {
            return String(try SHA256.digest(of: Array(text.utf8)).hex.prefix(32))
        } catch {
            throw .internal(error.description)
        }
    }
}
