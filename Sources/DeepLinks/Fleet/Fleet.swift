/// All tenants with everything they own, as a value: what a fleet file says, what the database holds, and what a
/// routing table is compiled from.
package struct Fleet: Equatable, Sendable {
    /// The tenants, ordered by name.
    package var tenants: [Tenant]

    /// Makes a fleet; the order of the tenants does not matter.
    package init(tenants: [Tenant] = []) {
        self.tenants = tenants.sorted { $0.name < $1.name }
    }
}
