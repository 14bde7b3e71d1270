import HTTPWire
import Platform

/// What a balancer says of a connection before its first byte: the PROXY protocol, versions 1 and 2
/// (haproxy.org/download/2.6/doc/proxy-protocol.txt).
enum ProxyHeader {
    /// What the first bytes of a connection are.
    enum Step: Equatable {
        /// A header of so many bytes; without a client when the connection is the peer's own, or came to it otherwise than
        /// by TCP over IP.
        case complete(length: Int, client: IPAddress?)
        /// The beginning of a header.
        case needMore
        /// No header.
        case invalid
    }

    /// The bytes of the longest line of version 1, its end included (section 2.1).
    static let lineLimit = 107

    /// The bytes of the longest header that is read; the protocol has room for 65,551, its writers use some hundreds.
    static let limit = 4_096

    /// Looks at the first bytes of a connection, as many as there are.
    static func read(_ bytes: Span<UInt8>) -> Step {
        if bytes.starts("PROXY ") { return readLine(bytes) }
        if bytes.starts("\r\n\r\n\0\r\nQUIT\n") { return readBinary(bytes) }
        return .invalid
    }

    // MARK: - Version 1

    private static func readLine(_ bytes: Span<UInt8>) -> Step {
        let reach = min(bytes.count, lineLimit)
        var end = 0
        while end < reach, bytes[end] != 0x0D { end += 1 }
        guard end + 1 < reach else { return bytes.count < lineLimit ? .needMore : .invalid }
        guard bytes[end + 1] == 0x0A else { return .invalid }
        let length = end + 2
        let line = bytes.extracting(0..<end)
        // The rest of such a line says nothing (section 2.1).
        if line.count == 13 || line.count > 13 && line[13] == 0x20, line.starts("PROXY UNKNOWN") {
            return .complete(length: length, client: nil)
        }
        guard line.count > 11 else { return .invalid }
        let isIPv4 = line.starts("PROXY TCP4 ")
        guard isIPv4 || line.starts("PROXY TCP6 "), let client = endpoints(line, isIPv4: isIPv4) else {
            return .invalid
        }
        return .complete(length: length, client: client)
    }

    /// Reads source, destination and their ports, with one space between: the source.
    private static func endpoints(_ line: Span<UInt8>, isIPv4: Bool) -> IPAddress? {
        var client: IPAddress?
        var start = 11
        for place in 0..<4 {
            var end = start
            while end < line.count, line[end] != 0x20 { end += 1 }
            guard place < 3 ? end < line.count : end == line.count else { return nil }
            let word = line.extracting(start..<end)
            if place < 2 {
                guard let address = IPAddress(ascii: word), contains(word, 0x3A) != isIPv4 else { return nil }
                if place == 0 { client = address }
            } else {
                guard isPort(word) else { return nil }
            }
            start = end + 1
        }
        return client
    }

    private static func contains(_ word: Span<UInt8>, _ byte: UInt8) -> Bool {
        for index in word.indices where word[index] == byte { return true }
        return false
    }

    private static func isPort(_ word: Span<UInt8>) -> Bool {
        guard (1...5).contains(word.count), word.count == 1 || word[0] != 0x30 else { return false }
        var number = 0
        for index in word.indices {
            guard word[index] &- 0x30 < 10 else { return false }
            number = number * 10 + Int(word[index] - 0x30)
        }
        return number < 65_536
    }

    // MARK: - Version 2

    private static func readBinary(_ bytes: Span<UInt8>) -> Step {
        guard bytes.count >= 16 else { return .needMore }
        let length = 16 + Int(bytes[14]) << 8 + Int(bytes[15])
        let family = bytes[13] >> 4
        let transport = bytes[13] & 15
        // Version 2, LOCAL or PROXY; unknown, IPv4, IPv6 or Unix; unknown, stream or datagram (section 2.2).
        guard bytes[12] == 0x20 || bytes[12] == 0x21, family < 4, transport < 3, length <= limit else {
            return .invalid
        }
        let isLocal = bytes[12] == 0x20
        if !isLocal, length < 16 + addressLength(family) { return .invalid }
        guard bytes.count >= length else { return .needMore }
        guard !isLocal, transport == 1 else { return .complete(length: length, client: nil) }
        switch family {
        case 1:
            return .complete(length: length, client: IPAddress(ipv4: UInt32(truncatingIfNeeded: number(bytes, 16, 4))))
        case 2:
            let client = IPAddress(high: number(bytes, 16, 8), low: number(bytes, 24, 8))
            return .complete(length: length, client: client)
        default: return .complete(length: length, client: nil)
        }
    }

    /// The bytes of both addresses, ports included.
    private static func addressLength(_ family: UInt8) -> Int {
        switch family {
        case 1: 12
        case 2: 36
        case 3: 216
        default: 0
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + count { number = number << 8 | UInt64(bytes[index]) }
        return number
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes and a text are equal as far as both go.
    fileprivate func starts(_ text: StaticString) -> Bool {
        let text = text.bytes
        for index in 0..<Swift.min(count, text.count) where self[index] != text[index] { return false }
        return true
    }
}
