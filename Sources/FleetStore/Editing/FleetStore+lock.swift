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
    func lock(_ names: [TenantName]) throws(StoreError) -> LockedTenants {
        let (ids, locked) = try inDatabase { () throws(PostgresError) in
            try connection.run(script: "SET LOCAL lock_timeout = \(lockTimeout)")
            let ids = try connection.query(.tenantIDs, [.texts(Set(names).map(\.text))])
            return (ids, try connection.query(.lockTenants, [.int32s(ids)]))
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
