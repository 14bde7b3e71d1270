extension LinkDestination {
    /// Reads a destination: a path that begins with one slash, or an absolute http or https URL; kept byte for byte.
    ///
    /// - Throws: ``RuleViolation`` for anything else, other schemes and network-path references (`//host`) too.
    package init(_ text: String) throws(RuleViolation) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            self = .url(try WebURL(text))
            return
        }
        guard !text.utf8.starts(with: "//".utf8) else {
            throw RuleViolation("a path begins with one slash: two would name another host", at: 0)
        }
        self = .path(text)
    }

    /// The URL or the path.
    package var text: String {
        switch self {
        case .url(let url): url.text
        case .path(let path): path
        }
    }
}
