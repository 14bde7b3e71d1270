/// One segment of a pattern's path.
package enum PatternSegment: Hashable, Sendable, CustomStringConvertible {
    /// This text, percent-encoded.
    case literal(String)
    /// A capture between two literals, each possibly empty.
    case capture(PatternCapture, head: String, tail: String)

    /// The canonical text.
    package var description: String {
        switch self {
        case .literal(let text): text
        case .capture(let capture, let head, let tail): "\(head){\(capture)}\(tail)"
        }
    }

    /// The capture, if there is one.
    package var capture: PatternCapture? {
        if case .capture(let capture, _, _) = self { capture } else { nil }
    }

    /// Whether any text can stand in it, perhaps between a head and a tail.
    package var isFree: Bool { capture?.values == .any }

    /// Whether the whole segment is a free capture.
    package var isFreeSegment: Bool {
        guard case .capture(let capture, head: "", tail: "") = self else { return false }
        return capture.values == .any
    }
}
