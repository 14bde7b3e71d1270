extension LinkDestination {
    /// Reads a destination: a path that begins with one slash, an absolute http or https URL, or a URL of an app's own
    /// scheme; kept byte for byte (cases 47 and 48).
    ///
    /// - Throws: ``RuleViolation`` for anything else, the schemes of browsers and systems (case 57) and network-path
    ///   references (`//host`, case 54) too.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/") else {
            self = AppURL.isOne(text) ? .app(try AppURL(text)) : .url(try WebURL(text))
            return
        }
        guard bytes.dropFirst().first != UInt8(ascii: "/") else {
            throw RuleViolation("a path begins with one slash: two would name another host", at: 1)
        }
        try URLText.checkBytes(bytes)
        let parts = URLText.Parts(bytes, from: 0)
        try URLText.check(bytes[parts.path], in: .path)
        try URLText.checkSegments(bytes[parts.path])
        if let query = parts.query { try URLText.check(bytes[query], in: .query) }
        if let fragment = parts.fragment {
            throw RuleViolation(
                "a path is looked up in the routes, which know no fragment", at: fragment.lowerBound - 1)
        }
        self = .path(text)
    }

    /// The URL or the path.
    package var text: String {
        switch self {
        case .url(let url): url.text
        case .path(let path): path
        case .app(let url): url.text
        }
    }
}
