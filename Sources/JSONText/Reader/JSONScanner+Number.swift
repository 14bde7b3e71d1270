extension JSONScanner {
    /// Whether a number can begin with the byte.
    func beginsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"): true
        case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"): grammar == .json5
        default: false
        }
    }

    /// Reads a number whose first byte is next: RFC 8259 section 6, JSON5 1.0.0 section 6.
    mutating func number() throws(Failure) -> JSONNumber {
        let start = offset
        if !skip(UInt8(ascii: "-")), grammar == .json5 { _ = skip(UInt8(ascii: "+")) }
        if grammar == .json5 {
            if skipWord("Infinity") || skipWord("NaN") { return literal(from: start) }
            if try skipHexadecimal() { return literal(from: start) }
        }
        let hasInteger = try skipInteger()
        if next == UInt8(ascii: "."), hasInteger || grammar == .json5 {
            advance()
            let hasFraction = skipDigits()
            if !hasFraction && (grammar == .rfc8259 || !hasInteger) { throw unexpected("a digit after the point") }
        } else if !hasInteger {
            throw unexpected("a digit")
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
            guard skipDigits() else { throw unexpected("a digit of the exponent") }
        }
        return literal(from: start)
    }

    private func literal(from start: Int) -> JSONNumber {
        JSONNumber(checked: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    /// Steps over `0` or a digit other than that and its followers.
    private mutating func skipInteger() throws(Failure) -> Bool {
        guard skip(UInt8(ascii: "0")) else { return skipDigits() }
        if let digit = next, (0x30...0x39).contains(digit) { throw unexpected("no digit after a leading zero") }
        return true
    }

    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { advance() }
        return offset > start
    }

    private mutating func skipHexadecimal() throws(Failure) -> Bool {
        guard next == UInt8(ascii: "0"), let mark = byte(after: 1), mark | 0x20 == UInt8(ascii: "x") else {
            return false
        }
        advance()
        advance()
        _ = try hexadecimal(1)
        while let byte = next, Character(Unicode.Scalar(byte)).isHexDigit { advance() }
        return true
    }

    /// Steps over the word if it, and not a longer one, is next.
    mutating func skipWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard bytes[offset...].starts(with: String(describing: word).utf8) else { return false }
        if let after = byte(after: length), after.isASCIIWordByte { return false }
        for _ in 0..<length { advance() }
        return true
    }
}
