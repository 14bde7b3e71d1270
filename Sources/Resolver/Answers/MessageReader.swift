/// Reads the parts of a DNS message (RFC 1035 section 4) in order; no byte of it is trusted.
struct MessageReader: ~Escapable {
    private let bytes: Span<UInt8>

    /// Where the next part begins.
    private(set) var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    mutating func byte() throws(ResolutionError) -> UInt8 {
        guard position < bytes.count else { throw .malformedAnswer("it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number16() throws(ResolutionError) -> UInt16 {
        try UInt16(byte()) << 8 | UInt16(byte())
    }

    mutating func number32() throws(ResolutionError) -> UInt32 {
        try UInt32(number16()) << 16 | UInt32(number16())
    }

    mutating func number64() throws(ResolutionError) -> UInt64 {
        try UInt64(number32()) << 32 | UInt64(number32())
    }

    mutating func take(_ count: Int) throws(ResolutionError) -> [UInt8] {
        guard count <= bytes.count - position else { throw .malformedAnswer("it ends too early") }
        defer { position += count }
        return (position..<position + count).map { bytes[$0] }
    }

    /// Moves on to a place that was computed from a record's length.
    mutating func skip(to end: Int) throws(ResolutionError) {
        guard end >= position, end <= bytes.count else { throw .malformedAnswer("a record has a wrong length") }
        position = end
    }

    /// Reads a name, compressed or not (RFC 1035 section 4.1.4), as lower-case text.
    ///
    /// A pointer leads only backwards from where the name so far began, so that no name reads for ever. Bytes other than
    /// letters, digits, `-` and `_` are written `\DDD` (RFC 1035 section 5.1).
    mutating func name() throws(ResolutionError) -> String {
        var text: [UInt8] = []
        var length = 1
        var place = position
        var begin = position
        var end: Int?
        while true {
            guard place < bytes.count else { throw .malformedAnswer("a name ends too early") }
            let size = Int(bytes[place])
            switch size {
            case 0:
                position = end ?? place + 1
                return String(decoding: text, as: UTF8.self)
            case 1...63:
                length += size + 1
                guard length <= 255 else { throw .malformedAnswer("a name has more than 255 bytes") }
                guard place + size < bytes.count else { throw .malformedAnswer("a name ends too early") }
                if !text.isEmpty { text.append(0x2E) }
                for index in place + 1...place + size { Self.append(bytes[index], to: &text) }
                place += size + 1
            case 0xC0...0xFF:
                guard place + 1 < bytes.count else { throw .malformedAnswer("a name ends too early") }
                let target = (size & 0x3F) << 8 | Int(bytes[place + 1])
                guard target < begin else { throw .malformedAnswer("a name points forward") }
                end = end ?? place + 2
                place = target
                begin = target
            default: throw .malformedAnswer("a name has a label of unknown kind")
            }
        }
    }

    private static func append(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case 0x41...0x5A: text.append(byte | 0x20)
        case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: text.append(byte)
        default: text += [0x5C, 0x30 + byte / 100, 0x30 + byte / 10 % 10, 0x30 + byte % 10]
        }
    }
}
