/// The URLs that a route is about: a path, and optionally a query, with named captures.
///
/// Two patterns are equal exactly when their canonical texts are.
package struct RoutePattern: Hashable, Sendable, CustomStringConvertible {
    /// The canonical text: literals percent-encoded, no slash at the end.
    ///
    /// Reading it gives the same pattern.
    package let text: String
    /// The segments before the rest.
    package let segments: [PatternSegment]
    /// The name of the capture that takes what follows the segments, slashes included, possibly empty.
    package let rest: String?
    /// The query items that the pattern names, in the order written.
    package let items: [PatternItem]

    /// Bytes in a pattern at most.
    package static let longestText = 2048
    /// Captures in a pattern at most.
    package static let mostCaptures = 8
    /// Segments in a pattern at most, the rest not counted.
    package static let mostSegments = 32
    /// Segments in a path that a limited rest matches at most; see ``isRestLimited``.
    package static let limitedRestDepth = 16

    /// Reads a pattern.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        guard text.utf8.count <= Self.longestText else {
            throw RuleViolation("a pattern has at most 2,048 bytes, this one has \(text.utf8.count)")
        }
        var parser = PatternParser(text)
        try parser.parse()
        segments = parser.segments
        rest = parser.rest
        items = parser.items
        self.text = Self.print(parser.segments, parser.rest, parser.items)
        guard self.text.utf8.count <= Self.longestText else {
            throw RuleViolation("a pattern has at most 2,048 bytes, this one has \(self.text.utf8.count) when encoded")
        }
        if let taken = takenPath { throw RuleViolation("the gateway answers \(taken) itself") }
    }

    /// The canonical text.
    package var description: String { text }

    /// Equal texts are equal patterns.
    package static func == (left: RoutePattern, right: RoutePattern) -> Bool { left.text == right.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Whether a path deeper than ``limitedRestDepth`` segments does not match.
    ///
    /// A rest has no limit if the pattern's first free capture is a whole segment and only such follow it: only then
    /// can an association file say it exactly.
    package var isRestLimited: Bool {
        guard rest != nil, let first = segments.firstIndex(where: \.isFree) else { return false }
        return !segments[first...].allSatisfy(\.isFreeSegment)
    }

    /// The captures in order of writing: path first, then query.
    package var captures: [PatternCapture] {
        var captures = segments.compactMap(\.capture)
        if let rest { captures.append(PatternCapture(name: rest, values: .any, place: .rest)) }
        return captures + items.compactMap(\.capture)
    }

    /// The capture that names a link in a route of kind `links`: the only required one, and not a rest.
    package var linkCapture: PatternCapture? {
        let required = captures.filter { $0.place != .optionalItem }
        guard required.count == 1, let capture = required.first, capture.place != .rest else { return nil }
        return capture
    }

    private static func print(_ segments: [PatternSegment], _ rest: String?, _ items: [PatternItem]) -> String {
        var text = segments.map { "/\($0)" }.joined()
        if let rest { text += "/{\(rest)*}" }
        if text.isEmpty { text = "/" }
        return items.isEmpty ? text : text + "?" + items.map(\.description).joined(separator: "&")
    }

    // What stands ahead of all routes; a pattern there would never be asked.
    private var takenPath: String? {
        guard case .literal(let first)? = segments.first else { return nil }
        if first == ".well-known" { return "/.well-known/" }
        guard segments.count == 1, rest == nil else { return nil }
        return ReservedPath(path: Array("/\(first)".utf8).span) == nil ? nil : "/\(first)"
    }
}
