import DeepLinks

/// A URL that a pattern matches, made of texts that can be chosen.
struct SampleURL {
    /// The texts for what is free.
    struct Texts {
        /// The free text of a segment; its tail is given.
        ///
        /// By default as another pattern has it, else `x`.
        var segment: ((_ tail: String) -> String)?
        /// The text for a segment of digits.
        ///
        /// By default as another pattern has it, else sevens.
        var digits: ((ClosedRange<Int>) -> String)?
        /// The value of an item.
        ///
        /// By default as another pattern has it, else `x`.
        var item: String?
        /// What follows as the rest.
        ///
        /// By default as another pattern has it, else nothing.
        var rest: String?
        /// Whether nothing follows the head of the last segment.
        var endsBehindHead = false
        /// Whether letters of fixed text change their case.
        var changesCase = false
    }

    private let pattern: RoutePattern
    private let other: RoutePattern?
    private let host: String

    /// Makes the URLs of a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - other: Another one that the URLs are to match too, as far as both can be had.
    ///   - host: The host.
    init(_ pattern: RoutePattern, beside other: RoutePattern? = nil, host: String) {
        self.pattern = pattern
        self.other = other
        self.host = host
    }

    /// The URL.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - repeated: An item that comes a second time.
    ///   - second: The value that it then has. By default another one.
    ///   - count: How many segments at the end are left out.
    ///   - suffix: What follows the path.
    /// - Returns: The text.
    func text(
        _ texts: Texts = Texts(), repeated: PatternItem? = nil, second: String = "another", dropping count: Int = 0,
        suffix: String = ""
    ) -> String {
        var path = pattern.segments.indices.dropLast(count).map { "/" + segment(at: $0, texts) }.joined()
        if pattern.rest != nil {
            let rest = texts.rest ?? further.joined(separator: "/")
            if !rest.isEmpty { path += "/" + rest }
        }
        if path.isEmpty, suffix.isEmpty || count == 0 { path = "/" }
        var items: [String] = []
        for item in required(pattern) {
            items.append("\(item.name)=\(value(item, texts))")
            if item == repeated { items.append("\(item.name)=\(second)") }
        }
        for item in other.map(required) ?? [] where !pattern.items.contains(where: { $0.name == item.name }) {
            items.append("\(item.name)=\(value(item, Texts()))")
        }
        return "https://\(host)\(path)\(suffix)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// The items without which the URL does not match.
    private func required(_ pattern: RoutePattern) -> [PatternItem] {
        pattern.items.filter { $0.capture?.place != .optionalItem }
    }

    // MARK: - The path

    private func segment(at index: Int, _ texts: Texts) -> String {
        let segment = pattern.segments[index]
        guard case .capture(let capture, let head, let tail) = segment else { return fixed(segment.description, texts) }
        if texts.endsBehindHead, index == pattern.segments.count - 1 { return fixed(head, texts) }
        let middle: String
        switch capture.values {
        case .any:
            guard let text = texts.segment else { return shared(at: index) ?? head + "x" + tail }
            middle = text(tail)
        case .digits(let range):
            guard let text = texts.digits else {
                return shared(at: index) ?? head + Self.digits(range) + tail
            }
            middle = text(range)
        case .listed(let values):
            if let text = shared(at: index) { return fixed(text, texts) }
            middle = fixed(values[0], texts)
        }
        return fixed(head, texts) + middle + fixed(tail, texts)
    }

    /// A value that the other pattern asks for an item of this name.
    func otherValue(_ item: PatternItem) -> String? {
        other?.items.first { $0.name == item.name }.flatMap { Self.values(of: $0).first }
    }

    /// A text of the other pattern's segment that fits the pattern's too.
    private func shared(at index: Int) -> String? {
        guard let other, index < other.segments.count else { return nil }
        let shape = PlanSegment(pattern.segments[index]).shape(folds: false)
        return Self.texts(of: other.segments[index]).first { shape.takes(Array($0.utf8)) }
    }

    /// What the other pattern has where the pattern has its rest.
    private var further: [String] {
        guard let other else { return [] }
        return other.segments.dropFirst(pattern.segments.count).compactMap { Self.texts(of: $0).first }
    }

    /// Some of the texts that fit a segment.
    private static func texts(of segment: PatternSegment) -> [String] {
        guard case .capture(let capture, let head, let tail) = segment else { return [segment.description] }
        return switch capture.values {
        case .any: ["x", "7", "7777"].map { head + $0 + tail }
        case .digits(let range): [head + digits(range) + tail]
        case .listed(let values): values.map { head + $0 + tail }
        }
    }

    private static func digits(_ range: ClosedRange<Int>) -> String { String(repeating: "7", count: range.lowerBound) }

    // MARK: - Items

    private func value(_ item: PatternItem, _ texts: Texts) -> String {
        switch item.condition {
        case .equals(let value): return fixed(value, texts)
        case .captured(let capture):
            let asked = other?.items.first { $0.name == item.name }
            guard case .listed(let values) = capture.values else {
                return texts.item ?? asked.flatMap { Self.values(of: $0).first } ?? "x"
            }
            let shared = asked.flatMap { Self.values(of: $0).first(where: values.contains) }
            return fixed(shared ?? values[0], texts)
        }
    }

    private static func values(of item: PatternItem) -> [String] {
        switch item.condition {
        case .equals(let value): [value]
        case .captured(let capture): if case .listed(let values) = capture.values { values } else { [] }
        }
    }

    /// The text, its small letters made capitals and the other way round where that is asked for.
    private func fixed(_ text: String, _ texts: Texts) -> String {
        guard texts.changesCase else { return text }
        return String(
            decoding: text.utf8.map { (0x61...0x7A).contains($0 | 0x20) ? $0 ^ 0x20 : $0 }, as: UTF8.self)
    }
}
