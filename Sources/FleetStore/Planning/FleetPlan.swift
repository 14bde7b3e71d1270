package import DeepLinks

/// What applying a fleet file would change.
package struct FleetPlan: Equatable, Sendable {
    /// A tenant that would change.
    package struct Change: Equatable, Sendable {
        /// The tenant.
        package var name: TenantName

        /// What it has now and would have no more the same; `nil` for a tenant that would be made.
        package var before: TenantPart?

        /// What it would have and has not the same now; `nil` for a tenant that would be removed.
        package var after: TenantPart?
    }

    /// The tenants that would change, by name; empty when the file is what there is.
    package var changes: [Change]

    /// Names the state that the plan was made from: applying with it fails once anything the plan touches has changed.
    package var token: String

    /// What the changes bring that the association files cannot say exactly.
    package var findings: WriteFindings
}
