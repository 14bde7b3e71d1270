import DeepLinks
import Postgres

/// Tenants that this transaction has locked.
struct LockedTenants {
    var snapshots: [TenantName: TenantSnapshot] = [:]
    /// Where their apps and routes stand, by the number of the tenant.
    var positions: [Int32: TenantPositions] = [:]
}

extension FleetStore {
    /// Locks the tenants of these names that exist, in the order of their numbers, and reads them.
    ///
    /// - Parameters:
    ///   - names: The names; of tenants that do not exist too.
    ///   - patience: How long it waits for other writers; `nil` for ``lockTimeout``.
    /// - Returns: The tenants.
    /// - Throws: ``StoreError/busy``, ``StoreError/unreadable(_:)``, ``StoreError/database(_:)``.
    func lock(_ names: [TenantName], within patience: Duration? = nil) throws(StoreError) -> LockedTenants {
        let (ids, locked) = try inDatabase { () throws(PostgresError) in
            let timeout = patience.map { $0.components.seconds * 1000 } ?? Int64(lockTimeout)
            try connection.run(script: "SET LOCAL lock_timeout = \(timeout)")
            let ids = try connection.query(.tenantIDs, [.texts(Set(names).map(\.text))])
            return (ids, try connection.query(.lockTenants, [.int32s(ids)], within: patience.map { $0 + .seconds(30) }))
        }
        // Row security hides rows silently, and a tenant may have gone since the look at its name.
        guard locked == ids else { throw .busy }
        guard !ids.isEmpty else { return LockedTenants() }
        let rows = try inDatabase { () throws(PostgresError) in try connection.tenantRows(ids, documents: .none) }
        var result = LockedTenants()
        for state in rows.states() {
            switch state {
            case .readable(let snapshot): result.snapshots[snapshot.tenant.name] = snapshot
            case .unreadable(_, let row): throw .unreadable(row)
            }
        }
        for app in rows.apps {
            result.positions[app.tenantID, default: TenantPositions()].apps[app.name] = app.position
        }
        for route in rows.routes {
            result.positions[route.tenantID, default: TenantPositions()].routes[route.name] = route.position
        }
        return result
    }
}
