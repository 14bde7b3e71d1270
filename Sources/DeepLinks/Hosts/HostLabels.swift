/// The labels of an ASCII host name: RFC 1034 section 3.5 and RFC 1123 section 2.1.
enum HostLabels {
    /// Bytes in a label at most.
    static let longestLabel = 63
    /// Bytes in a name at most, without the root's dot: RFC 1035 section 2.3.4.
    static let longestName = 253

    /// Checks lengths and characters of a lower-case name without a dot at its end.
    ///
    /// `allowsUnderscore` is for names that others own: `_` is legal in DNS, but no host name has it.
    static func check(_ name: String, allowsUnderscore: Bool = false) throws(RuleViolation) {
        let bytes = Array(name.utf8)
        guard bytes.count <= longestName else {
            throw RuleViolation("a host name has at most 253 bytes, this one has \(bytes.count)")
        }
        var start = 0
        for end in bytes.indices where bytes[end] == 0x2E {
            try check(label: bytes[start..<end], allowsUnderscore)
            start = end + 1
        }
        try check(label: bytes[start...], allowsUnderscore)
    }

    /// Whether a browser would read the name as an IPv4 address, or refuse it as a bad one: its last label is a
    /// number, decimal or hexadecimal (URL Standard, "ends in a number"; case 98).
    static func endsInNumber(_ name: some StringProtocol) -> Bool {
        guard let last = name.utf8.split(separator: 0x2E).last else { return false }
        if last.allSatisfy(isDigit) { return true }
        return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { URLCharacter.hexValue($0) != nil }
    }

    /// Whether a label may hold the byte: a small letter, a digit or a hyphen.
    static func isLabelByte(_ byte: UInt8, allowsUnderscore: Bool) -> Bool {
        isLowerLetter(byte) || isDigit(byte) || byte == 0x2D || (allowsUnderscore && byte == 0x5F)
    }

    private static func check(label: ArraySlice<UInt8>, _ allowsUnderscore: Bool) throws(RuleViolation) {
        guard let first = label.first, let last = label.last else {
            throw RuleViolation("a host name has no empty label", at: label.startIndex)
        }
        guard label.count <= longestLabel else {
            throw RuleViolation("a label has at most 63 bytes, this one has \(label.count)", at: label.startIndex)
        }
        if let bad = label.firstIndex(where: { !isLabelByte($0, allowsUnderscore: allowsUnderscore) }) {
            throw RuleViolation("a host name is made of letters, digits, hyphens and dots", at: bad)
        }
        guard first != 0x2D, last != 0x2D else {
            throw RuleViolation("a label neither begins nor ends with a hyphen", at: label.startIndex)
        }
        if label.starts(with: "xn--".utf8) { try check(international: label) }
    }

    private static func check(international label: ArraySlice<UInt8>) throws(RuleViolation) {
        let text = String(bytes: label)
        guard let unicode = InternationalName.unicode(text), unicode != text,
            InternationalName.ascii(unicode) == text
        else {
            throw RuleViolation("\(text) is no valid international label (IDNA 2008)", at: label.startIndex)
        }
    }
}
