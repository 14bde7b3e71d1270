/// The text of an IP address, kept in place: dotted-decimal IPv4, or RFC 5952 IPv6 without brackets.
package struct IPAddressText: BitwiseCopyable, Sendable {
    private var storage = InlineArray<39, UInt8>(repeating: 0)
    private var count = 0

    /// Writes an address out.
    package init(_ address: IPAddress) {
        if address.isIPv4 { appendNumbers(of: address) } else { appendGroups(of: address) }
    }

    /// The text, ASCII.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.extracting(0..<count) }
    }

    private mutating func appendNumbers(of address: IPAddress) {
        for part in 0..<4 {
            if part > 0 { append(0x2E) }
            let number = UInt8(truncatingIfNeeded: address.low >> UInt64(24 - 8 * part))
            if number >= 100 { append(0x30 + number / 100) }
            if number >= 10 { append(0x30 + number / 10 % 10) }
            append(0x30 + number % 10)
        }
    }

    private mutating func appendGroups(of address: IPAddress) {
        let zeros = Self.zeros(of: address)
        var index = 0
        while index < 8 {
            if index == zeros.lowerBound, !zeros.isEmpty {
                append(0x3A)
                if index == 0 { append(0x3A) }
                index = zeros.upperBound
                continue
            }
            let group = Self.group(index, of: address)
            var shift = group > 0 ? (15 - group.leadingZeroBitCount) / 4 * 4 : 0
            while shift >= 0 {
                let digit = UInt8(truncatingIfNeeded: group >> UInt16(shift)) & 15
                append(digit < 10 ? 0x30 + digit : 0x57 + digit)
                shift -= 4
            }
            index += 1
            if index < 8 { append(0x3A) }
        }
    }

    /// The groups that `::` stands for: of two or more that are 0, the longest run, and of such the first (RFC 5952
    /// section 4.2).
    private static func zeros(of address: IPAddress) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for index in 0...8 where index == 8 || group(index, of: address) != 0 {
            if index - start > max(1, longest.count) { longest = start..<index }
            start = index + 1
        }
        return longest
    }

    private static func group(_ index: Int, of address: IPAddress) -> UInt16 {
        let half = index < 4 ? address.high : address.low
        return UInt16(truncatingIfNeeded: half >> UInt64(48 - index % 4 * 16))
    }

    private mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted-decimal IPv4, or RFC 5952 IPv6 without brackets.
    package var description: String {
        let text = IPAddressText(self)
        let bytes = text.bytes
        return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
}
