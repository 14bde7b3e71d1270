import Synchronization

/// What one resolution notes down: a workspace of fixed size, used again for every request of a loop.
package struct Captures: ~Copyable {
    /// Bytes in a slug at most.
    package static let longestSlug = 255

    // Values of the route that matched, by the pattern's order of captures.
    var values = [8 of CapturedValue](repeating: CapturedValue())
    // Where segments begin; one more entry behind the last: one past the slash that would follow.
    var starts = [34 of UInt32](repeating: 0)
    var depth = 0
    // One past the last byte of the path that counts.
    var pathEnd = 0
    var hasEmptySegment = false
    // What the query says of the program's first item names; only those in the mask are known.
    var items = [32 of QueryItem](repeating: QueryItem())
    var knownItems: UInt32 = 0
    var slugBytes = [256 of UInt8](repeating: 0)
    var slugCount = 0
    // A value that cannot be moved about in registers is lent by its address; another of this size is copied each time
    // that it is lent (Swift 6.3).
    private let place = Atomic(false)

    /// Makes an empty workspace.
    package init() {}

    /// The slug of the link asked for: decoded once, UTF-8, folded where the domain folds.
    package var slug: Span<UInt8> {
        @_lifetime(borrow self)
        get { slugBytes.span.extracting(0..<slugCount) }
    }
}

extension Captures {
    /// What the route that matched captured, undecoded, in the order of its pattern.
    ///
    /// - Parameters:
    ///   - pattern: The route's.
    ///   - path: The path that was resolved.
    ///   - query: The query that was resolved.
    /// - Returns: The captures; an optional one that is absent is empty.
    package func explained(_ pattern: RoutePattern, path: Span<UInt8>, query: Span<UInt8>) -> [ExplainedCapture] {
        pattern.captures.enumerated().map { index, capture in
            let value = values[index]
            let text = value.isFromQuery ? query : path
            let part = text.extracting(Int(value.start)..<Int(value.start + value.count))
            return ExplainedCapture(name: capture.name, value: part.text)
        }
    }
}

/// A range of the request's path or query.
struct CapturedValue {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var isFromQuery = false
}

/// What a query says of one name: an empty value, an absent one and one without `=` are the same.
struct QueryItem {
    var start: UInt32 = 0
    /// 0 when no occurrence has a value.
    var count: UInt32 = 0
    var hasEmpty = false
    var isUniform = true
}
