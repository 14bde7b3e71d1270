/// A host that destinations may have: one name, or all names below one, written `*.acme.example`.
///
/// Whose it is does not matter, and it may be a name inside a house: `printer.local`.
package struct DestinationHost: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The canonical text: lower case, A-labels, no dot at the end, `*.` before all names below one.
    package let text: String

    /// Reads a host.
    ///
    /// - Throws: The rule that refuses the text; an IP address in any spelling is no host.
    package init(_ text: String) throws(RuleViolation) {
        let isBelow = text.hasPrefix("*.")
        let name = try HostName.canonical(isBelow ? String(text.dropFirst(2)) : text)
        try HostLabels.check(name, allowsUnderscore: true)
        guard !HostLabels.endsInNumber(name) else {
            throw RuleViolation("a destination's host is a name, not an IP address")
        }
        self.text = isBelow ? "*.\(name)" : name
    }

    /// The text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: DestinationHost, right: DestinationHost) -> Bool { left.text < right.text }

    /// Whether a URL's host, in lower case, is meant; the root's dot does not count.
    func covers(_ host: String) -> Bool {
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        guard text.hasPrefix("*.") else { return host == text }
        return host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1
    }
}
