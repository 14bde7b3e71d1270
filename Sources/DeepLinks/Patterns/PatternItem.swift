/// A query item that a pattern names.
package struct PatternItem: Hashable, Sendable, CustomStringConvertible {
    /// The item's name: unreserved characters, compared byte for byte.
    package let name: String
    /// What is asked of it.
    package let condition: ItemCondition

    /// The canonical text.
    package var description: String {
        switch condition {
        case .equals(let value): "\(name)=\(value)"
        case .captured(let capture): "\(name)={\(capture)}"
        }
    }

    /// The capture, if there is one.
    package var capture: PatternCapture? {
        if case .captured(let capture) = condition { capture } else { nil }
    }
}

/// What a pattern asks of a query item.
package enum ItemCondition: Hashable, Sendable {
    /// There, and every occurrence has this value, percent-encoded.
    case equals(String)
    /// There with no empty occurrence, and one of the values if any are listed; of an optional one nothing.
    case captured(PatternCapture)
}
