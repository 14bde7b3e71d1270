/// A place in a text where a reader of JSON found another thing than it expected.
struct SlipPlace {
    /// What a reader expects.
    enum Expectation {
        /// A value.
        case value
        /// The name of a member.
        case name
        /// The colon behind a name.
        case colon
        /// A comma, or the bracket that closes.
        case item(closing: UInt8)
        /// The end of the text.
        case end
        /// Something else: the rest of a string, a number or a comment.
        case other
    }

    let bytes: [UInt8]
    let offset: Int
    let expectation: Expectation
    /// Behind the last byte ahead of the place that is no white space.
    let gap: Int

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: Where the other thing stands.
    ///   - expected: What the reader says that it expected; `nil` for the end.
    init(_ bytes: [UInt8], at offset: Int, expected: String?) {
        self.bytes = bytes
        self.offset = min(offset, bytes.count)
        gap = (bytes[..<self.offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1) + 1
        expectation =
            switch expected {
            case nil: .end
            case "a value": .value
            // JSON5 has numbers that begin with a letter.
            case "a digit": bytes[self.offset...].first.map(UInt8.isLetter) ?? false ? .value : .other
            case "a name", "a name in double quotes": .name
            case "\":\" after the name": .colon
            case "\",\" or \"]\"": .item(closing: UInt8(ascii: "]"))
            case "\",\" or \"}\"": .item(closing: UInt8(ascii: "}"))
            default: .other
            }
    }

    /// The text from the place on.
    var rest: ArraySlice<UInt8> { bytes[offset...] }

    /// The last byte ahead of it that is no white space.
    var before: UInt8? { gap > 0 ? bytes[gap - 1] : nil }

    /// Whether it is among the marks of a template: `{{ids}}`, `${ids}`, `<%= ids %>`, `{% for … %}`, `[[ids]]`.
    var isInTemplate: Bool {
        let begins = { (text: String) in rest.starts(with: text.utf8) }
        if begins("${") || begins("{%") || begins("<%") || begins("%") || begins("$(") { return true }
        guard gap == offset, before == UInt8(ascii: "{"), begins("{") else { return begins("{{") && !isOpening("{{") }
        return !isOpening("{")
    }

    /// Whether a name in quotes, or nothing, follows the brackets.
    private func isOpening(_ brackets: String) -> Bool {
        let next = rest.dropFirst(brackets.utf8.count).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next.map { !UInt8.isLetter($0) } ?? true
    }
}
