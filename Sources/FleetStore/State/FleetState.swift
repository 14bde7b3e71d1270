/// The fleet as a process knew it last, to be kept for a start without the database.
package struct FleetState: Equatable, Sendable {
    /// The number of the last change that is in it.
    package private(set) var generation: Int64 = 0

    /// The tenants by their numbers.
    package private(set) var tenants: [TenantID: TenantSnapshot] = [:]

    /// Makes the state of a process that knows nothing yet.
    package init() {}

    /// Takes over a change; a tenant that cannot be read any more stays as it was.
    package mutating func take(_ change: FleetChange) {
        generation = change.generation
        switch change {
        case .everything(let snapshot):
            let ids = Set(snapshot.tenants.map(\.id))
            tenants = tenants.filter { ids.contains($0.key) }
            update(snapshot.tenants)
        case .tenants(let states, let removed, _, _):
            for id in removed { tenants[id] = nil }
            update(states)
        }
    }

    private mutating func update(_ states: [TenantState]) {
        for snapshot in states.compactMap(\.snapshot) { tenants[snapshot.id] = snapshot }
    }
}
