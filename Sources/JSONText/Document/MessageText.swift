extension UInt8 {
    /// Whether the byte is an ASCII letter, a digit, `_` or `$`.
    var isASCIIWordByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }
}

extension String {
    /// The text in quotes, safe on one line of a terminal: at most 60 scalars, what does not print as `\u{…}`.
    package var quotedForMessage: String { quoted(limit: 60) }

    /// The text in quotes, safe on one line of a terminal: what does not print appears as `\u{…}`.
    ///
    /// - Parameter limit: How many scalars to show; longer text ends in `…`.
    /// - Returns: Printable text in double quotes.
    package func quoted(limit: Int) -> String {
        var text = "\""
        for (count, scalar) in unicodeScalars.enumerated() {
            guard count < limit else { return text + "…\"" }
            if scalar == "\"" || scalar == "\\" {
                text += "\\"
                text.unicodeScalars.append(scalar)
            } else if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text + "\""
    }

    /// Whether both texts have the same scalars; `==` also holds for other spellings of the same characters.
    func isIdentical(to other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar shows as itself: no control, format (bidirectional ones too), line or unassigned scalar.
    package var isPrintable: Bool {
        if value < 0x7F { return value >= 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
