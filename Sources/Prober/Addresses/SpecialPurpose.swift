package import Platform

/// A block of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) whose addresses are not
/// globally reachable, or one of the few further blocks that are no unicast addresses.
///
/// <https://www.iana.org/assignments/iana-ipv4-special-registry>,
/// <https://www.iana.org/assignments/iana-ipv6-special-registry>; as of October 2025.
package struct SpecialPurpose: Hashable, Sendable {
    /// The addresses.
    package let block: AddressBlock

    /// What they are for.
    package let use: AddressUse

    /// The document that says so.
    package let source: String

    /// How many rows are written down below, for the test that all of them were read.
    static var writtenCount: Int { table.count }

    /// The blocks, of both families.
    package static let all: [SpecialPurpose] = table.compactMap { text, use, source in
        AddressBlock(text).map { SpecialPurpose(block: $0, use: use, source: source) }
    }

    /// The block that an address lies in.
    package static func containing(_ address: IPAddress) -> SpecialPurpose? {
        all.first { $0.block.contains(address) }
    }

    private static let table: [(String, AddressUse, String)] = [
        ("0.0.0.0/8", .thisNetwork, "RFC 791 section 3.2"),
        ("10.0.0.0/8", .privateUse, "RFC 1918"),
        ("100.64.0.0/10", .sharedSpace, "RFC 6598"),
        ("127.0.0.0/8", .loopback, "RFC 1122 section 3.2.1.3"),
        ("169.254.0.0/16", .linkLocal, "RFC 3927"),
        ("172.16.0.0/12", .privateUse, "RFC 1918"),
        // With the anycast addresses 192.0.0.9 and 192.0.0.10: reachable, and no place of a web site.
        ("192.0.0.0/24", .protocols, "RFC 6890 section 2.1"),
        ("192.0.2.0/24", .documentation, "RFC 5737"),
        ("192.88.99.0/24", .transition, "RFC 7526"),
        ("192.168.0.0/16", .privateUse, "RFC 1918"),
        ("198.18.0.0/15", .benchmarking, "RFC 2544"),
        ("198.51.100.0/24", .documentation, "RFC 5737"),
        ("203.0.113.0/24", .documentation, "RFC 5737"),
        ("224.0.0.0/4", .multicast, "RFC 5771"),
        ("255.255.255.255/32", .broadcast, "RFC 919 section 7"),
        ("240.0.0.0/4", .reserved, "RFC 1112 section 4"),

        ("::/128", .thisNetwork, "RFC 4291 section 2.5.2"),
        ("::1/128", .loopback, "RFC 4291 section 2.5.3"),
        ("::/96", .transition, "RFC 4291 section 2.5.5.1"),
        ("64:ff9b:1::/48", .transition, "RFC 8215"),
        ("100::/64", .discard, "RFC 6666"),
        ("100:0:0:1::/64", .discard, "RFC 9780"),
        ("2001::/32", .transition, "RFC 4380"),
        ("2001:2::/48", .benchmarking, "RFC 5180"),
        // With anycast addresses, AMT, AS112 and host identities: reachable in part, and no place of a web site.
        ("2001::/23", .protocols, "RFC 2928"),
        ("2001:db8::/32", .documentation, "RFC 3849"),
        ("2002::/16", .transition, "RFC 3056"),
        ("3fff::/20", .documentation, "RFC 9637"),
        ("5f00::/16", .segments, "RFC 9602"),
        ("fc00::/7", .uniqueLocal, "RFC 4193"),
        ("fe80::/10", .linkLocal, "RFC 4291 section 2.5.6"),
        ("fec0::/10", .privateUse, "RFC 3879"),
        ("ff00::/8", .multicast, "RFC 4291 section 2.7"),
    ]
}
