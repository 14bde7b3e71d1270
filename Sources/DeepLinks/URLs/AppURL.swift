/// A URL of an app's own scheme: `acme://products/42`, kept byte for byte.
package struct AppURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it was entered.
    package let text: String

    /// The scheme, in lower case; none to which browsers or systems give a meaning of their own (case 57).
    package let scheme: URLScheme

    /// Reads a URL.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        try URLText.checkBytes(bytes)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8),
            let scheme = URLScheme(String(bytes: bytes[..<colon]))
        else { throw RuleViolation("an app's URL is SCHEME://…, where \(URLScheme.rule)") }
        let parts = URLText.Parts(bytes, from: colon + 3)
        try URLText.check(bytes[parts.path], in: .path)
        if let query = parts.query { try URLText.check(bytes[query], in: .query) }
        if let fragment = parts.fragment { try URLText.check(bytes[fragment], in: .fragment) }
        self.text = text
        self.scheme = scheme
    }

    /// Whether a text can be nothing but an app's URL.
    static func isOne(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }
        return text.dropFirst(scheme.count).hasPrefix("://") && URLScheme(String(scheme)) != nil
    }

    /// The text.
    package var description: String { text }
}
