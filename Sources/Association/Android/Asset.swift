/// Somebody whom a statement is from or about.
package enum Asset: Hashable, Sendable {
    /// A web site.
    case web(AssetSite)
    /// An Android app with one of its keys.
    case app(package: String, fingerprint: String)
}

/// A statement in the form in which it is asked for: one source, one relation, one target.
package struct AssetStatement: Hashable, Sendable {
    /// Who says it.
    package let source: Asset
    /// What is said.
    package let relation: AssetRelation
    /// Whom it is about.
    package let target: Asset
}

extension AndroidStatement {
    /// The targets: an app is one for each of its fingerprints.
    package var targets: [Asset] {
        switch target {
        case .web(let site): [.web(site.value)]
        case .app(let package, let fingerprints):
            fingerprints.map { .app(package: package.value, fingerprint: $0.value) }
        }
    }
}
