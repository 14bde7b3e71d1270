import JSONText

/// A slip that people often make in a JSON text: what to do about it, and the bytes that mend it where that is no guess.
struct TextSlip {
    /// Bytes to write in the place of others.
    struct Edit {
        /// Those that go.
        let range: Range<Int>
        /// Those that come.
        let bytes: [UInt8]
    }

    let advice: String
    let edit: Edit?

    private init(_ advice: String, _ edit: Edit? = nil) {
        self.advice = advice
        self.edit = edit
    }

    /// The slip that a reader stumbled over; `nil` where it is none of these.
    init?(_ error: JSONError, in bytes: [UInt8]) {
        let place: SlipPlace
        switch error.kind {
        case .unexpected(let expected, _): place = SlipPlace(bytes, at: error.position.offset, expected: expected)
        case .trailingContent: place = SlipPlace(bytes, at: error.position.offset, expected: nil)
        default: return nil
        }
        guard let slip = Self.ofOthers(place) ?? Self.ofBrackets(place) ?? Self.ofMarks(place) else { return nil }
        self = slip
    }

    // MARK: - Things that are no JSON

    /// Comments, templates, words and characters of other formats.
    private static func ofOthers(_ place: SlipPlace) -> TextSlip? {
        let rest = place.rest
        let begins = { (text: String) in rest.starts(with: text.utf8) }
        if begins("//") || begins("/*") { return TextSlip("take the comment out: JSON has none") }
        if begins("#") {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            return TextSlip("take the comment out: JSON has none", Edit(range: place.offset..<end, bytes: []))
        }
        if place.isInTemplate { return TextSlip("fill the template in: these are the marks of one") }
        if begins("<"), place.before == nil {
            return TextSlip(
                begins("<?xml") || begins("<!DOCTYPE plist")
                    ? "this is XML: publish the JSON file"
                    : "this looks like a web page: keep catch-all routes away from the file's path")
        }
        if begins("...") || begins("\u{2026}") { return TextSlip("write out what the dots stand for") }
        // U+2018 to U+201F, of which the first four are single.
        if begins("'") || rest.starts(with: [0xE2, 0x80]) && (0x98...0x9F).contains(rest.dropFirst(2).first ?? 0) {
            let isDouble = rest.dropFirst(2).first ?? 0 > 0x9B && !begins("'")
            return TextSlip(
                "write plain double quotes: \"",
                isDouble ? Edit(range: 0..<place.bytes.count, bytes: place.bytes.withPlainQuotes) : nil)
        }
        if begins("NOT ") {
            // The slip of the example in TN3155.
            let quoted = rest.dropFirst(4).drop { $0 == 0x20 }
            guard quoted.first == UInt8(ascii: "\"") else { return nil }
            let path = quoted.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != 0x0A }
            return TextSlip(
                "put the keyword inside the quotes: \"NOT \(String(decoding: path, as: UTF8.self))\"",
                Edit(range: place.offset..<quoted.startIndex + 1, bytes: Array("\"NOT ".utf8)))
        }
        return ofWords(place) ?? ofInvisibles(place)
    }

    /// Words in the place of a value or a name.
    private static func ofWords(_ place: SlipPlace) -> TextSlip? {
        let word = String(decoding: place.rest.prefix { UInt8.isLetter($0) }, as: UTF8.self)
        guard !word.isEmpty else { return nil }
        switch place.expectation {
        case .value:
            let known = ["true": "true", "false": "false", "null": "null", "none": "null", "nil": "null"]
            guard let literal = known[word.lowercased()] else { return TextSlip("put it in double quotes") }
            return TextSlip(
                "write \(literal)",
                Edit(range: place.offset..<place.offset + word.utf8.count, bytes: Array(literal.utf8)))
        case .name: return TextSlip("put the name in double quotes")
        default: return nil
        }
    }

    /// Characters that nobody sees, and that are no space to JSON.
    private static func ofInvisibles(_ place: SlipPlace) -> TextSlip? {
        // Within a string or a number all characters count.
        if case .other = place.expectation { return nil }
        guard let scalar = String(decoding: place.rest.prefix(4), as: UTF8.self).unicodeScalars.first,
            let advice = scalar.adviceWhereUnseen
        else { return nil }
        return TextSlip(advice, Edit(range: place.offset..<place.offset + UTF8.width(scalar), bytes: [0x20]))
    }

    // MARK: - Brackets

    private static func ofBrackets(_ place: SlipPlace) -> TextSlip? {
        guard let first = place.rest.first else { return ofEnd(place) }
        guard first == UInt8(ascii: "]") || first == UInt8(ascii: "}") else { return nil }
        switch place.expectation {
        case .item(let closing):
            return TextSlip(
                "put \(String(UnicodeScalar(closing))) before it", Edit(range: place.gap..<place.gap, bytes: [closing]))
        case .end:
            let others = place.rest.allSatisfy { "]} \t\r\n;".utf8.contains($0) }
            return TextSlip(
                "take it out: all brackets are closed before it",
                others ? Edit(range: place.offset..<place.bytes.count, bytes: []) : nil)
        case .value, .name:
            guard place.before == UInt8(ascii: ",") else { return nil }
            return TextSlip("take out the comma before it: no item follows")
        default: return nil
        }
    }

    /// The end of the text in the middle of a value: one bracket is forgotten, more are cut off.
    private static func ofEnd(_ place: SlipPlace) -> TextSlip {
        if case .item(let closing) = place.expectation {
            let bytes = place.bytes[..<place.gap] + [closing]
            if (try? JSONReader.read(Array(bytes), grammar: .json5)) != nil {
                return TextSlip(
                    "write \(String(UnicodeScalar(closing))) at the end: the last bracket is missing",
                    Edit(range: place.gap..<place.gap, bytes: [closing]))
            }
        }
        return TextSlip("publish all of the file: it ends too early")
    }

    // MARK: - Marks between values

    private static func ofMarks(_ place: SlipPlace) -> TextSlip? {
        guard let first = place.rest.first else { return nil }
        let here = place.offset..<place.offset + 1
        switch (first, place.expectation) {
        case (UInt8(ascii: ","), .value), (UInt8(ascii: ","), .name):
            guard let before = place.before, ",[{".utf8.contains(before) else { return nil }
            return TextSlip("take out this comma: it stands between no two items", Edit(range: here, bytes: []))
        case (UInt8(ascii: ","), .end): return TextSlip("one bracket too many is closed before it")
        case (UInt8(ascii: ":"), .end):
            return TextSlip(
                "put braces around the whole text",
                Edit(range: 0..<place.bytes.count, bytes: [0x7B] + place.bytes + [0x7D]))
        case (UInt8(ascii: ";"), .end):
            let isLast = place.rest.dropFirst().allSatisfy { " \t\r\n".utf8.contains($0) }
            return TextSlip("take the semicolon out", isLast ? Edit(range: here, bytes: []) : nil)
        case (UInt8(ascii: ";"), .item):
            return TextSlip("write a comma", Edit(range: here, bytes: [UInt8(ascii: ",")]))
        case (UInt8(ascii: "="), .colon):
            let isArrow = place.rest.dropFirst().first == UInt8(ascii: ">")
            return TextSlip(
                "write a colon", Edit(range: here.lowerBound..<here.upperBound + (isArrow ? 1 : 0), bytes: [0x3A]))
        case (_, .colon) where "\"{[".utf8.contains(first):
            return TextSlip("put a colon before it", Edit(range: place.gap..<place.gap, bytes: [0x3A]))
        case (_, .item) where "\"{[".utf8.contains(first):
            return TextSlip("put a comma before it", Edit(range: place.gap..<place.gap, bytes: [UInt8(ascii: ",")]))
        default: return nil
        }
    }
}

extension [UInt8] {
    /// The text with the double quotes of word processors as plain ones.
    fileprivate var withPlainQuotes: [UInt8] {
        guard let text = String(validating: self, as: UTF8.self) else { return self }
        return Array(String(text.map { "\u{201C}\u{201D}\u{201E}\u{201F}".contains($0) ? "\"" : $0 }).utf8)
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
