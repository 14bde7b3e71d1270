extension AssociationComparison {
    /// Compares two `apple-app-site-association` files by what systems of today decide.
    ///
    /// - Parameters:
    ///   - old: The one; `nil` is no file, which opens nothing.
    ///   - new: The other.
    ///   - host: The host of the URLs that are shown; it makes no difference. By default a placeholder.
    ///   - apps: The app IDs to compare. By default all that a file names.
    ///   - limits: What it may cost.
    package init(
        old: AppleDocument?, new: AppleDocument?, host: String = placeholderHost, apps: Set<String>? = nil,
        limits: ComparisonLimits = ComparisonLimits()
    ) {
        let (old, new) = (old ?? .empty, new ?? .empty)
        let named = old.linkedApps + new.linkedApps.filter { !Set(old.linkedApps).contains($0) }
        let isAsked = { (app: String) in apps?.contains(app) ?? true }
        var comparer = AppleComparer(old, new, host: host, limits)
        let compared = named.filter(isAsked)
        let result = comparer.differences(compared)
        self.init(
            apps: compared.map(ComparedApp.apple), differences: result.found, furtherDifferences: result.further,
            grants: Grant.differences(
                old.grants.filter { isAsked($0.subject) }, new.grants.filter { isAsked($0.subject) }),
            gaps: result.gaps)
    }
}

extension AppleDocument {
    /// A file that says nothing.
    fileprivate static let empty = AppleDocument(applinks: nil, services: [], unknown: [], findings: [])
}
