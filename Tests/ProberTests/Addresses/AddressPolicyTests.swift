import Platform
import TestSupport
import Testing

@testable import Prober

@Suite struct AddressPolicyTests {
    func use(_ text: String, _ policy: AddressPolicy = AddressPolicy()) throws -> AddressUse? {
        switch policy.judge(try #require(IPAddress(text))) {
        case .allowed: nil
        case .blocked(let reason): reason.use
        }
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.88.98.255",
        "192.167.255.255",
        "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "2606:4700::1111",
        "2a00:1450:4001::1", "2001:4860:4860::8888", "2001:200::1", "2003::1", "3ffe::1", "2620:4f:8000::1",
        "64:ff9b::808:808", "2606:4700::5efe:808:808",
    ])
    func `public addresses are allowed`(text: String) throws {
        #expect(try use(text) == nil)
    }

    /// Field cases 96 and 98.
    @Test(arguments: [
        ("0.0.0.0", AddressUse.thisNetwork), ("0.1.2.3", .thisNetwork), ("10.0.0.0", .privateUse),
        ("10.255.255.255", .privateUse), ("100.64.0.0", .sharedSpace), ("100.127.255.255", .sharedSpace),
        ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("169.254.0.0", .linkLocal),
        ("169.254.169.254", .linkLocal), ("172.16.0.0", .privateUse), ("172.31.255.255", .privateUse),
        ("192.0.0.1", .protocols), ("192.0.0.170", .protocols), ("192.0.2.1", .documentation),
        ("192.88.99.1", .transition),
        ("192.168.0.1", .privateUse), ("198.18.0.0", .benchmarking), ("198.19.255.255", .benchmarking),
        ("198.51.100.7", .documentation), ("203.0.113.5", .documentation), ("224.0.0.1", .multicast),
        ("239.255.255.255", .multicast), ("240.0.0.1", .reserved), ("255.255.255.255", .broadcast),
        ("::", .thisNetwork), ("::1", .loopback), ("::2", .transition), ("::7f00:1", .transition),
        ("::808:808", .transition), ("::ffff:127.0.0.1", .loopback), ("::ffff:169.254.169.254", .linkLocal),
        ("::ffff:0:127.0.0.1", .reserved), ("64:ff9b::7f00:1", .loopback), ("64:ff9b::a9fe:a9fe", .linkLocal),
        ("64:ff9b::a00:1", .privateUse), ("64:ff9b:1::1", .transition),
        ("64:ff9b:1:ffff:ffff:ffff:808:808", .transition),
        ("64:ff9b:0:0:0:1:808:808", .reserved), ("100::1", .discard), ("100:0:0:1::1", .discard),
        ("100:0:0:2::1", .reserved),
        ("2001::1", .transition), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .transition), ("2001:2::1", .benchmarking),
        ("2001:10::1", .protocols), ("2001:1ff:ffff::1", .protocols), ("2001:db8::1", .documentation),
        ("2002:7f00:1::1", .transition), ("2002:808:808::1", .transition), ("3fff::1", .documentation),
        ("3fff:fff:ffff::1", .documentation), ("4000::1", .reserved), ("5f00::1", .segments), ("fc00::1", .uniqueLocal),
        ("fd00:ec2::254", .uniqueLocal), ("fe80::1", .linkLocal), ("fec0::1", .privateUse), ("ff02::1", .multicast),
        ("ff0e::1", .multicast), ("2606:4700::5efe:7f00:1", .loopback), ("2606:4700::200:5efe:a9fe:a9fe", .linkLocal),
        ("fe80::5efe:808:808", .linkLocal), ("1::1", .reserved), ("e000::1", .reserved),
    ])
    func `other addresses are blocked, with their use`(text: String, use: AddressUse) throws {
        #expect(try self.use(text) == use)
    }

    @Test func `every row of the table is read, and every kind of use occurs`() {
        #expect(SpecialPurpose.all.count == SpecialPurpose.writtenCount)
        #expect(Set(SpecialPurpose.all.map(\.use)) == Set(AddressUse.allCases).subtracting([.elsewhere]))
    }

    @Test func `a policy of some networks alone allows no other address, public or not`() throws {
        let policy = AddressPolicy(only: [try #require(AddressBlock("10.0.0.0/8"))])
        #expect(policy.judge(try #require(IPAddress("10.1.2.3"))) == .allowed)
        for text in ["8.8.8.8", "11.0.0.1", "127.0.0.1", "2606:4700::1", "::ffff:8.8.8.8"] {
            guard case .blocked(let reason) = policy.judge(try #require(IPAddress(text))) else {
                Issue.record("\(text) is allowed")
                continue
            }
            #expect(reason.use == .elsewhere)
        }
    }

    @Test(arguments: SpecialPurpose.all)
    func `a block is blocked from its first address to its last, and its neighbours are no part of it`(
        special: SpecialPurpose
    ) throws {
        let policy = AddressPolicy()
        let first = special.block.first
        let bits = (first.isIPv4 ? 32 : 128) - special.block.prefixLength
        let last = IPAddress(
            high: bits <= 64 ? first.high : first.high | (UInt64.max >> UInt64(128 - bits)),
            low: bits >= 64 ? .max : first.low | ((1 << UInt64(bits)) - 1))
        for address in [first, last] {
            #expect(special.block.contains(address))
            guard case .blocked = policy.judge(address) else {
                Issue.record("\(address) is allowed")
                continue
            }
        }
        let next = IPAddress(high: last.low == .max ? last.high &+ 1 : last.high, low: last.low &+ 1)
        if next.isIPv4 == first.isIPv4 { #expect(!special.block.contains(next)) }
    }

    @Test func `what embeds an address is no better than that address`() throws {
        var generator = SeededGenerator(seed: 9)
        let policy = AddressPolicy()
        for _ in 0..<5000 {
            let number = UInt32.random(in: .min ... .max, using: &generator)
            let inner = policy.judge(IPAddress(ipv4: number)) == .allowed
            let translated = IPAddress(high: 0x0064_FF9B_0000_0000, low: UInt64(number))
            let tunnelled = IPAddress(high: 0x2606_4700_0000_0000, low: 0x0000_5EFE_0000_0000 | UInt64(number))
            let mapped = IPAddress(high: 0, low: 0xFFFF_0000_0000 | UInt64(number))
            #expect((policy.judge(translated) == .allowed) == inner)
            #expect((policy.judge(tunnelled) == .allowed) == inner)
            #expect((policy.judge(mapped) == .allowed) == inner)
            #expect(policy.judge(IPAddress(high: 0, low: UInt64(number))) != .allowed)
            #expect(policy.judge(IPAddress(high: 0x2002_0000_0000_0000 | UInt64(number) << 16, low: 1)) != .allowed)
        }
    }

    @Test func `what the operator allows is allowed, and nothing beside it`() throws {
        let policy = AddressPolicy(
            allowing: try ["127.0.0.0/8", "10.1.0.0/16", "fd00::/8"].map { try #require(AddressBlock($0)) })
        for text in ["127.0.0.2", "10.1.2.3", "::ffff:127.0.0.1", "fd00::1", "64:ff9b::a01:203"] {
            #expect(try use(text, policy) == nil, "\(text)")
        }
        for text in ["10.2.0.1", "::1", "fc00::1", "169.254.169.254", "64:ff9b::a02:1", "2002:7f00:1::1"] {
            #expect(try use(text, policy) != nil, "\(text)")
        }
    }

    @Test func `a reason names the use, the source and what is embedded`() throws {
        let policy = AddressPolicy()
        let addresses = try ["1.1.1.1", "64:ff9b::a00:1", "127.0.0.1"].map { try #require(IPAddress($0)) }
        let blocked = try #require(policy.firstBlocked(of: addresses))
        #expect(blocked.address == addresses[1])
        #expect(blocked.reason.description == "embeds 10.0.0.1: private use (RFC 1918)")
        #expect(policy.firstBlocked(of: [addresses[0]]) == nil)
    }
}
