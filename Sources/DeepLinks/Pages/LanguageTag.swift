/// A language as HTML and HTTP name it: `de`, `pt-BR` (RFC 5646), in its usual case.
package struct LanguageTag: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// English.
    package static let english = LanguageTag(canonical: "en")

    private init(canonical text: String) { self.text = text }

    /// Reads a tag in any case; `nil` when it is none: a language of two or three letters, then subtags of one to eight
    /// letters and digits, 35 bytes in all (RFC 5646 section 4.4.1).
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy(isLetter),
            parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || isDigit($0) } })
        else { return nil }
        // RFC 5646 section 2.1.1.
        self.text = parts.enumerated().map { index, part in
            switch (index, part.utf8.count) {
            case (0, _): part.lowercased()
            case (_, 2): part.uppercased()
            case (_, 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
            default: part.lowercased()
            }
        }.joined(separator: "-")
    }

    /// The language alone: `pt` of `pt-BR`.
    package var primary: Substring { text.prefix { $0 != "-" } }

    /// The tag without its last subtag, and without a single letter before it; `nil` for a language alone
    /// (RFC 4647 section 3.4).
    package var parent: LanguageTag? {
        var parts = text.split(separator: "-").dropLast()
        while parts.count > 1, parts.last?.utf8.count == 1 { parts.removeLast() }
        return parts.isEmpty ? nil : LanguageTag(canonical: parts.joined(separator: "-"))
    }

    /// Whether it is written from right to left.
    package var isRightToLeft: Bool {
        let script = text.split(separator: "-").dropFirst().first { $0.utf8.count == 4 }
        if let script { return ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"].contains(script) }
        return ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"].contains(primary)
    }

    /// The text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: LanguageTag, right: LanguageTag) -> Bool { left.text < right.text }
}
