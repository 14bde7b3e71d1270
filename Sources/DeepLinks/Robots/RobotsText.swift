/// A tenant's own `robots.txt`, which never hides the association files (RFC 9309; case 42).
///
/// Of the rules of a group that match a path the longest decides, and between equals the allowing one (section 2.2.2).
/// So each group is served with rules ahead of its own that allow the association files, which any shorter rule yields to;
/// a `Disallow` that would win all the same is refused. Older crawlers, which obey the first rule that matches, come to
/// the same.
package struct RobotsText: Hashable, Sendable {
    /// The text as it was entered.
    package let text: String

    /// The text as it is served: with the rules that allow the association files, and with plain line ends.
    package let served: String

    /// Bytes at most.
    package static let longest = 8192

    /// Reads a text.
    ///
    /// Its lines are comments and `User-agent`, `Allow`, `Disallow`, `Sitemap` and `Crawl-delay`, each with a colon and a
    /// value: what crawlers only guess at is refused.
    /// - Throws: The rule, and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        guard (1...Self.longest).contains(text.utf8.count) else {
            throw RuleViolation("a robots.txt is 1 to \(Self.longest) bytes")
        }
        var lines: [String] = []
        var group = Group.none
        var offset = 0
        for part in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = RobotsLine(part.last == 0x0D ? part.dropLast() : part)
            defer { offset += part.count + 1 }
            switch try line.checked(at: offset) {
            case .other: break
            case .agent: group = .begun
            case .rule where group == .none:
                throw RuleViolation("a rule stands below a User-agent line", at: offset)
            case .rule(let refusal):
                if let refusal { throw RuleViolation(refusal, at: offset) }
                if group == .begun { lines += AssociationRobots.rules }
                group = .ruled
            }
            lines.append(line.text)
        }
        if lines.last == "" { lines.removeLast() }
        self.text = text
        served = lines.map { $0 + "\n" }.joined()
    }

    private enum Group {
        case none
        /// Its rules are still to come.
        case begun
        case ruled
    }

    /// Equal texts are equal.
    package static func == (left: RobotsText, right: RobotsText) -> Bool { left.text == right.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The rules that keep association files readable.
private enum AssociationRobots {
    static let paths = [
        "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/apple-app-site-association",
    ]
    static let allowed = ["/.well-known/", "/apple-app-site-association"]
    static let rules = allowed.map { "Allow: \($0)" }

    /// Whether a path is hidden by a `Disallow` although both ``rules`` stand beside it.
    static func isHidden(by pattern: String) -> Bool {
        let decoded = PercentEncoding.decoded(pattern.utf8)
        if pattern.utf8.count >= allowed[0].utf8.count, decoded.starts(with: allowed[0].utf8) { return true }
        return paths.contains { path in
            let allowing = allowed.first { path.hasPrefix($0) } ?? path
            return pattern.utf8.count >= allowing.utf8.count
                && RobotsPattern(decoded).matches(Array(path.utf8))
        }
    }
}

/// A line of a `robots.txt`.
private struct RobotsLine {
    enum Kind {
        /// The beginning of a group, or one agent more.
        case agent
        /// A rule, and why it is refused.
        case rule(String?)
        /// A comment, nothing, or what belongs to no group.
        case other
    }

    let text: String

    init(_ bytes: Substring.UTF8View) {
        text = String(Substring(bytes))
    }

    /// The kind of the line.
    ///
    /// - Throws: The rule that the line breaks.
    func checked(at offset: Int) throws(RuleViolation) -> Kind {
        guard text.unicodeScalars.allSatisfy({ $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) }),
            !text.hasPrefix("\u{FEFF}")
        else {
            throw RuleViolation("a robots.txt is plain text without control characters and byte order mark", at: offset)
        }
        let content = text.prefix { $0 != "#" }
        guard content.contains(where: { $0 != " " && $0 != "\t" }) else { return .other }
        let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].trimmed : ""
        switch (parts[0].trimmed.lowercased(), parts.count) {
        case ("user-agent", 2) where !value.isEmpty: return .agent
        case ("allow", 2): return .rule(Self.refusal(of: value))
        case ("disallow", 2): return .rule(Self.refusal(of: value) ?? Self.hiding(value))
        case ("sitemap", 2) where !value.isEmpty, ("crawl-delay", 2) where !value.isEmpty: return .other
        default:
            throw RuleViolation(
                "a line is User-agent, Allow, Disallow, Sitemap or Crawl-delay with a colon and a value, or a comment",
                at: offset)
        }
    }

    private static func refusal(of value: String) -> String? {
        value.isEmpty || value.hasPrefix("/") || value.hasPrefix("*") ? nil : "a rule's path begins with / or *"
    }

    private static func hiding(_ value: String) -> String? {
        guard AssociationRobots.isHidden(by: value) else { return nil }
        return "the association files stay readable: no Disallow names them or what is below /.well-known/"
    }
}

/// The path of a rule, with `*` for any text and `$` at its end for the end (RFC 9309 section 2.2.3).
private struct RobotsPattern {
    private let bytes: ArraySlice<UInt8>
    private let isWhole: Bool

    init(_ text: [UInt8]) {
        isWhole = text.last == UInt8(ascii: "$")
        bytes = isWhole ? text.dropLast() : text[...]
    }

    /// Whether the pattern is that of a path.
    ///
    /// - Complexity: O(pattern · path).
    func matches(_ path: [UInt8]) -> Bool {
        // The places of the path up to which the pattern so far reaches.
        var places: Set<Int> = [0]
        for byte in bytes {
            if byte == UInt8(ascii: "*") {
                guard let first = places.min() else { return false }
                places = Set(first...path.count)
            } else {
                places = Set(places.filter { $0 < path.count && path[$0] == byte }.map { $0 + 1 })
            }
        }
        return isWhole ? places.contains(path.count) : !places.isEmpty
    }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let start = drop(while: isBlank)
        return String(start.prefix(start.count - start.reversed().prefix(while: isBlank).count))
    }
}
