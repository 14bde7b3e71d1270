package import JSONText

/// A rule of `components`, or `defaults`, which have the same members; what it does not name matches anything.
package struct AppleRule: Sendable {
    /// What a rule asks of the query.
    package enum Query: Sendable {
        /// A pattern of the whole text.
        case text(Located<String>)
        /// A pattern for each named item; others are of no account.
        case items([AppleQueryItem])
        /// Nothing: one of the values is no string, and the whole dictionary is ignored (`swcutil` of macOS 27.0).
        case ignored
    }

    /// The way to it from the root.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// A pattern of the path: `/`.
    package var pathPattern: Located<String>?
    /// What is asked of the query: `?`.
    package var query: Query?
    /// A pattern of the fragment: `#`.
    package var fragment: Located<String>?
    /// Whether a URL that matches stays in the browser; `false` by default.
    package var isExcluding: Bool?
    /// Whether case counts; `true` by default.
    package var isCaseSensitive: Bool?
    /// Whether patterns meet the URL as written; `true` by default.
    ///
    /// Otherwise the URL is decoded first.
    package var isPercentEncoded: Bool?
    /// The comment.
    package var comment: String?
    /// Members that nobody reads.
    package var unknown: [UnknownMember] = []
    /// The names of members of a wrong type, which count as absent: what systems make of them is not known.
    package var unread: Set<String> = []

    init(path: JSONPath, position: JSONPosition) {
        self.path = path
        self.position = position
    }

    /// The rule with what it lacks taken from defaults: component before entry before `applinks`.
    package func fillingGaps(from defaults: AppleRule?) -> AppleRule {
        guard let defaults else { return self }
        var rule = self
        rule.pathPattern = pathPattern ?? defaults.pathPattern
        rule.query = query ?? defaults.query
        rule.fragment = fragment ?? defaults.fragment
        rule.isExcluding = isExcluding ?? defaults.isExcluding
        rule.isCaseSensitive = isCaseSensitive ?? defaults.isCaseSensitive
        rule.isPercentEncoded = isPercentEncoded ?? defaults.isPercentEncoded
        rule.unread.formUnion(defaults.unread.subtracting(named))
        return rule
    }

    /// The names of the members that it has.
    private var named: [String] {
        let members: [(String, Bool)] = [
            ("/", pathPattern != nil), ("?", query != nil), ("#", fragment != nil), ("exclude", isExcluding != nil),
            ("caseSensitive", isCaseSensitive != nil), ("percentEncoded", isPercentEncoded != nil),
        ]
        return members.filter(\.1).map(\.0)
    }
}

/// What a rule asks of a query item.
package struct AppleQueryItem: Sendable {
    /// The item's name.
    package let name: String
    /// A pattern of its value.
    package let pattern: Located<String>
}
