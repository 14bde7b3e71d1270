/// The languages that somebody reads, the best first: the field `Accept-Language` (RFC 9110 section 12.5.4).
package struct LanguagePreference: Equatable, Sendable {
    /// The ranges with a weight above 0; `nil` stands for `*`.
    private let ranges: [LanguageTag?]

    /// Ranges that are read at most; nobody has more.
    package static let mostRanges = 16

    /// Reads a field's value; what is malformed is passed over.
    package init(_ field: String) {
        var weighed: [(range: LanguageTag?, weight: Int)] = []
        for element in field.split(separator: ",").prefix(Self.mostRanges) {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let range = parts.first else { continue }
            let weight = parts.dropFirst().first.map(Self.weight) ?? 1000
            guard weight > 0 else { continue }
            if range == "*" {
                weighed.append((nil, weight))
            } else if let tag = LanguageTag(range) {
                weighed.append((tag, weight))
            }
        }
        // Of equal weight the first wins.
        ranges = weighed.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.range)
    }

    /// The best of some languages: for each range the language itself, else what it is a kind of, as far as it goes
    /// (RFC 4647 section 3.4), else a kind of the same language.
    ///
    /// - Parameters:
    ///   - languages: What there is, the better first.
    ///   - standard: What is taken when nothing fits.
    /// - Returns: The language.
    package func best(of languages: [LanguageTag], standard: LanguageTag) -> LanguageTag {
        for range in ranges {
            guard let range else { return standard }
            var candidate: LanguageTag? = range
            while let tag = candidate {
                if languages.contains(tag) { return tag }
                candidate = tag.parent
            }
            if let kind = languages.first(where: { $0.primary == range.primary }) { return kind }
        }
        return standard
    }

    /// Thousandths: `q=0.8` is 800 (RFC 9110 section 12.4.2); what is malformed is 0.
    private static func weight(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        guard bytes.count >= 3, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "="),
            bytes[2] == UInt8(ascii: "0") || bytes[2] == UInt8(ascii: "1")
        else { return 0 }
        guard bytes[2] == UInt8(ascii: "0") else { return 1000 }
        let digits = bytes.dropFirst(4).prefix(3)
        guard bytes.count == 3 || bytes[3] == UInt8(ascii: "."), digits.allSatisfy(isDigit) else { return 0 }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * [1000, 100, 10, 1][digits.count]
    }
}
