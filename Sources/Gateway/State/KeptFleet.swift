import DeepLinks
import FleetStore

/// A fleet as it is kept on disk and served from there.
struct KeptFleet: Sendable {
    /// The number of the last change that is in it.
    var generation: Int64

    /// The names by the record numbers that its blocks hold.
    var numbers: RecordNumbers.Lists

    /// Its tenants.
    var tenants: [Tenant]

    /// What is served of a tenant.
    struct Tenant: Sendable {
        let id: TenantID
        let name: TenantName
        /// Whether its documents are older than its rows.
        let isStale: Bool
        let domains: [ServedDomain]
    }
}
