/// An absolute http or https URL as someone follows it, kept as raw bytes: nothing is decoded or written anew.
///
/// Its path may be one that the gateway refuses; the routes say so.
package struct LinkURL: Equatable, Sendable, CustomStringConvertible {
    /// All of it.
    package let bytes: [UInt8]
    /// The scheme.
    package let scheme: WebScheme
    private let hostRange: Range<Int>
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?
    private let fragmentRange: Range<Int>?
    /// The port, if one is written.
    package let port: Int?

    /// Reads a URL.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        if let bad = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw RuleViolation("a URL has no white space and no control characters", at: bad)
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let scheme = WebScheme(rawValue: String(bytes: bytes[..<colon]).lowercased()),
            bytes[(colon + 1)...].starts(with: "//".utf8)
        else { throw RuleViolation("a link's URL begins with https:// or http://", at: 0) }
        let start = colon + 3
        let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
        if end < bytes.count, bytes[end] == UInt8(ascii: "\\") {
            throw RuleViolation("a backslash is no slash", at: end)
        }
        if let user = bytes[start..<end].firstIndex(of: UInt8(ascii: "@")) {
            throw RuleViolation("a link's URL has no user name", at: user)
        }
        if start < end, bytes[start] == UInt8(ascii: "[") {
            throw RuleViolation("a link's host is a name, not an IP address", at: start)
        }
        let portColon = bytes[start..<end].lastIndex(of: UInt8(ascii: ":")) ?? end
        guard start < portColon else { throw RuleViolation("a URL has a host", at: start) }
        let digits = bytes[portColon..<end].dropFirst()
        port = digits.isEmpty ? nil : UInt16(String(bytes: digits)).map(Int.init)
        guard digits.isEmpty || (port != nil && digits.allSatisfy(isDigit)) else {
            throw RuleViolation("a port is a number of 1 to 65535", at: portColon)
        }
        let parts = URLText.Parts(bytes, from: end)
        self.bytes = bytes
        self.scheme = scheme
        hostRange = start..<portColon
        pathRange = parts.path
        queryRange = parts.query
        fragmentRange = parts.fragment
    }

    /// The host as written.
    package var hostText: String { String(bytes: bytes[hostRange]) }
    /// The path as written; may be empty.
    package var path: ArraySlice<UInt8> { bytes[pathRange] }
    /// The query without its question mark; `nil` is none.
    package var query: ArraySlice<UInt8>? { queryRange.map { bytes[$0] } }
    /// The fragment without its `#`; `nil` is none.
    package var fragment: ArraySlice<UInt8>? { fragmentRange.map { bytes[$0] } }

    /// Whether the port is the scheme's own, written or not.
    package var hasDefaultPort: Bool { port ?? scheme.defaultPort == scheme.defaultPort }

    /// The host in canonical form, whoever may own it: for look-ups, not for writes.
    ///
    /// - Throws: The rule that a name breaks which is malformed, or which no domain can have.
    package func canonicalHost() throws(RuleViolation) -> String {
        let host = try HostName.canonical(hostText)
        guard host.utf8.allSatisfy({ $0 == 0x2E || HostLabels.isLabelByte($0, allowsUnderscore: true) }) else {
            throw RuleViolation("a link's host is made of letters, digits, hyphens, underscores and dots")
        }
        return host
    }

    /// The text.
    package var description: String { String(bytes: bytes) }
}
