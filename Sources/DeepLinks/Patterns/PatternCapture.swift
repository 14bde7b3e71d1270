/// A named part of a URL.
package struct PatternCapture: Hashable, Sendable, CustomStringConvertible {
    /// A letter, then letters, digits and `_`; 1 to 64 bytes.
    package let name: String
    /// What it may hold.
    package let values: CaptureValues
    /// Where it stands.
    package let place: CapturePlace

    /// The text between the braces.
    package var description: String {
        switch place {
        case .rest: name + "*"
        case .optionalItem: name + "?"
        case .segment, .item: name + values.suffix
        }
    }
}

/// What a capture may hold; never nothing, but for a rest.
package enum CaptureValues: Hashable, Sendable {
    /// Any text.
    case any
    /// As many decimal digits.
    case digits(ClosedRange<Int>)
    /// One of these texts, percent-encoded; not empty, all different.
    case listed([String])

    /// The digits of `{x:int}`.
    static let anyDigits = 1...18

    var suffix: String {
        switch self {
        case .any: ""
        case .digits(Self.anyDigits): ":int"
        case .digits(let range): ":int\(range.lowerBound)"
        case .listed(let values): ":" + values.joined(separator: "|")
        }
    }
}

/// Where in a URL a capture stands.
package enum CapturePlace: Hashable, Sendable {
    /// In one segment of the path.
    case segment
    /// The end of the path.
    case rest
    /// The value of a query item that must be there.
    case item
    /// The value of a query item that may be there.
    case optionalItem
}
