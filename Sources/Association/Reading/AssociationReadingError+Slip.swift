import JSONText

extension AssociationReadingError {
    /// What to do about a text that is no JSON: for the slips that people often make, by what stands there.
    static func advice(for error: JSONError, in bytes: [UInt8]) -> String {
        if isUTF16(bytes) { return "save the file as UTF-8: it is UTF-16" }
        if let advice = advice(forBeginning: bytes) { return advice }
        switch error.kind {
        case .duplicateName: return "keep one of the two"
        case .byteOrderMark: return "save the file as UTF-8 without a byte order mark"
        case .invalidUTF8: return "save the file as UTF-8"
        case .controlCharacter:
            let byte = bytes[min(error.position.offset, bytes.count)...].first
            switch byte {
            case 0x0A, 0x0D: return "close the quotes on the same line"
            case 0x09: return "write a space in the place of the tab"
            default: return "take the character out"
            }
        case .empty: return "publish the file itself: nothing was found in it"
        case .unexpected: return TextSlip(error, in: bytes)?.advice ?? otherwise
        case .trailingContent: return TextSlip(error, in: bytes)?.advice ?? "take out what follows it"
        default: return otherwise
        }
    }

    /// Whether a text begins as one in UTF-16 does: with its byte order mark, or with ASCII and NUL in turn.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || (bytes[0] == 0) != (bytes[1] == 0)
    }

    /// What to do about what is another thing than a file with a slip, by its first bytes.
    private static func advice(forBeginning bytes: [UInt8]) -> String? {
        // A sequence of DER (RFC 2315 section 7), whose first byte is a "0", too.
        if bytes.first == 0x30, bytes.count > 1, (0x80...0x84).contains(bytes[1]) {
            return "publish the JSON itself: these bytes are a signed file (PKCS #7), as systems before iOS 9 took it"
        }
        // RFC 1952 section 2.3.1.
        if bytes.starts(with: [0x1F, 0x8B]) {
            return "publish the file itself, or send it with \"Content-Encoding: gzip\": these bytes are compressed"
        }
        let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.starts(with: "{\\\"".utf8) { return "take out the backslashes: the file was quoted once more" }
        if ["---\n", "---\r", "- "].contains(where: { text.starts(with: $0.utf8) }) { return yaml }
        let word = text.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F || $0 == 0x24 }
        guard !word.isEmpty else { return nil }
        let after = text[word.endIndex...].first { $0 != 0x20 }
        switch String(decoding: word, as: UTF8.self) {
        case "var", "let", "const", "export", "module", "window": return "publish the object alone: this is a script"
        case "NOT", "true", "false", "null": return nil
        default:
            if after == UInt8(ascii: ":") {
                return text.contains(UInt8(ascii: "{"))
                    ? "put braces around the whole text, and names in double quotes" : yaml
            }
            if after == UInt8(ascii: "(") { return "publish the object alone, without the call around it" }
            return "publish the file itself: this is a text, which the server sends in its place"
        }
    }

    private static let yaml = "write it as JSON, with braces, brackets and double quotes: this is YAML"
    private static let otherwise = "mend this and look again: one slip voids the whole file"
}
