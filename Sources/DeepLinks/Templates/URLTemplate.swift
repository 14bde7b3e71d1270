/// A web destination: an https URL with slots that a request fills.
///
/// Scheme, host and port are the tenant's own; a slot stands behind the host's slash. In the path a slot is a whole
/// segment, or shares its segment with text other than dots. In the query it stands in an item's value, but for
/// `{query}`, which is an item of its own. It may stand in the fragment, for pages that route there (case 53).
package struct URLTemplate: Hashable, Sendable, CustomStringConvertible {
    /// The template as it was entered, byte for byte (cases 47 and 48).
    package let text: String
    /// The scheme, the host and the port: `https://www.acme.example`.
    package let origin: String
    /// The host in lower case; a dot at its end stays.
    package let host: String
    /// The path, with its first slash; may be empty.
    package let path: [TemplatePiece]
    /// The query's items; `nil` when there is no question mark.
    package let query: [[TemplatePiece]]?
    /// The fragment; `nil` when there is no `#`.
    package let fragment: [TemplatePiece]?

    /// Reads a template.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        try URLText.checkBytes(bytes)
        let authority = try URLAuthority(bytes)
        guard authority.scheme == .https else { throw RuleViolation("a web destination begins with https://", at: 0) }
        let parts = URLText.Parts(bytes, from: authority.end)
        self.text = text
        origin = String(bytes: bytes[..<authority.end])
        host = authority.host
        path = try TemplateRules.path(bytes[parts.path])
        query = try parts.query.map { range throws(RuleViolation) in try TemplateRules.query(bytes[range]) }
        fragment = try parts.fragment.map { range throws(RuleViolation) in
            try TemplateRules.pieces(bytes[range], in: .fragment)
        }
    }

    /// The text.
    package var description: String { text }

    /// Equal texts are equal templates.
    package static func == (left: URLTemplate, right: URLTemplate) -> Bool { left.text == right.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// All pieces behind the origin, in order.
    package var pieces: [TemplatePiece] { path + (query ?? []).flatMap(\.self) + (fragment ?? []) }

    /// The names of the captures it uses, in order, each once.
    package var captureNames: [String] {
        var names: [String] = []
        for case .capture(let name) in pieces where !names.contains(name) { names.append(name) }
        return names
    }

    /// Checks that a route can fill it.
    ///
    /// - Parameter pattern: The route's pattern; `nil` for a fallback, which has no captures.
    /// - Throws: A slot that the pattern does not capture, an optional one in the path, or a rest that shares its
    ///   segment.
    package func check(against pattern: RoutePattern?) throws(RuleViolation) {
        let captures = pattern?.captures ?? []
        for name in captureNames {
            guard let capture = captures.first(where: { $0.name == name }) else {
                let hint = pattern == nil ? "a fallback has {path} and {query}" : "the pattern captures no {\(name)}"
                throw RuleViolation(hint, at: offset(of: name))
            }
            let places = path.indices.filter { path[$0] == .capture(name) }
            if capture.place == .optionalItem, !places.isEmpty {
                throw RuleViolation("{\(name)} may be absent, so it stands in the query", at: offset(of: name))
            }
            if capture.place == .rest, !places.allSatisfy({ TemplateRules.isWholeSegment(at: $0, in: path) }) {
                throw RuleViolation("{\(name)} has slashes, so it is a whole segment", at: offset(of: name))
            }
        }
    }

    private func offset(of name: String) -> Int? {
        let slot = Array("{\(name)}".utf8)
        let bytes = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: slot) }
    }
}
