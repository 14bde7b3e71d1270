extension AssociationComparison {
    /// Compares two `assetlinks.json` files by what Android 15 and later decide, and by what they grant all systems.
    ///
    /// What a file includes is not fetched; includes that differ are among the ``grants``.
    ///
    /// - Parameters:
    ///   - old: The one; `nil` is no file, which opens nothing.
    ///   - new: The other.
    ///   - host: The host of the URLs that are shown; it makes no difference. By default a placeholder.
    ///   - packages: The apps to compare. By default all that a file names, and all other targets.
    ///   - limits: What it may cost.
    package init(
        old: AndroidDocument?, new: AndroidDocument?, host: String = placeholderHost, packages: Set<String>? = nil,
        limits: ComparisonLimits = ComparisonLimits()
    ) {
        let (old, new) = (old ?? .empty, new ?? .empty)
        let known = Set(old.linkedApps)
        let apps = (old.linkedApps + new.linkedApps.filter { !known.contains($0) }).filter {
            packages?.contains($0.package) ?? true
        }
        let isAsked = { (grant: Grant) in
            packages.map { packages in packages.contains { grant.subject.hasPrefix($0 + " ") } } ?? true
        }
        var comparer = AndroidComparer(old, new, host: host, limits)
        let result = comparer.differences(apps)
        self.init(
            apps: apps.map { .android(package: $0.package, fingerprint: $0.fingerprint) }, differences: result.found,
            furtherDifferences: result.further,
            grants: Grant.differences(old.grants.filter(isAsked), new.grants.filter(isAsked)),
            gaps: result.gaps)
    }
}

extension AndroidDocument {
    /// A file that says nothing.
    fileprivate static let empty = AndroidDocument(
        statements: [], lowerCaseStatements: [], fingerprints: [], includes: [], itemCount: 0, refusals: [],
        findings: [])
}
