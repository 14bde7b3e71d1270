/// Classes of URL characters: RFC 3986 section 2 and appendix A.
enum URLCharacter {
    /// Whether the byte is one of the letters, digits, `-`, `.`, `_` and `~`, which mean the same encoded or not.
    static func isUnreserved(_ byte: UInt8) -> Bool { has(byte, 4) }

    /// Whether the byte may stand in a path segment as it is; `%` is not counted.
    static func isPath(_ byte: UInt8) -> Bool { has(byte, 1) }

    /// Whether the byte may stand in a query or a fragment as it is; `%` is not counted.
    static func isQuery(_ byte: UInt8) -> Bool { has(byte, 2) }

    /// Whether browsers leave the byte as it is in a query: URL Standard section 1.3, the query percent-encode set.
    static func isKeptInQuery(_ byte: UInt8) -> Bool { has(byte, 8) }

    /// Whether the byte is an ASCII control character.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// The value of a hexadecimal digit, or `nil`.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// The upper-case hexadecimal digit of a value below 16.
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }

    /// The byte with an ASCII capital made small.
    static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    // A letter per byte below 0x80, whose lower bits are the classes: a constant in memory, nothing to initialise.
    private static var classes: StaticString {
        """
        @@@@@@@@@@@@@@@@\
        @@@@@@@@@@@@@@@@\
        @K@@KHKKKKKKKOOJ\
        OOOOOOOOOOKK@K@J\
        KOOOOOOOOOOOOOOO\
        OOOOOOOOOOOHHHHO\
        HOOOOOOOOOOOOOOO\
        OOOOOOOOOOOHHHO@
        """
    }

    @inline(__always)
    private static func has(_ byte: UInt8, _ flag: UInt8) -> Bool {
        unsafe byte < 0x80 && classes.utf8Start[Int(byte)] & flag != 0
    }
}

extension String {
    /// The text of bytes that are known to be ASCII or UTF-8.
    init(bytes: some Collection<UInt8>) { self = String(decoding: bytes, as: UTF8.self) }
}
