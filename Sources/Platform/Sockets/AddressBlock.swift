/// A block of addresses in CIDR form (RFC 4632, RFC 4291 section 2.3): those that share their first bits.
///
/// An IPv4 block is one of IPv4 addresses alone, never of the IPv6 addresses that embed them.
package struct AddressBlock: Hashable, Sendable {
    /// The first address; all bits behind the prefix are 0.
    package let first: IPAddress

    /// How many bits all addresses share: 0 to 32 for IPv4, 0 to 128 for IPv6.
    package let prefixLength: Int

    /// Makes a block; `nil` when the length does not fit the family, or a bit behind the prefix is set.
    ///
    /// - Parameters:
    ///   - first: The first address.
    ///   - prefixLength: How many bits count.
    package init?(_ first: IPAddress, prefixLength: Int) {
        guard (0...(first.isIPv4 ? 32 : 128)).contains(prefixLength) else { return nil }
        self.first = first
        self.prefixLength = prefixLength
        guard first.high & ~mask.high == 0, first.low & ~mask.low == 0 else { return nil }
    }

    /// Reads `10.0.0.0/8`, `2001:db8::/32`, or an address alone, which is a block of one; `nil` for anything else, as
    /// when a bit behind the prefix is set: `10.0.0.1/8` is a mistake more often than not.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let part = parts.first, let address = IPAddress(String(part)) else { return nil }
        // `::ffff:10.0.0.0/104` is not read: it would be taken for IPv4.
        guard part.contains(":") != address.isIPv4 else { return nil }
        guard parts.count == 2 else {
            self.init(address, prefixLength: address.isIPv4 ? 32 : 128)
            return
        }
        let digits = parts[1]
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            digits == "0" || digits.first != "0", let length = Int(digits)
        else { return nil }
        self.init(address, prefixLength: length)
    }

    /// Whether an address lies in the block.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv4 == first.isIPv4 else { return false }
        let mask = mask
        return address.high & mask.high == first.high & mask.high && address.low & mask.low == first.low & mask.low
    }

    /// The bits that count, of an address in its IPv6 form.
    private var mask: (high: UInt64, low: UInt64) {
        let length = first.isIPv4 ? prefixLength + 96 : prefixLength
        let high: UInt64 = length >= 64 ? .max : ~(.max >> UInt64(length))
        let low: UInt64 = length <= 64 ? 0 : length == 128 ? .max : ~(.max >> UInt64(length - 64))
        return (high, low)
    }
}

extension AddressBlock: CustomStringConvertible {
    /// `10.0.0.0/8`, `2001:db8::/32`.
    package var description: String { "\(first)/\(prefixLength)" }
}
