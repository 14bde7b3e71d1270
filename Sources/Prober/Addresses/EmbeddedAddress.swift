import Platform

extension IPAddress {
    /// The IPv4 address that a global IPv6 address stands for: with NAT64's well-known prefix (RFC 6052 section 2.1) or
    /// an ISATAP interface identifier behind any prefix (RFC 5214 section 6.1); `nil` for any other address.
    ///
    /// IPv4-mapped addresses are IPv4 addresses already (``IPAddress/isIPv4``); IPv4-compatible ones, 6to4, Teredo and
    /// NAT64 prefixes of a network's own are ``SpecialPurpose`` blocks whatever they embed.
    var embeddedIPv4: IPAddress? {
        let isTranslated = high == 0x0064_FF9B_0000_0000 && low >> 32 == 0
        let identifier = low >> 32
        // The identifier is `0:5efe`, with the bit for "globally unique" set or not.
        guard isTranslated || identifier & ~0x0200_0000 == 0x0000_5EFE else { return nil }
        return IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }

    /// Whether this is an IPv6 address that IANA has set aside for global unicast (`2000::/3`, RFC 4291 section 2.4), or
    /// one that NAT64 translates to the IPv4 Internet.
    var isGlobalUnicastIPv6: Bool {
        !isIPv4 && (high >> 61 == 0b001 || (high == 0x0064_FF9B_0000_0000 && low >> 32 == 0))
    }
}
