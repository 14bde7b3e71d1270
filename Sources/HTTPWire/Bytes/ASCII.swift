/// Bytes that have a meaning in HTTP.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let numberSign: UInt8 = 0x23
    static let asterisk: UInt8 = 0x2A
    static let comma: UInt8 = 0x2C
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let questionMark: UInt8 = 0x3F
    static let at: UInt8 = 0x40
    static let delete: UInt8 = 0x7F

    /// A space or a tabulator: RFC 9110 section 5.6.3.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }

    /// A decimal digit.
    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- zero < 10
    }

    /// A character of a token: RFC 9110 section 5.6.2.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        isMember(byte, 0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
    }

    /// A character of a host with an optional port: RFC 3986 section 3.2.2, without the comma.
    ///
    /// The comma would be legal in a registered name, but a list of hosts is an attack and a name with a comma is not
    /// a host name.
    @inline(__always)
    static func isHost(_ byte: UInt8) -> Bool {
        isMember(byte, 0x2FFF_6FF2_0000_0000, 0x47FF_FFFE_AFFF_FFFE)
    }

    /// The byte with an upper-case letter made lower-case.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Membership in a set of ASCII characters given as the bits of 0 to 63 and of 64 to 127.
    @inline(__always)
    private static func isMember(_ byte: UInt8, _ lower: UInt64, _ upper: UInt64) -> Bool {
        guard byte < 128 else { return false }
        return ((byte < 64 ? lower : upper) &>> UInt64(byte & 63)) & 1 == 1
    }
}

extension Span where Element == UInt8 {
    /// Compares a range with lower-case text, letters of the range folded.
    ///
    /// - Parameters:
    ///   - range: Lies within the span.
    ///   - text: ASCII in lower case.
    /// - Returns: Whether they are equal.
    @inline(__always)
    func equalsFolded(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
        guard range.count == text.count else { return false }
        var index = 0
        while index < text.count {
            guard ASCII.folded(self[range.lowerBound &+ index]) == text[index] else { return false }
            index &+= 1
        }
        return true
    }
}
