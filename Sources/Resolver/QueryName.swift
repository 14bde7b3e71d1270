/// A host name or service name as DNS is asked for it: ASCII letters in lower case, digits, `-` and `_`.
///
/// At most 253 bytes in labels of 1 to 63 (RFC 1035 section 2.3.4), without a dot at the end; international names come
/// in their ASCII form. The last label is no number (`2130706433`, `0x7f000001`, `127.1`: WHATWG URL section 3.5, "ends
/// in a number"), because every such spelling is an address to somebody.
package struct QueryName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case.
    package let text: String

    /// Checks a name.
    ///
    /// - Parameter text: The name.
    /// - Throws: ``ResolutionError/malformedName``.
    package init(_ text: String) throws(ResolutionError) {
        guard (1...253).contains(text.utf8.count) else { throw .malformedName }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F: bytes.append(byte)
            default: throw .malformedName
            }
        }
        let labels = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.count) }), let last = labels.last, !Self.isNumber(last) else {
            throw .malformedName
        }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the name is reserved to have no records in DNS, so that it is not asked for: what ends in `localhost` or
    /// `invalid` (RFC 6761 sections 6.3 and 6.4) or `onion` (RFC 7686 section 2).
    package var isReserved: Bool {
        ["localhost", "invalid", "onion"].contains { text == $0 || text.hasSuffix("." + $0) }
    }

    /// The name in lower case.
    package var description: String { text }

    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        if label.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        return label.starts(with: [0x30, 0x78])
            && label.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
