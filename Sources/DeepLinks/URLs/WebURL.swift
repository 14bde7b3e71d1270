/// A destination of a link: an absolute http or https URL, kept byte for byte (cases 47 and 48).
///
/// It is read so strictly that browsers make the same of it: ASCII, escapes well-formed, no user name, no dot
/// segments. Of the characters outside RFC 3986 only `[` and `]` are taken, in the query, where they are common.
package struct WebURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it was entered.
    package let text: String
    /// The scheme.
    package let scheme: WebScheme
    /// The host in lower case; a dot at its end stays.
    package let host: String
    /// The port, if one is written.
    package let port: Int?

    /// Bytes in a destination at most.
    package static let longestText = 2048

    /// Reads a URL.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        try URLText.checkBytes(bytes)
        let authority = try URLAuthority(bytes)
        let parts = URLText.Parts(bytes, from: authority.end)
        try URLText.check(bytes[parts.path], in: .path)
        try URLText.checkSegments(bytes[parts.path])
        if let query = parts.query { try URLText.check(bytes[query], in: .query) }
        if let fragment = parts.fragment { try URLText.check(bytes[fragment], in: .fragment) }
        self.text = text
        scheme = authority.scheme
        host = authority.host
        port = authority.port
    }

    /// The text.
    package var description: String { text }

    /// Equal texts are equal URLs.
    package static func == (left: WebURL, right: WebURL) -> Bool { left.text == right.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
