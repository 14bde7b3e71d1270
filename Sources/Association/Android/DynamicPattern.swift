/// A pattern of a dynamic rule, matched as Android 15 matches it.
///
/// `?` is any one character. `*` runs to where the character behind it first appears, and never goes back; at the end
/// it takes the rest (AOSP `PatternMatcher`, simple glob; how Google's services turn `*` and `?` into it is not
/// published). A character is a UTF-16 unit, as in Java.
struct DynamicPattern {
    private let units: [UInt16]

    init(_ text: String) { units = Array(text.utf16) }

    /// Whether it covers the text.
    ///
    /// - Complexity: O(length of the text).
    func matches(_ text: ArraySlice<UInt16>) -> Bool {
        var rest = text
        var pattern = units[...]
        while let unit = pattern.popFirst() {
            guard unit == Self.star else {
                guard let next = rest.popFirst(), unit == Self.question || unit == next else { return false }
                continue
            }
            pattern = pattern.drop { $0 == Self.star }
            guard let sought = pattern.first else { return true }
            if sought != Self.question { rest = rest.drop { $0 != sought } }
        }
        return rest.isEmpty
    }

    private static let star = UInt16(UInt8(ascii: "*"))
    private static let question = UInt16(UInt8(ascii: "?"))
}
