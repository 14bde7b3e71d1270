extension JSONScanner {
    /// Steps over white space, and over comments in JSON5.
    mutating func skipSpace() throws(Failure) {
        while let byte = next {
            switch byte {
            case 0x20, 0x09: advance()
            case 0x0A, 0x0D: advanceLine()
            case _ where grammar == .rfc8259: return
            case 0x0B, 0x0C: advance()
            case UInt8(ascii: "/"): try skipComment()
            case 0x80...:
                guard let scalar = try scalar(), scalar.isJSON5Space else { return }
                advance(over: scalar)
            default: return
            }
        }
    }

    /// JSON5 1.0.0 section 7.
    private mutating func skipComment() throws(Failure) {
        let start = position
        let second = byte(after: 1)
        guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
            advance()
            throw unexpected("\"/\" or \"*\" to begin a comment")
        }
        advance()
        advance()
        if second == UInt8(ascii: "/") { try skipLineComment() } else { try skipBlockComment(from: start) }
    }

    private mutating func skipLineComment() throws(Failure) {
        while let scalar = try scalar() {
            if scalar.isLineTerminator { return }
            advance(over: scalar)
        }
    }

    private mutating func skipBlockComment(from start: JSONPosition) throws(Failure) {
        while let scalar = try scalar() {
            switch scalar {
            case "*" where byte(after: 1) == UInt8(ascii: "/"):
                advance()
                advance()
                return
            case "\n", "\r": advanceLine()
            default: advance(over: scalar)
            }
        }
        throw unexpected("\"*/\" to end the comment that begins at \(start)")
    }
}

extension Unicode.Scalar {
    /// JSON5 1.0.0 section 8, what is not ASCII: NBSP, BOM, the line terminators, and Unicode's space separators.
    fileprivate var isJSON5Space: Bool {
        switch value {
        case 0xA0, 0xFEFF, 0x2028, 0x2029: true
        default: properties.generalCategory == .spaceSeparator
        }
    }

    /// ECMAScript 5.1 section 7.3.
    var isLineTerminator: Bool {
        switch value {
        case 0x0A, 0x0D, 0x2028, 0x2029: true
        default: false
        }
    }
}
