package import DeepLinks

/// Why an association file cannot be made.
package enum AssociationError: Error, Equatable, CustomStringConvertible {
    /// The file would be longer than the platform reads; the last good one stays.
    case tooLarge(kind: AssociationKind, bytes: Int)
    /// A route has so many listed values that writing them out fills any file.
    case tooManyRules(kind: AssociationKind, route: RouteName, rules: Int)
    /// The routes together do; the one that takes the most is named.
    case tooManyRulesInAll(kind: AssociationKind, rules: Int, largest: RouteName)
    /// The `paths` of iOS 12 and earlier would open more than the table; the text says what cannot be said.
    case notInPaths(String)

    /// One line: the kind, the count, the limit.
    package var description: String {
        switch self {
        case .tooLarge(let kind, let bytes):
            "the \(kind.rawValue) file would have \(bytes) bytes, and the platform reads at most \(kind.byteLimit)"
        case .tooManyRules(let kind, let route, let rules):
            "the route \(route) would take \(rules) rules of the \(kind.rawValue) file, more than the platform reads"
        case .tooManyRulesInAll(let kind, let rules, let largest):
            "the routes would take \(rules) rules of the \(kind.rawValue) file, more than the platform reads; the route "
                + "\(largest) takes the most"
        case .notInPaths(let what): "the paths of iOS 12 and earlier cannot say \(what)"
        }
    }
}
