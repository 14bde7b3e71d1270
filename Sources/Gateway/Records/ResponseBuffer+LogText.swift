import HTTPWire
import JSONText

/// What lines of the access log are made of.
extension ResponseBuffer {
    /// Appends bytes from outside as a JSON string of what ``EscapedBytes`` shows of them.
    ///
    /// - Parameters:
    ///   - bytes: Bytes in no particular encoding.
    ///   - end: Only what stands ahead of the first such byte is shown; `nil` shows all.
    mutating func append(quoting bytes: Span<UInt8>, until end: UInt8? = nil) {
        append("\"")
        var start = 0
        var index = 0
        while index < bytes.count, bytes[index] != end {
            let byte = bytes[index]
            if byte &- 0x20 < 0x5F, byte != Self.quote, byte != Self.backslash {
                index &+= 1
                continue
            }
            if let length = bytes.printableLength(at: index) {
                index &+= length
                continue
            }
            append(bytes.extracting(start..<index))
            if byte == Self.quote {
                append("\\\"")
            } else {
                append("\\\\x")
                append(Self.digit(byte >> 4))
                append(Self.digit(byte & 15))
            }
            index &+= 1
            start = index
        }
        append(bytes.extracting(start..<index))
        append("\"")
    }

    /// Appends sixteen lower-case hexadecimal digits.
    mutating func append(hexadecimal number: UInt64) {
        var digits = InlineArray<16, UInt8>(repeating: 0)
        for index in 0..<16 {
            digits[index] = Self.digit(UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15)
        }
        append(digits.span)
    }

    /// Appends so many decimal digits, at most 9, zeros ahead of the others.
    mutating func append(decimal number: UInt64, digits count: Int) {
        let digits = Self.nineDigits(number)
        append(digits.span.extracting((9 - count)..<9))
    }

    /// Appends nanoseconds as a number of seconds; less than none is none.
    mutating func append(seconds nanoseconds: Int64) {
        let (seconds, fraction) = UInt64(max(0, nanoseconds)).quotientAndRemainder(dividingBy: 1_000_000_000)
        append(decimal: seconds)
        guard fraction > 0 else { return }
        let digits = Self.nineDigits(fraction)
        var count = 9
        while digits[count - 1] == 0x30 { count -= 1 }
        append(".")
        append(digits.span.extracting(0..<count))
    }

    private static let quote: UInt8 = 0x22
    private static let backslash: UInt8 = 0x5C

    private static func nineDigits(_ number: UInt64) -> InlineArray<9, UInt8> {
        var digits = InlineArray<9, UInt8>(repeating: 0x30)
        var rest = number
        var index = 9
        while rest > 0, index > 0 {
            index -= 1
            digits[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return digits
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension Span<UInt8> {
    /// How many bytes the printable character outside ASCII has that begins at an index; `nil` when none does.
    fileprivate func printableLength(at index: Int) -> Int? {
        let lead = self[index]
        let length: Int
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return nil
        }
        guard index + length <= count else { return nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = self[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // A shorter form exists for what is below: Unicode 15, table 3-7.
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard value >= least, let scalar = Unicode.Scalar(value), scalar.isPrintable else { return nil }
        return length
    }
}
