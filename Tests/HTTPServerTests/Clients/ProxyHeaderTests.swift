import Platform
import Testing

@testable import HTTPServer

/// The text and the bytes of PROXY headers, case 90.
@Suite struct ProxyHeaderTests {
    static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    /// A header of version 2.
    static func binary(_ family: UInt8, _ rest: [UInt8], command: UInt8 = 0x21, length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    static let ipv4: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 7, 0x1F, 0x90, 0x01, 0xBB]
    static let ipv6: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7] + [UInt8](repeating: 1, count: 20)

    static let lines: [(String, String?)] = [
        ("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n", "192.0.2.1"),
        ("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n", "255.255.255.255"),
        ("PROXY TCP4 0.0.0.0 0.0.0.0 0 0\r\n", "0.0.0.0"),
        ("PROXY TCP6 2001:db8::1 2001:db8::2 56324 443\r\n", "2001:db8::1"),
        ("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n", "192.0.2.1"),
        ("PROXY UNKNOWN\r\n", nil), ("PROXY UNKNOWN ff:1 any thing 1\r\n", nil),
        ("PROXY UNKNOWN " + String(repeating: "x", count: 91) + "\r\n", nil),
    ]

    @Test(arguments: lines)
    func `a line of version 1 says who the client is`(line: String, client: String?) {
        let bytes = Array(line.utf8)
        let expected = ProxyHeader.Step.complete(length: bytes.count, client: client.flatMap { IPAddress($0) })
        #expect(ProxyHeader.read(bytes.span) == expected)
        #expect(ProxyHeader.read((bytes + Array("GET / HTTP/1.1\r\n".utf8)).span) == expected)
        for count in 0..<bytes.count { #expect(ProxyHeader.read(bytes.span.extracting(0..<count)) == .needMore) }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "proxy TCP4 192.0.2.1 198.51.100.7 1 2\r\n", "PROXY  TCP4 192.0.2.1 198.51.100.7 1 2\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.7 1 2 \r\n", "PROXY TCP4  192.0.2.1 198.51.100.7 1 2\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.7 1\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 1 2 3\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.7 01 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 1 65536\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.7 +1 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7  2\r\n",
        "PROXY TCP4 192.0.2.01 198.51.100.7 1 2\r\n", "PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
        "PROXY TCP6 192.0.2.1 198.51.100.7 1 2\r\n", "PROXY TCP5 192.0.2.1 198.51.100.7 1 2\r\n",
        "PROXY UDP4 192.0.2.1 198.51.100.7 1 2\r\n", "PROXY UNKNOWNS\r\n", "PROXY\r\n", "PROXY TCP4\r\n", "PROXY \r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.7 1 2\rX", "PROXY TCP4 192.0.2.1 198.51.100.7 1 2\n\r\n",
        "PROXY UNKNOWN " + String(repeating: "x", count: 92) + "\r\n",
        "PROXY TCP4 " + String(repeating: "1", count: 200),
    ])
    func `what is no line of version 1 is refused`(line: String) {
        #expect(ProxyHeader.read(Array(line.utf8).span) == .invalid)
    }

    static let headers: [([UInt8], String?)] = [
        (binary(0x11, ipv4), "192.0.2.1"), (binary(0x21, ipv6), "2001:db8::7"),
        // What follows the addresses is passed over.
        (binary(0x11, ipv4 + [0x04, 0x00, 0x02, 0xAA, 0xBB]), "192.0.2.1"),
        (binary(0x11, ipv4 + [UInt8](repeating: 4, count: ProxyHeader.limit - 28)), "192.0.2.1"),
        // LOCAL: a health check, whatever it says besides.
        (binary(0x00, [], command: 0x20), nil), (binary(0x11, ipv4, command: 0x20), nil),
        (binary(0x11, [], command: 0x20), nil),
        // Unknown, Unix sockets, datagrams: no address of a client.
        (binary(0x00, []), nil), (binary(0x00, [1, 2, 3]), nil),
        (binary(0x31, [UInt8](repeating: 0x2F, count: 216)), nil),
        (binary(0x12, ipv4), nil), (binary(0x22, ipv6), nil), (binary(0x10, ipv4), nil),
    ]

    @Test(arguments: headers)
    func `a header of version 2 says who the client is`(header: [UInt8], client: String?) {
        let expected = ProxyHeader.Step.complete(length: header.count, client: client.flatMap { IPAddress($0) })
        #expect(ProxyHeader.read(header.span) == expected)
        #expect(ProxyHeader.read((header + [0x16, 0x03, 0x01]).span) == expected)
        for count in 0..<header.count { #expect(ProxyHeader.read(header.span.extracting(0..<count)) == .needMore) }
    }

    @Test(arguments: [
        binary(0x11, ipv4, command: 0x01), binary(0x11, ipv4, command: 0x11), binary(0x11, ipv4, command: 0x31),
        binary(0x11, ipv4, command: 0x22),
        binary(0x41, ipv4), binary(0xF1, ipv4), binary(0x13, ipv4), binary(0x1F, ipv4),
        binary(0x11, Array(ipv4.dropLast())), binary(0x21, Array(ipv6.dropLast())), binary(0x31, [1]),
        binary(0x11, ipv4, length: ProxyHeader.limit - 15), binary(0x11, ipv4, length: 65_535),
        Array(signature.dropLast()) + [0x0B],
    ])
    func `what is no header of version 2 is refused`(header: [UInt8]) {
        #expect(ProxyHeader.read(header.span) == .invalid)
    }

    @Test func `whatever comes is judged, and never beyond what came`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = Bool.random() ? Self.binary(0x11, Self.ipv4) : Array(Self.lines[0].0.utf8)
            for _ in 0..<Int.random(in: 0...3) {
                bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...bytes.count))
            if case .complete(let length, _) = ProxyHeader.read(bytes.span) { #expect(length <= bytes.count) }
        }
    }
}
