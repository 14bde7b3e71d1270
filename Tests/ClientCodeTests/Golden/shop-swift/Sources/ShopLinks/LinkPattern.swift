// The same for all links that 'postern code swift' writes.

/// A segment of a route's path.
enum LinkSegment: ExpressibleByStringLiteral {
    /// This text.
    case literal(String)
    /// A value between two texts, each possibly empty.
    case value(String, LinkValues, head: String, tail: String)
    /// What follows, slashes included, in a path of at most so many segments.
    case rest(String, limit: Int)

    init(stringLiteral text: String) { self = .literal(text) }

    /// Any text.
    static func text(_ name: String, after head: String = "", before tail: String = "") -> Self {
        .value(name, .text, head: head, tail: tail)
    }

    /// Decimal digits, 1 to 18 of them unless their number is fixed.
    static func digits(
        _ name: String, count: Int? = nil, after head: String = "", before tail: String = ""
    ) -> Self {
        .value(name, .digits(count.map { $0...$0 } ?? 1...18), head: head, tail: tail)
    }

    /// One of the listed values.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, of _: Choice.Type, after head: String = "", before tail: String = ""
    ) -> Self {
        choice(name, of: Choice.allCases.map(\.rawValue), after: head, before: tail)
    }

    /// One of the texts, as they are written in a URL.
    static func choice(
        _ name: String, of texts: [String], after head: String = "", before tail: String = ""
    ) -> Self {
        .value(name, .listed(texts), head: head, tail: tail)
    }

    /// What follows, slashes included, possibly nothing.
    static func rest(_ name: String) -> Self { .rest(name, limit: .max) }

    /// Whether a text of the route's own stands in the segment.
    var hasText: Bool {
        switch self {
        case .literal: true
        case .value(_, _, let head, let tail): !head.isEmpty || !tail.isEmpty
        case .rest: false
        }
    }
}

/// An item of a route's query.
struct LinkItem {
    /// The item's name.
    let name: String
    /// The name of the value; `nil` where it is known already.
    let parameter: String?
    /// What it may hold.
    let values: LinkValues
    /// Whether the route matches without it.
    var isOptional = false

    /// This text.
    static func literal(_ name: String, _ text: String) -> Self {
        LinkItem(name: name, parameter: nil, values: .listed([text]))
    }

    /// Any text.
    static func text(_ parameter: String, named name: String? = nil) -> Self {
        LinkItem(name: name ?? parameter, parameter: parameter, values: .text)
    }

    /// Any text, or none.
    static func optional(_ parameter: String, named name: String? = nil) -> Self {
        LinkItem(name: name ?? parameter, parameter: parameter, values: .text, isOptional: true)
    }

    /// Decimal digits, 1 to 18 of them unless their number is fixed.
    static func digits(_ parameter: String, named name: String? = nil, count: Int? = nil) -> Self {
        LinkItem(
            name: name ?? parameter, parameter: parameter,
            values: .digits(count.map { $0...$0 } ?? 1...18))
    }

    /// One of the listed values.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ parameter: String, named name: String? = nil, of _: Choice.Type
    ) -> Self {
        choice(parameter, named: name, of: Choice.allCases.map(\.rawValue))
    }

    /// One of the texts, as they are written in a URL.
    static func choice(
        _ parameter: String, named name: String? = nil, of texts: [String]
    ) -> Self {
        LinkItem(name: name ?? parameter, parameter: parameter, values: .listed(texts))
    }
}

/// What a value may be.
enum LinkValues {
    /// Any text but none.
    case text
    /// So many decimal digits.
    case digits(ClosedRange<Int>)
    /// One of these texts, as they are written in a URL.
    case listed([String])

    /// Whether any text will do.
    var isText: Bool { if case .text = self { true } else { false } }
}
