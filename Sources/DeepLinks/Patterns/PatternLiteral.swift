/// The canonical percent-encoding of literals and listed values.
enum PatternLiteral {
    /// Where in a URL a literal stands.
    enum Part {
        case path
        case query

        /// Whether the byte belongs to the pattern's grammar.
        func ends(before byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "{"): true
            case UInt8(ascii: "/"), UInt8(ascii: "?"): self == .path
            case UInt8(ascii: "&"): self == .query
            default: false
            }
        }
    }

    /// Encodes what must be and decodes what may be; the slice keeps the positions of the pattern.
    ///
    /// RFC 3986 section 6.2.2: upper-case hex, unreserved characters plain.
    static func canonical(_ raw: ArraySlice<UInt8>, in part: Part) throws(RuleViolation) -> String {
        var text: [UInt8] = []
        var position = raw.startIndex
        while position < raw.endIndex {
            let byte = raw[position]
            if byte == UInt8(ascii: "%") {
                appendEscaped(try escape(raw, at: position), to: &text)
                position += 3
                continue
            }
            if byte >= 0x80 {
                appendEscaped(byte, to: &text)
            } else {
                try refuse(byte, in: part, at: position)
                text.append(byte)
            }
            position += 1
        }
        guard isUTF8(text) else {
            throw RuleViolation("an escape is no UTF-8, which the gateway answers with 404", at: raw.startIndex)
        }
        return String(bytes: text)
    }

    private static func escape(_ raw: ArraySlice<UInt8>, at position: Int) throws(RuleViolation) -> UInt8 {
        guard position + 2 < raw.endIndex, let high = URLCharacter.hexValue(raw[position + 1]),
            let low = URLCharacter.hexValue(raw[position + 2])
        else { throw RuleViolation("% is followed by two hexadecimal digits", at: position) }
        let byte = high << 4 | low
        guard !URLCharacter.isControl(byte), byte != UInt8(ascii: "\\") else {
            throw RuleViolation(
                "the gateway answers control characters and backslashes with 404, encoded too", at: position
            )
        }
        return byte
    }

    private static func refuse(_ byte: UInt8, in part: Part, at position: Int) throws(RuleViolation) {
        if "*?#$();{|}".utf8.contains(byte) {
            throw RuleViolation(
                "\(Character(Unicode.Scalar(byte))) is written %\(hex(byte)): an association file gives it a meaning",
                at: position
            )
        }
        guard part == .path ? URLCharacter.isPath(byte) : URLCharacter.isQuery(byte) else {
            throw RuleViolation("this character is written percent-encoded: %\(hex(byte))", at: position)
        }
    }

    private static func appendEscaped(_ byte: UInt8, to text: inout [UInt8]) {
        if URLCharacter.isUnreserved(byte) {
            text.append(byte)
        } else {
            text += [UInt8(ascii: "%"), URLCharacter.hexDigit(byte >> 4), URLCharacter.hexDigit(byte & 15)]
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        String(bytes: [URLCharacter.hexDigit(byte >> 4), URLCharacter.hexDigit(byte & 15)])
    }

    private static func isUTF8(_ encoded: [UInt8]) -> Bool {
        String(validating: PercentEncoding.decoded(encoded), as: UTF8.self) != nil
    }
}
