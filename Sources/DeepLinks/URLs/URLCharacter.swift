/// Classes of URL characters: RFC 3986 section 2 and appendix A.
enum URLCharacter {
    /// Whether the byte is one of the letters, digits, `-`, `.`, `_` and `~`, which mean the same encoded or not.
    static func isUnreserved(_ byte: UInt8) -> Bool { `is`(byte, .unreserved) }

    /// Whether the byte may stand in a path segment as it is; `%` is not counted.
    static func isPath(_ byte: UInt8) -> Bool { `is`(byte, .path) }

    /// Whether the byte may stand in a query or a fragment as it is; `%` is not counted.
    static func isQuery(_ byte: UInt8) -> Bool { `is`(byte, .query) }

    /// Whether browsers leave the byte as it is in a query: URL Standard section 1.3, the query percent-encode set.
    static func isKeptInQuery(_ byte: UInt8) -> Bool { `is`(byte, .keptInQuery) }

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
        @[@@[HK[[[[K[__Z\
        __________[K@K@Z\
        [_______________\
        ___________HHHH_\
        H_______________\
        ___________HHH_@
        """
    }

    /// Whether the byte is of one of the classes.
    @inline(__always)
    static func `is`(_ byte: UInt8, _ wanted: Classes) -> Bool {
        unsafe byte < 0x80 && classes.utf8Start[Int(byte)] & wanted.rawValue != 0
    }

    /// Classes of bytes, as the table has them.
    struct Classes {
        let rawValue: UInt8

        static let path = Classes(rawValue: 1)
        static let query = Classes(rawValue: 2)
        static let unreserved = Classes(rawValue: 4)
        static let keptInQuery = Classes(rawValue: 8)
        /// What may stand in an item's value and means nothing in a query, as some servers read it.
        static let item = Classes(rawValue: 16)
    }
}

extension String {
    /// The text of bytes that are known to be ASCII or UTF-8.
    init(bytes: some Collection<UInt8>) { self = String(decoding: bytes, as: UTF8.self) }
}
