import Platform

/// How balancers write an address: RFC 7239 section 6, and as `X-Forwarded-For` has it.
enum ForwardedNode {
    /// Reads `192.0.2.1`, `192.0.2.1:443`, `[2001:db8::1]`, `[2001:db8::1]:443`.
    ///
    /// - Parameters:
    ///   - text: The text, without blanks and quotes around it.
    ///   - allowsBareIPv6: Whether IPv6 may stand without brackets, and then without a port.
    /// - Returns: The address; `nil` for `unknown`, names, and what is no node at all.
    static func read(_ text: Span<UInt8>, allowsBareIPv6: Bool) -> IPAddress? {
        guard !text.isEmpty else { return nil }
        if text[0] == 0x5B {
            guard let end = index(of: 0x5D, in: text), isPort(text.extracting((end + 1)...)) else { return nil }
            let inner = text.extracting(1..<end)
            return index(of: 0x3A, in: inner) == nil ? nil : IPAddress(ascii: inner)
        }
        guard let colon = index(of: 0x3A, in: text) else { return IPAddress(ascii: text) }
        let rest = text.extracting((colon + 1)...)
        if index(of: 0x3A, in: rest) != nil { return allowsBareIPv6 ? IPAddress(ascii: text) : nil }
        return isPort(text.extracting(colon...)) ? IPAddress(ascii: text.extracting(0..<colon)) : nil
    }

    /// Whether a text is empty, or a colon with a port: one to five digits, or an obfuscated one (section 6.2).
    private static func isPort(_ text: Span<UInt8>) -> Bool {
        if text.isEmpty { return true }
        guard text.count >= 2, text[0] == 0x3A else { return false }
        if text[1] == 0x5F { return text.count > 2 && all(text.extracting(2...), isObfuscated) }
        return text.count <= 6 && all(text.extracting(1...)) { $0 &- 0x30 < 10 }
    }

    private static func isObfuscated(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2E || byte == 0x5F || byte == 0x2D
    }

    private static func all(_ text: Span<UInt8>, _ test: (UInt8) -> Bool) -> Bool {
        for index in text.indices where !test(text[index]) { return false }
        return true
    }

    private static func index(of byte: UInt8, in text: Span<UInt8>) -> Int? {
        for index in text.indices where text[index] == byte { return index }
        return nil
    }
}
