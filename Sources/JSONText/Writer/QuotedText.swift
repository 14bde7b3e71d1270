extension [UInt8] {
    /// Appends the text in quotes, escaped as RFC 8259 section 7 asks for and no further.
    mutating func appendQuoted(_ text: String.UTF8View) {
        append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): appendEscape(byte)
            case 0x08: appendEscape(UInt8(ascii: "b"))
            case 0x09: appendEscape(UInt8(ascii: "t"))
            case 0x0A: appendEscape(UInt8(ascii: "n"))
            case 0x0C: appendEscape(UInt8(ascii: "f"))
            case 0x0D: appendEscape(UInt8(ascii: "r"))
            case ..<0x20:
                append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
                append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ letter: UInt8) {
        append(UInt8(ascii: "\\"))
        append(letter)
    }
}
