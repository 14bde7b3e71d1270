package import Platform

/// An operation as the audit log keeps it.
package struct AuditEvent: Equatable, Sendable {
    /// Ascending in the order of writing, with gaps.
    package var id: Int64

    /// When it was written, shortly before it was committed.
    package var time: UnixTime

    /// Who did it, as the caller said.
    package var actor: String

    /// What was done: the subcommand, `route add`.
    package var action: String

    /// The tenant that it touched; `nil` for the fleet.
    package var tenant: String?

    /// What differed before, as JSON; `nil` where there was nothing.
    package var before: String?

    /// What differs since, as JSON; `nil` where there is nothing.
    package var after: String?
}
