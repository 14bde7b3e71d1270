extension JSONScanner {
    /// Reads a string whose opening quote is next.
    mutating func string() throws(Failure) -> String {
        let start = position
        let quote = bytes[offset]
        advance()
        var text: [UInt8] = []
        var run = offset
        while let byte = next {
            switch byte {
            case quote:
                if text.isEmpty {
                    defer { advance() }
                    return String(decoding: bytes[run..<offset], as: UTF8.self)
                }
                text += bytes[run..<offset]
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[run..<offset]
                if let scalar = try escape() { text.append(scalar) }
                run = offset
            case 0x0A, 0x0D:
                // JSON5 allows other control characters in a string (ECMAScript 5.1 section 7.8.4), but no line end.
                throw grammar == .json5 ? unterminated(start) : failure(.controlCharacter(byte))
            case ..<0x20:
                guard grammar == .json5 else { throw failure(.controlCharacter(byte)) }
                advance()
            case ..<0x80: advance()
            default:
                if let scalar = try scalar() { advance(over: scalar) }
            }
        }
        throw unterminated(start)
    }

    /// Reads an escape whose backslash is next; `nil` where it stands for nothing (a line continuation).
    private mutating func escape() throws(Failure) -> Unicode.Scalar? {
        let start = position
        advance()
        guard let scalar = try scalar() else { throw unexpected("an escape") }
        switch scalar {
        case "\"", "\\", "/":
            advance()
            return scalar
        case "u":
            return try unicodeEscape(from: start)
        case _ where grammar == .json5:
            return try json5Escape(scalar)
        default:
            guard let meaning = scalar.escapeMeaning else {
                throw unexpected("one of \" \\ / b f n r t u to end the escape")
            }
            advance()
            return meaning
        }
    }

    /// JSON5 1.0.0 section 5.1: what goes beyond RFC 8259.
    private mutating func json5Escape(_ scalar: Unicode.Scalar) throws(Failure) -> Unicode.Scalar? {
        switch scalar {
        case "\n", "\r":
            advanceLine()
            return nil
        case "\u{2028}", "\u{2029}":
            advance(over: scalar)
            return nil
        case "0":
            advance()
            if let digit = next, (0x30...0x39).contains(digit) { throw unexpected("no digit after \\0") }
            return "\0"
        case "1"..."9":
            throw unexpected("an escape that does not begin with a digit")
        case "x":
            advance()
            return Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(2)))
        default:
            advance(over: scalar)
            return scalar == "v" ? "\u{B}" : scalar.escapeMeaning ?? scalar
        }
    }

    /// Reads `uXXXX`, and a second escape after the first half of a surrogate pair (RFC 8259 section 7).
    private mutating func unicodeEscape(from start: JSONPosition) throws(Failure) -> Unicode.Scalar {
        advance()
        let unit = try hexadecimal(4)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let lone = Failure(kind: .loneSurrogate(UInt16(truncatingIfNeeded: unit)), position: start)
        guard unit < 0xDC00, next == UInt8(ascii: "\\"), byte(after: 1) == UInt8(ascii: "u") else { throw lone }
        advance()
        advance()
        let low = try hexadecimal(4)
        guard (0xDC00...0xDFFF).contains(low) else { throw lone }
        guard let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) else { throw lone }
        return scalar
    }

    /// Reads that many hexadecimal digits.
    mutating func hexadecimal(_ count: Int) throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw unexpected(count == 1 ? "a hexadecimal digit" : "\(count) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }

    private func unterminated(_ start: JSONPosition) -> Failure {
        guard next != nil else { return unexpected("a quote to end the string that begins at \(start)") }
        return failure(
            .unexpected(expected: "a quote to end the string that begins at \(start)", found: "the end of the line")
        )
    }
}

extension Unicode.Scalar {
    /// What the letter means after a backslash in both grammars.
    fileprivate var escapeMeaning: Unicode.Scalar? {
        switch self {
        case "b": "\u{8}"
        case "f": "\u{C}"
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        default: nil
        }
    }
}

extension [UInt8] {
    /// Appends the scalar as UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
