extension JSONScanner {
    /// Reads an unquoted name: an ECMAScript 5.1 `IdentifierName` (section 7.6), reserved words included.
    mutating func identifier() throws(Failure) -> String {
        var name: [UInt8] = []
        while let scalar = try scalar() {
            if scalar == "\\" {
                name.append(try identifierEscape(isFirst: name.isEmpty))
            } else if scalar.continuesIdentifier(isFirst: name.isEmpty) {
                advance(over: scalar)
                name.append(scalar)
            } else {
                break
            }
        }
        guard !name.isEmpty else { throw unexpected("a name") }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func identifierEscape(isFirst: Bool) throws(Failure) -> Unicode.Scalar {
        let start = position
        advance()
        guard skip(UInt8(ascii: "u")) else { throw unexpected("\"u\" and 4 hexadecimal digits") }
        let unit = try hexadecimal(4)
        guard let scalar = Unicode.Scalar(unit) else {
            throw Failure(kind: .loneSurrogate(UInt16(truncatingIfNeeded: unit)), position: start)
        }
        guard scalar.continuesIdentifier(isFirst: isFirst) else {
            let found = String(Character(scalar)).quotedForMessage
            throw Failure(kind: .unexpected(expected: "a letter or digit of a name", found: found), position: start)
        }
        return scalar
    }
}

extension Unicode.Scalar {
    fileprivate func continuesIdentifier(isFirst: Bool) -> Bool {
        if isASCII {
            guard UInt8(truncatingIfNeeded: value).isASCIIWordByte else { return false }
            return !isFirst || !("0"..."9").contains(self)
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: !isFirst
        default: !isFirst && (value == 0x200C || value == 0x200D)
        }
    }
}
