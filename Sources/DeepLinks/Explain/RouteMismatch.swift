package import Platform

/// Why a route did not decide.
package enum RouteMismatch: Equatable, Sendable, CustomStringConvertible {
    /// The path has an empty segment, which no pattern matches.
    case emptySegment
    /// The path has another number of segments.
    case depth(found: Int, expected: Int, orMore: Bool)
    /// The path is deeper than a limited rest goes.
    case tooDeep(found: Int)
    /// A segment is another; counted from 1.
    case segment(Int, found: String, expected: String)
    /// A required query item is absent, or one of its occurrences is empty.
    case missingItem(String)
    /// A required query item has another value.
    case item(String, found: String, expected: String)
    /// A required query item has two values.
    case repeatedItem(String, String, String)
    /// The route's life span begins later.
    case early(UnixTime)
    /// The route's life span is over.
    case late(UnixTime)

    /// One line for people.
    package var description: String {
        switch self {
        case .emptySegment: "the path has an empty segment"
        case .depth(let found, let expected, let orMore):
            "the path has \(found) segments, not \(expected)\(orMore ? " or more" : "")"
        case .tooDeep(let found):
            "the path has \(found) segments; this rest ends at \(RoutePattern.limitedRestDepth)"
        case .segment(let number, let found, let expected): "segment \(number) is \(found), not \(expected)"
        case .missingItem(let name): "the query item \(name) is absent or empty"
        case .item(let name, let found, let expected): "the query item \(name) is \(found), not \(expected)"
        case .repeatedItem(let name, let one, let other): "the query item \(name) is both \(one) and \(other)"
        case .early(let start): "it begins at \(start)"
        case .late(let end): "it ended at \(end)"
        }
    }
}
