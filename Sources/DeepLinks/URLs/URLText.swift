/// The rules for the text of destinations: RFC 3986, and nothing that a browser would rewrite.
enum URLText {
    /// A part of a URL with characters of its own.
    enum Part {
        case path
        case query
        case fragment

        func allows(_ byte: UInt8) -> Bool {
            switch self {
            case .path: URLCharacter.isPath(byte) || byte == UInt8(ascii: "/")
            case .query: URLCharacter.isQuery(byte) || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            case .fragment: URLCharacter.isQuery(byte)
            }
        }
    }

    /// Path, query and fragment by their first delimiters: RFC 3986 section 3.
    struct Parts {
        let path: Range<Int>
        let query: Range<Int>?
        let fragment: Range<Int>?

        init(_ bytes: [UInt8], from start: Int) {
            let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            let mark = bytes[start..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
            path = start..<mark
            query = mark < hash ? (mark + 1)..<hash : nil
            fragment = hash < bytes.count ? (hash + 1)..<bytes.count : nil
        }
    }

    /// Checks the length, and that no byte is white space, a control character, a backslash or outside ASCII.
    static func checkBytes(_ bytes: [UInt8]) throws(RuleViolation) {
        guard bytes.count <= WebURL.longestText else {
            throw RuleViolation("a destination has at most 2,048 bytes, this one has \(bytes.count)")
        }
        guard let bad = bytes.firstIndex(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "\\") }) else {
            return
        }
        let rule =
            switch bytes[bad] {
            case 0x80...: "a destination is ASCII: write other letters percent-encoded, and in the host as xn--"
            case UInt8(ascii: "\\"): "a destination has no backslash, which browsers read as a slash"
            default: "a destination has no white space and no control characters"
            }
        throw RuleViolation(rule, at: bad)
    }

    /// Checks characters and escapes of one part.
    static func check(_ text: ArraySlice<UInt8>, in part: Part) throws(RuleViolation) {
        var position = text.startIndex
        while position < text.endIndex {
            if text[position] == UInt8(ascii: "%") {
                guard position + 2 < text.endIndex, URLCharacter.hexValue(text[position + 1]) != nil,
                    URLCharacter.hexValue(text[position + 2]) != nil
                else { throw RuleViolation("% is followed by two hexadecimal digits", at: position) }
            } else if !part.allows(text[position]) {
                throw RuleViolation("this character is written percent-encoded in a \(part)", at: position)
            }
            position += 1
        }
    }

    /// Refuses dot segments, in any spelling: browsers would remove them.
    static func checkSegments(_ path: ArraySlice<UInt8>) throws(RuleViolation) {
        for segment in path.split(separator: UInt8(ascii: "/")) where PercentEncoding.isDotSegment(segment) {
            throw RuleViolation("a destination has no dot segments", at: segment.startIndex)
        }
    }
}
