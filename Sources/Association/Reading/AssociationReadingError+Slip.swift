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
        case .unexpected(let expected, _): return advice(at: error.position.offset, expected, bytes) ?? otherwise
        case .trailingContent: return advice(at: error.position.offset, "", bytes) ?? "take out what follows it"
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
        let word = text.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F || $0 == 0x24 }
        guard !word.isEmpty else { return nil }
        let after = text[word.endIndex...].first { $0 != 0x20 }
        switch String(decoding: word, as: UTF8.self) {
        case "var", "let", "const", "export", "module", "window": return "publish the object alone: this is a script"
        case "NOT", "true", "false", "null": return nil
        default:
            // The name of a member, whose braces are missing.
            if after == UInt8(ascii: ":") { return nil }
            if after == UInt8(ascii: "(") { return "publish the object alone, without the call around it" }
            return "publish the file itself: this is a text, which the server sends in its place"
        }
    }

    private static let otherwise = "mend this and look again: one slip voids the whole file"

    private static func advice(at offset: Int, _ expected: String, _ bytes: [UInt8]) -> String? {
        let rest = bytes[min(offset, bytes.count)...]
        let before = bytes[..<rest.startIndex].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let follows = { (text: String) in before.map { text.utf8.contains($0) } ?? false }
        switch rest.first {
        case nil: return "publish all of the file: it ends too early"
        case UInt8(ascii: "#"): return "take the comment out: JSON has none"
        case UInt8(ascii: "/") where rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8):
            return "take the comment out: JSON has none"
        case UInt8(ascii: "<") where before == nil && ["<?xml", "<plist"].contains { rest.starts(with: $0.utf8) }:
            return "write JSON: this is XML"
        case UInt8(ascii: "<") where before == nil:
            return "this looks like a web page: keep catch-all routes away from the file's path"
        case UInt8(ascii: "N") where rest.starts(with: "NOT ".utf8):
            // The slip of the example in TN3155.
            let quoted = rest.dropFirst(4).drop { $0 == 0x20 }
            guard quoted.first == UInt8(ascii: "\"") else { return nil }
            let path = quoted.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != 0x0A }
            return "put the keyword inside the quotes: \"NOT \(String(decoding: path, as: UTF8.self))\""
        case UInt8(ascii: "."),
            0xE2 where rest.starts(with: "…".utf8):
            return "write out what the dots stand for, or take them out"
        case UInt8(ascii: "="): return "write a colon in its place"
        case UInt8(ascii: "{") where before == UInt8(ascii: "{"): return "fill in the template"
        case UInt8(ascii: "T"), UInt8(ascii: "F"), UInt8(ascii: "N"):
            let words = [
                "True": "true", "False": "false", "None": "null", "TRUE": "true", "FALSE": "false", "NULL": "null",
            ]
            return words.first { rest.starts(with: $0.key.utf8) }.map { "write \($0.value)" }
        case UInt8(ascii: "'"), 0xE2: return "write plain double quotes: \""
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            return follows(",") ? "take out the comma before it: no item follows" : nil
        case UInt8(ascii: ","): return follows(",[{") ? "take out this comma: it stands between no two items" : nil
        case let byte? where "\"{[".utf8.contains(byte):
            if expected.contains("\":\"") { return "put a colon before it" }
            return expected.contains("\",\"") ? "put a comma before it" : nil
        default: return nil
        }
    }
}
