package import Association
import DeepLinks

/// What a write brings that the association files cannot say exactly; it hinders nothing.
package struct WriteFindings: Equatable, Sendable {
    /// The findings that the tenants did not have before, by tenant.
    package var findings: [CompileFinding] = []

    /// How many changed tenants were not looked at: the look is for people, who read of some.
    package var skippedTenants = 0

    /// How many tenants are looked at.
    private static let limit = 100

    /// Looks at tenants before and after.
    init(_ changes: [(before: Tenant?, after: Tenant)]) {
        findings = changes.prefix(Self.limit).flatMap { $0.after.newCompileFindings(since: $0.before) }
        skippedTenants = max(0, changes.count - Self.limit)
    }
}
