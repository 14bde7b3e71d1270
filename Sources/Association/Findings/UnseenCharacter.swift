import JSONText

extension Unicode.Scalar {
    /// What to do about a character that nobody sees; `nil` for one that shows, and for a space.
    var adviceWhereUnseen: String? {
        guard self != " ", properties.isWhitespace || !isPrintable else { return nil }
        return "take the character \(codePoint) out, which nobody sees"
    }

    /// Its number as the Unicode Standard writes it: `U+200B`.
    var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    }
}
