/// The fleet as a process knew it last, to be kept for a start without the database: tenants with the numbers of their
/// rows and what their domains publish.
package struct FleetState: Equatable, Sendable {
    /// The identity of the fleet.
    package var identity: String

    /// The number of the last change that is in it.
    package var generation: Int64

    /// The tenants by their numbers.
    package var tenants: [TenantID: TenantSnapshot]

    /// Makes the state of a process that knows nothing yet.
    package init() {
        identity = ""
        generation = 0
        tenants = [:]
    }

    /// Takes over a change; a tenant that cannot be read any more stays as it was.
    package mutating func take(_ change: FleetChange) {
        generation = change.generation
        switch change {
        case .everything(let snapshot):
            identity = snapshot.identity
            let ids = Set(snapshot.tenants.map(\.id))
            tenants = tenants.filter { ids.contains($0.key) }
            update(snapshot.tenants)
        case .tenants(let states, let removed, _, _):
            for id in removed { tenants[id] = nil }
            update(states)
        }
    }

    /// The state as what a feed delivers first.
    package var change: FleetChange {
        .everything(
            FleetSnapshot(
                identity: identity, generation: generation,
                tenants: tenants.values.sorted { $0.id < $1.id }.map { .readable($0) }))
    }

    private mutating func update(_ states: [TenantState]) {
        for snapshot in states.compactMap(\.snapshot) { tenants[snapshot.id] = snapshot }
    }
}
