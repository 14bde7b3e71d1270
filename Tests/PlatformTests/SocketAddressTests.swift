import Platform
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080"), ("0.0.0.0:0", "0.0.0.0:0"), ("[::1]:65535", "[::1]:65535"),
        ("[::]:80", "[::]:80"), ("[2001:DB8:0:0::7]:443", "[2001:db8::7]:443"),
        ("[::ffff:192.0.2.9]:80", "192.0.2.9:80"), ("192.0.2.1:00080", "192.0.2.1:80"),
    ])
    func `an address and a port are read and printed`(text: String, canonical: String) {
        #expect(SocketAddress(text)?.description == canonical)
    }

    @Test(arguments: [
        "", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "127.1:80",
        "localhost:80", "::1:80", "[::1]", "[::1]80", "[127.0.0.1]:80", "[::1:80", "127.0.0.1:8 0", "[fe80::1%eth0]:80",
        "0x7f.0.0.1:80", "127.0.0.01:80",
    ])
    func `anything else is refused`(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test func `every IPv4 address survives its text`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            let address = IPAddress(ipv4: UInt32.random(in: 0 ... .max, using: &generator))
            #expect(address.isIPv4)
            #expect(IPAddress(address.description) == address)
        }
    }

    @Test func `every IPv6 address survives its text`() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<2_000 {
            let address = IPAddress(high: generator.next() & generator.next(), low: generator.next())
            #expect(IPAddress(address.description) == address)
        }
    }
}
