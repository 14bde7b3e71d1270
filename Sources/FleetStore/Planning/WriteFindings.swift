package import Association
package import DeepLinks

/// What a write brings that people may not expect: what the association files cannot say exactly, and links that are
/// reached no more.
///
/// It hinders nothing.
package struct WriteFindings: Equatable, Sendable {
    /// The findings that the tenants did not have before, by tenant.
    package var findings: [CompileFinding] = []

    /// The links that the write strands, by tenant.
    package var stranded: [StrandedLinks] = []

    /// How many changed tenants were not looked at: the look is for people, who read of some.
    package var skippedTenants = 0

    /// How many tenants are looked at.
    static let limit = 100

    /// Looks at tenants before and after.
    init(_ changes: [(before: Tenant?, after: Tenant)]) {
        findings = changes.prefix(Self.limit).flatMap { $0.after.newCompileFindings(since: $0.before) }
        skippedTenants = max(0, changes.count - Self.limit)
    }
}
