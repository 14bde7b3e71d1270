extension IPAddress {
    /// Reads the bytes of dotted-decimal IPv4 or RFC 4291 section 2.2 IPv6 text, as ``init(_:)`` does, without memory of
    /// its own; `nil` for anything else, zones and leading zeros of IPv4 too.
    package init?(ascii text: Span<UInt8>) {
        guard (2...45).contains(text.count) else { return nil }
        for index in text.indices where text[index] == Self.colon {
            self.init(groups: text)
            return
        }
        guard let number = Self.number(dotted: text, from: 0) else { return nil }
        self.init(ipv4: number)
    }

    private static let colon: UInt8 = 0x3A
    private static let dot: UInt8 = 0x2E

    /// Reads groups of hexadecimal digits, of which one run of zeros may be left out.
    private init?(groups text: Span<UInt8>) {
        var groups = InlineArray<8, UInt16>(repeating: 0)
        var count = 0
        /// Where groups were left out.
        var gap: Int?
        var index = 0
        if text[0] == Self.colon {
            guard text[1] == Self.colon else { return nil }
            gap = 0
            index = 2
        }
        while index < text.count {
            guard count < 8 else { return nil }
            let start = index
            var value: UInt32 = 0
            while index < text.count, let digit = Self.hexadecimal(text[index]) {
                value = value << 4 | digit
                index += 1
                guard index - start <= 4 else { return nil }
            }
            if index < text.count, text[index] == Self.dot {
                guard count <= 6, let number = Self.number(dotted: text, from: start) else { return nil }
                groups[count] = UInt16(number >> 16)
                groups[count + 1] = UInt16(truncatingIfNeeded: number)
                count += 2
                break
            }
            guard index > start else { return nil }
            groups[count] = UInt16(value)
            count += 1
            guard index < text.count else { break }
            guard text[index] == Self.colon else { return nil }
            index += 1
            if index < text.count, text[index] == Self.colon {
                guard gap == nil else { return nil }
                gap = count
                index += 1
            } else if index == text.count {
                return nil
            }
        }
        guard gap == nil ? count == 8 : count < 8 else { return nil }
        var halves = InlineArray<2, UInt64>(repeating: 0)
        for place in 0..<count {
            let target = place < gap ?? 8 ? place : place + 8 - count
            halves[target / 4] |= UInt64(groups[place]) << UInt64(48 - 16 * (target % 4))
        }
        self.init(high: halves[0], low: halves[1])
    }

    /// Reads four decimal numbers up to the end of the text.
    private static func number(dotted text: Span<UInt8>, from start: Int) -> UInt32? {
        var number: UInt32 = 0
        var index = start
        for part in 0..<4 {
            let first = index
            var value: UInt32 = 0
            while index < text.count, text[index] &- 0x30 < 10 {
                value = value * 10 + UInt32(text[index] - 0x30)
                index += 1
                guard value < 256, index - first <= 3 else { return nil }
            }
            guard index > first, index - first == 1 || text[first] != 0x30 else { return nil }
            number = number << 8 | value
            if part < 3 {
                guard index < text.count, text[index] == dot else { return nil }
                index += 1
            }
        }
        return index == text.count ? number : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32(byte | 0x20) - 0x57
        default: nil
        }
    }
}
