/// Frames as a client writes them, from the bytes up: RFC 9113 section 4.
package enum TestFrames {
    /// The first bytes of every client: RFC 9113 section 3.4.
    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// What every client begins with.
    package static let opening = preface + settings()

    /// Ends the stream, on DATA and HEADERS.
    package static let endStream: UInt8 = 0x1

    /// On SETTINGS and PING.
    package static let acknowledged: UInt8 = 0x1

    /// Ends the header block.
    package static let endHeaders: UInt8 = 0x4

    /// The first byte says how much padding there is.
    package static let padded: UInt8 = 0x8

    /// A frame of any kind.
    package static func frame(_ kind: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, _ payload: [UInt8] = [])
        -> [UInt8]
    {
        let length = payload.count
        return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags]
            + bytes(stream) + payload
    }

    /// A number of four bytes.
    package static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }

    /// DATA.
    package static func data(_ stream: UInt32, _ text: String = "", flags: UInt8 = 0) -> [UInt8] {
        frame(0, flags, stream, Array(text.utf8))
    }

    /// HEADERS with a block of literals.
    package static func headers(
        _ stream: UInt32, _ fields: [(String, String)], flags: UInt8 = endStream | endHeaders
    ) -> [UInt8] {
        frame(1, flags, stream, block(fields))
    }

    /// A request for a path that nothing is wrong with.
    package static func get(_ stream: UInt32, _ path: String = "/", flags: UInt8 = endStream | endHeaders) -> [UInt8] {
        headers(stream, request(path), flags: flags)
    }

    /// The fields of such a request.
    package static func request(_ path: String = "/") -> [(String, String)] {
        [(":method", "GET"), (":scheme", "https"), (":authority", "a.test"), (":path", path)]
    }

    /// RST_STREAM, by default with CANCEL.
    package static func reset(_ stream: UInt32, _ code: UInt32 = 8) -> [UInt8] { frame(3, 0, stream, bytes(code)) }

    /// SETTINGS.
    package static func settings(_ entries: [(UInt16, UInt32)] = [], flags: UInt8 = 0) -> [UInt8] {
        frame(
            4, flags, 0, entries.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 0xFF)] + bytes($0.1) })
    }

    /// PING.
    package static func ping(_ flags: UInt8 = 0) -> [UInt8] { frame(6, flags, 0, [UInt8](repeating: 7, count: 8)) }

    /// WINDOW_UPDATE.
    package static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> [UInt8] {
        frame(8, 0, stream, bytes(increment))
    }

    /// A header block of literals that are not put into the table: RFC 7541 section 6.2.2.
    package static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0x00] + string($0.0) + string($0.1) }
    }

    /// A text without Huffman code, one byte a character: RFC 7541 section 5.2.
    package static func string(_ text: String) -> [UInt8] {
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}
