package import Platform

/// What Apple got when it was made to ask a host anew.
///
/// It tells a copy that is merely old, and heals by itself, from one that does not.
package struct FreshLook: Hashable, Sendable {
    /// When that was, by the clock of the database; `nil` for just now.
    package var asked: UnixTime?

    /// What Apple got instead of the host's file, in a clause without a full stop; empty where it got the host's file.
    package var finding: String

    /// Makes a look.
    package init(asked: UnixTime? = nil, finding: String) {
        self.asked = asked
        self.finding = finding
    }
}
