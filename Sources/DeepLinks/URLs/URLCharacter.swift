/// Classes of URL characters: RFC 3986 section 2 and appendix A.
enum URLCharacter {
    /// Whether the byte is one of the letters, digits, `-`, `.`, `_` and `~`, which mean the same encoded or not.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// Whether the byte may stand in a path segment as it is; `%` is not counted.
    static func isPath(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    }

    /// Whether the byte may stand in a query or a fragment as it is; `%` is not counted.
    static func isQuery(_ byte: UInt8) -> Bool {
        contains(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    }

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

    // Bit masks instead of a table: no global to initialise, no memory to touch.
    private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        let mask = byte < 64 ? low : byte < 128 ? high : 0
        return (mask &>> UInt64(byte & 63)) & 1 == 1
    }
}

extension String {
    /// The text of bytes that are known to be ASCII or UTF-8.
    init(bytes: some Collection<UInt8>) { self = String(decoding: bytes, as: UTF8.self) }
}
