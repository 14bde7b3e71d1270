import DeepLinks

/// A URL that a pattern matches, made of texts that can be chosen.
struct SampleURL {
    /// The texts for what is free.
    struct Texts {
        /// The free text of a segment; its tail is given.
        var segment: (_ tail: String) -> String = { _ in "x" }
        /// The text for a segment of digits.
        var digits: (ClosedRange<Int>) -> String = { String(repeating: "7", count: $0.lowerBound) }
        /// The value of an item.
        var item = "x"
        /// What follows as the rest.
        var rest = ""
        /// Whether letters of fixed text change their case.
        var changesCase = false
    }

    private let pattern: RoutePattern
    private let host: String

    init(_ pattern: RoutePattern, host: String) {
        self.pattern = pattern
        self.host = host
    }

    /// The URL.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - repeated: An item that comes a second time.
    ///   - second: The value that it then has. By default another one.
    ///   - suffix: What follows the path.
    /// - Returns: The text.
    func text(_ texts: Texts = Texts(), repeated: PatternItem? = nil, second: String = "another", suffix: String = "")
        -> String
    {
        var path = pattern.segments.map { "/" + segment($0, texts) }.joined()
        if pattern.rest != nil, !texts.rest.isEmpty { path += "/" + texts.rest }
        if path.isEmpty { path = "/" }
        var items: [String] = []
        for item in pattern.items where item.capture?.place != .optionalItem {
            items.append("\(item.name)=\(value(item, texts))")
            if item == repeated { items.append("\(item.name)=\(second)") }
        }
        return "https://\(host)\(path)\(suffix)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    private func segment(_ segment: PatternSegment, _ texts: Texts) -> String {
        switch segment {
        case .literal(let text): return fixed(text, texts)
        case .capture(let capture, let head, let tail):
            let middle =
                switch capture.values {
                case .any: texts.segment(tail)
                case .digits(let range): texts.digits(range)
                case .listed(let values): fixed(values[0], texts)
                }
            return fixed(head, texts) + middle + fixed(tail, texts)
        }
    }

    private func value(_ item: PatternItem, _ texts: Texts) -> String {
        switch item.condition {
        case .equals(let value): return fixed(value, texts)
        case .captured(let capture):
            guard case .listed(let values) = capture.values else { return texts.item }
            return fixed(values[0], texts)
        }
    }

    /// The text, its small letters made capitals and the other way round where that is asked for.
    private func fixed(_ text: String, _ texts: Texts) -> String {
        guard texts.changesCase else { return text }
        return String(
            decoding: text.utf8.map { (0x61...0x7A).contains($0 | 0x20) ? $0 ^ 0x20 : $0 }, as: UTF8.self)
    }
}
