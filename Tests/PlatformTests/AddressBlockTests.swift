import Platform
import TestSupport
import Testing

@Suite struct AddressBlockTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.0.0.0/8"), ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "::/0"), ("127.0.0.1", "127.0.0.1/32"),
        ("::1", "::1/128"), ("2001:DB8::/32", "2001:db8::/32"), ("fe80::/10", "fe80::/10"),
        ("2001:db8:0:0:8000::/65", "2001:db8:0:0:8000::/65"),
    ])
    func `a block is read`(text: String, block: String) throws {
        #expect(try #require(AddressBlock(text)).description == block)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/ 8",
        "10.0.0.0/8/8",
        "10.0.0/8", "010.0.0.0/8", "0x0a000000/8", "::1/127", "::/129", "fe80::%1/64", "[::1]/128",
        "::ffff:10.0.0.0/104",
        "::ffff:10.0.0.1", "localhost/8", "10.0.0.0/-1",
    ])
    func `what is no block is refused`(text: String) {
        #expect(AddressBlock(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "9.255.255.255", false),
        ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true),
        ("::/0", "10.0.0.1", false), ("fe80::/10", "febf:ffff::1", true), ("fe80::/10", "fec0::", false),
        ("2001:db8::/64", "2001:db8::ffff:ffff:ffff:ffff", true), ("2001:db8::/64", "2001:db8:0:1::", false),
        ("2001:db8::/96", "2001:db8::1:0", true), ("2001:db8::/96", "2001:db8::1:0:0", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("::ffff:0:0:0/96", "::ffff:0:a00:1", true),
    ])
    func `a block holds what shares its first bits`(text: String, address: String, isInside: Bool) throws {
        let block = try #require(AddressBlock(text))
        #expect(block.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test func `of any block the first bits decide`() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let length = Int.random(in: 0...128, using: &generator)
            let bits = (0..<128).map { _ in Bool.random(using: &generator) }
            let first = address(of: bits.enumerated().map { $0.offset < length && $0.element })
            guard !first.isIPv4 else { continue }
            let block = try #require(AddressBlock(first, prefixLength: length))
            #expect(AddressBlock(block.description) == block)
            #expect(block.contains(address(of: bits)))
            guard length > 0 else { continue }
            var other = bits
            other[Int.random(in: 0..<length, using: &generator)].toggle()
            #expect(!block.contains(address(of: other)))
        }
    }

    private func address(of bits: [Bool]) -> IPAddress {
        let halves = [bits[..<64], bits[64...]].map { $0.reduce(0) { $0 << 1 | ($1 ? 1 : 0) as UInt64 } }
        return IPAddress(high: halves[0], low: halves[1])
    }
}
