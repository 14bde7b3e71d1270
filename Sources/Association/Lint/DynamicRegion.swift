/// The URLs that a dynamic rule matches, for comparing rules.
struct DynamicRegion {
    /// What is asked of an item: one of its occurrences matches.
    private struct Item {
        let name: String
        let pattern: DynamicPattern
    }

    /// `nil` is any; every URL has a path.
    private let path: DynamicPattern?
    /// `nil` is any, and none; a pattern asks for one.
    private let fragment: DynamicPattern?
    private let items: [Item]

    init(_ rule: AndroidDynamicRule) {
        path = rule.pathPattern.map { DynamicPattern($0.value) }
        fragment = rule.fragment.map { DynamicPattern($0.value) }
        items = rule.items.map { Item(name: $0.name, pattern: DynamicPattern($0.pattern.value)) }
    }

    private static let any = DynamicPattern("*")

    /// Whether it holds all URLs of the other; in doubt not.
    func covers(_ other: DynamicRegion, _ search: inout DynamicSearch) -> Bool {
        if let path, !search.covers(path, other.path ?? Self.any) { return false }
        if let fragment {
            guard let inner = other.fragment, search.covers(fragment, inner) else { return false }
        }
        return items.allSatisfy { item in
            other.items.contains { $0.name == item.name && search.covers(item.pattern, $0.pattern) }
        }
    }

    /// Whether it shares a URL with the other, in doubt it does: items never keep them apart, for one may come twice.
    func overlaps(_ other: DynamicRegion, _ search: inout DynamicSearch) -> Bool {
        if let path, let inner = other.path, !search.overlap(path, inner) { return false }
        if let fragment, let inner = other.fragment, !search.overlap(fragment, inner) { return false }
        return true
    }

    /// A URL of it, without scheme and host; `nil` where no path is one of its.
    var example: String? {
        let path = path?.shortestText ?? ""
        guard path.isEmpty || path.hasPrefix("/") else { return nil }
        let query = items.map { "\($0.name.escaped)=\($0.pattern.shortestText.escaped)" }.joined(separator: "&")
        let text = (path.isEmpty ? "/" : path.escaped) + (query.isEmpty ? "" : "?\(query)")
        return fragment.map { "\(text)#\($0.shortestText.escaped)" } ?? text
    }
}

extension String {
    /// The text as a URL has what Android decodes to it.
    fileprivate var escaped: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain = (0x21...0x7E).contains(byte) && !"\"#%&+<>?[\\]^`{|}".utf8.contains(byte)
            text += isPlain ? String(Unicode.Scalar(byte)) : byte.percentEscape
        }
    }
}
