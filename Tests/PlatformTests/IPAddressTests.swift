import Platform
import Testing

@Suite struct IPAddressTests {
    func read(_ text: String) -> IPAddress? { IPAddress(ascii: Array(text.utf8).span) }

    @Test(arguments: [
        "0.0.0.0", "255.255.255.255", "192.0.2.1", "::", "::1", "1::", "2001:db8::1", "2001:DB8:0:0:8:800:200C:417A",
        "::ffff:192.0.2.1", "64:ff9b::192.0.2.33", "1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
    ])
    func `bytes are read as text is`(text: String) {
        #expect(read(text) != nil)
        #expect(read(text) == IPAddress(text))
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "1..2.3", "0x1.2.3.4", ":", ":::", "1:",
        ":1",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::1.2.3", "::1.2.3.4:5", "1.2.3.4::",
        "fe80::1%eth0",
        "[::1]", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4::5:6:7:8:9", "::g",
    ])
    func `what is no address is refused`(text: String) {
        #expect(read(text) == nil)
        #expect(IPAddress(text) == nil)
    }

    @Test func `bytes and text are read alike, whatever they are`() {
        var random = SeededGenerator(seed: 6)
        let pieces = ["::", ":", ".", "0", "1", "9", "25", "255", "256", "ffff", "a", "0db8", "192.0.2.1"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            #expect(read(text) == IPAddress(text), "\(text)")
        }
        for _ in 0..<2_000 {
            let address = IPAddress(high: random.next(), low: random.next())
            #expect(read(address.description) == address)
        }
    }

    static let texts: [(String, String)] = [
        ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.100.99.10", "255.100.99.10"), ("::", "::"),
        ("::1", "::1"), ("1::", "1::"), ("2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"),
        ("ffff:0fff:00ff:000f:1000:100:10:1", "ffff:fff:ff:f:1000:100:10:1"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ]

    @Test(arguments: texts)
    func `an address has one spelling, that of RFC 5952`(text: String, spelling: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == spelling)
        #expect(IPAddress(spelling) == address)
    }

    @Test func `zeros are left out so that what is read is the same address`() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            // Each group is 0 in half of all cases.
            let halves = (0..<2).map { _ in
                (0..<4).reduce(UInt64(0)) { half, _ in
                    half << 16 | (Bool.random(using: &random) ? 0 : UInt64.random(in: 0...0xFFFF, using: &random))
                }
            }
            let address = IPAddress(high: halves[0], low: halves[1])
            #expect(IPAddress(address.description) == address)
            #expect(!address.description.contains(":::"))
        }
    }
}
