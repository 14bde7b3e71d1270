import CLinux
import Glibc

/// An IPv4 or IPv6 address, without zone.
///
/// An IPv4 address is kept as its IPv4-mapped IPv6 form (RFC 4291 section 2.5.5.2), so that a peer has one spelling
/// whichever socket it arrived at.
package struct IPAddress: Hashable, BitwiseCopyable, Sendable {
    /// The first eight bytes, as a number.
    package let high: UInt64

    /// The last eight bytes, as a number.
    package let low: UInt64

    /// Makes an address from the two halves of its IPv6 form.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an IPv4 address from its number: `0x7F000001` is 127.0.0.1.
    package init(ipv4 number: UInt32) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(number)
    }

    /// Whether this is an IPv4 address.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Reads dotted-decimal IPv4 or RFC 4291 section 2.2 IPv6 text, without brackets; `nil` for anything else.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    init(_ address: in6_addr) {
        var halves: (UInt64, UInt64) = (0, 0)
        unsafe withUnsafeBytes(of: address) { source in
            unsafe withUnsafeMutableBytes(of: &halves) { unsafe $0.copyMemory(from: source) }
        }
        high = UInt64(bigEndian: halves.0)
        low = UInt64(bigEndian: halves.1)
    }

    var in6: in6_addr {
        let halves = (high.bigEndian, low.bigEndian)
        var address = in6_addr()
        unsafe withUnsafeBytes(of: halves) { source in
            unsafe withUnsafeMutableBytes(of: &address) { unsafe $0.copyMemory(from: source) }
        }
        return address
    }
}
