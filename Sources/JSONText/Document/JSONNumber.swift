/// A number of a JSON text, kept as it is written so that nothing is lost before somebody asks for a type.
package struct JSONNumber: Hashable, Sendable {
    /// The literal, with the sign: RFC 8259 section 6 or JSON5 1.0.0 section 6.
    package let text: String

    /// Takes a literal that the reader has checked.
    init(checked text: String) {
        self.text = text
    }

    /// Makes a number from an integer.
    package init(_ value: Int64) {
        text = String(value)
    }

    /// The value of an integer literal, hexadecimal ones included; `nil` beyond 64 bits.
    ///
    /// A literal with a fraction or an exponent is none, also where its value is whole: `1.0` and `1e3` give `nil`.
    package var int64: Int64? {
        guard let digits = hexadecimalDigits else { return Int64(text) }
        guard let magnitude = UInt64(digits, radix: 16) else { return nil }
        guard isNegative else { return Int64(exactly: magnitude) }
        return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 }
    }

    /// The nearest binary64 value; infinite where the literal is too large, and for `Infinity`, or not a number for `NaN`.
    package var double: Double {
        if let digits = hexadecimalDigits {
            let magnitude = Self.double(hexadecimal: digits)
            return isNegative ? -magnitude : magnitude
        }
        var decimal = text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
        if decimal.utf8.last == UInt8(ascii: ".") { decimal.removeLast() }
        return Double(decimal) ?? .nan
    }

    /// Whether RFC 8259 has this literal too, so that it can be written as it is.
    var isPortable: Bool {
        guard hexadecimalDigits == nil else { return false }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, (0x30...0x39).contains(first) else { return false }
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return true }
        let next = digits.index(after: point)
        return next < digits.endIndex && (0x30...0x39).contains(digits[next])
    }

    private var isNegative: Bool { text.utf8.first == UInt8(ascii: "-") }

    private var hexadecimalDigits: Substring? {
        var rest = text[...]
        if let first = rest.first, first == "-" || first == "+" { rest.removeFirst() }
        guard rest.hasPrefix("0x") || rest.hasPrefix("0X") else { return nil }
        return rest.dropFirst(2)
    }

    private static func double(hexadecimal digits: Substring) -> Double {
        if let exact = UInt64(digits, radix: 16) { return Double(exact) }
        // A hexadecimal floating-point literal is rounded once, whatever its length.
        return Double("0x\(digits)p0") ?? .infinity
    }
}
