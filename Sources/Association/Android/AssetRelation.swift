package import DeepLinks

/// What a statement says of its source and its target: `delegate_permission/common.handle_all_urls`.
package struct AssetRelation: Hashable, Sendable, CustomStringConvertible {
    /// All of it.
    package let text: String

    /// The app may open the site's links.
    package static let handleAllURLs = AssetRelation(known: "delegate_permission/common.handle_all_urls")
    /// The target may use the source's credentials.
    package static let getLoginCredentials = AssetRelation(known: "delegate_permission/common.get_login_creds")

    private init(known text: String) { self.text = text }

    /// Reads a relation: a kind of a fixed set, a slash, and a detail of lower-case letters, digits, `_` and `.`.
    ///
    /// - Throws: The rule that the text breaks (Digital Asset Links specification).
    package init(_ text: String) throws(RuleViolation) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw RuleViolation("Invalid relation string: it is a kind, one slash and a detail")
        }
        guard ["delegate_permission", "navigate"].contains(where: { parts[0].elementsEqual($0.utf8) }) else {
            throw RuleViolation(
                "Invalid 'kind' field in relation string: it is delegate_permission or navigate", at: 0)
        }
        let isDetail = { (byte: UInt8) in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2E
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy(isDetail) else {
            throw RuleViolation(
                "Invalid 'detail' field in relation string: it has lower-case letters, digits, _ and . only",
                at: parts[0].count + 1)
        }
        self.text = text
    }

    /// The text.
    package var description: String { text }
}
