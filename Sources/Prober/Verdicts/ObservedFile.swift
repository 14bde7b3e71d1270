package import Association

/// A file of a domain at one vantage: what has a state.
package struct ObservedFile: Hashable, Sendable {
    /// Where it is seen.
    package let vantage: Vantage

    /// Which file.
    package let kind: AssociationKind

    /// The gateway's name at the vantage `node`, else empty.
    package let node: String

    /// Makes a file.
    package init(_ vantage: Vantage, _ kind: AssociationKind, node: String = "") {
        self.vantage = vantage
        self.kind = kind
        self.node = node
    }
}
