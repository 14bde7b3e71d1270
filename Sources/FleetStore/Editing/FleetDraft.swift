package import DeepLinks

/// The tenants that an operation has locked, as values to be changed.
package struct FleetDraft: Sendable {
    /// The tenants by name, without their links.
    ///
    /// A tenant taken out is removed, one put in is made. Links given are all that the tenant then has; `nil` leaves
    /// them alone.
    package var tenants: [TenantName: Tenant]

    /// The tenants as they were read.
    package let snapshots: [TenantName: TenantSnapshot]

    init(_ snapshots: [TenantName: TenantSnapshot]) {
        self.snapshots = snapshots
        tenants = snapshots.mapValues(\.tenant)
    }
}

/// Who does what, for the audit log.
package struct Operation: Sendable {
    /// Who: 1 to 200 bytes.
    package var actor: String

    /// What, as the command line calls it: `route add`; lower-case words.
    package var action: String

    /// Whether uploaded association files are taken though they have errors; the audit log says so.
    ///
    /// Default false.
    package var takesBrokenFiles: Bool

    /// Makes an operation.
    package init(actor: String, action: String, takesBrokenFiles: Bool = false) {
        self.actor = actor
        self.action = action
        self.takesBrokenFiles = takesBrokenFiles
    }
}
