/// The app's custom scheme URL without the scheme, with slots for captures: `item/{id}`.
///
/// From the URL the app learns every required capture, each once, as a whole segment or a whole item value.
package struct SchemeTemplate: Hashable, Sendable, CustomStringConvertible {
    /// The template as it was entered.
    package let text: String
    /// The pieces of it.
    package let pieces: [TemplatePiece]

    /// Reads a template.
    ///
    /// - Throws: The rule and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        let bytes = Array(text.utf8)
        try URLText.checkBytes(bytes)
        guard let first = bytes.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "?") else {
            throw RuleViolation("a scheme URL goes on behind the scheme's slashes: item/{id}", at: 0)
        }
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8) {
            throw RuleViolation("the scheme is the app's: leave it out", at: 0)
        }
        if let hash = bytes.firstIndex(of: UInt8(ascii: "#")) {
            throw RuleViolation("a scheme URL has no fragment", at: hash)
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        try Self.check(bytes[..<mark], separator: UInt8(ascii: "/"), in: .path)
        try Self.check(bytes[mark...].dropFirst(), separator: UInt8(ascii: "&"), in: .query)
        try Self.checkReadable(path: bytes[..<mark], query: bytes[mark...].dropFirst())
        self.text = text
        pieces = try TemplateReader.pieces(bytes[...]).map(\.piece)
    }

    /// The text.
    package var description: String { text }

    /// Equal texts are equal templates.
    package static func == (left: SchemeTemplate, right: SchemeTemplate) -> Bool { left.text == right.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The text with the names of captures left out: two routes of a tenant may not have the same.
    package var shape: String {
        pieces.map { piece in if case .literal(let text) = piece { text } else { "{}" } }.joined()
    }

    /// Checks that it holds every required capture of the route once, and no other but optional ones.
    ///
    /// - Throws: The capture that is missing, unknown or there twice.
    package func check(against pattern: RoutePattern) throws(RuleViolation) {
        let used = pieces.compactMap { piece in if case .capture(let name) = piece { name } else { nil } }
        for capture in pattern.captures {
            let count = used.count { $0 == capture.name }
            if count > 1 { throw RuleViolation("the scheme URL has {\(capture.name)} twice") }
            if count == 0, capture.place != .optionalItem {
                throw RuleViolation("the scheme URL lacks {\(capture.name)}")
            }
        }
        for name in used where !pattern.captures.contains(where: { $0.name == name }) {
            throw RuleViolation("the pattern captures no {\(name)}")
        }
    }

    /// Refuses what no app would read back: a segment without text, and an item that is there twice.
    private static func checkReadable(path: ArraySlice<UInt8>, query: ArraySlice<UInt8>) throws(RuleViolation) {
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for segment in segments.dropLast() where segment.isEmpty {
            throw RuleViolation("a scheme URL has no empty segment", at: segment.startIndex)
        }
        var names: [ArraySlice<UInt8>] = []
        for item in query.split(separator: UInt8(ascii: "&")) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            guard !names.contains(name) else {
                throw RuleViolation("the item \(String(bytes: name)) is there twice", at: item.startIndex)
            }
            names.append(name)
        }
    }

    private static func check(
        _ text: ArraySlice<UInt8>, separator: UInt8, in part: URLText.Part
    ) throws(RuleViolation) {
        for field in text.split(separator: separator, omittingEmptySubsequences: false) {
            let pieces = try TemplateRules.pieces(field, in: part)
            if pieces.contains(.path) || pieces.contains(.query) {
                throw RuleViolation("a scheme URL holds captures only", at: field.startIndex)
            }
            if part == .path, pieces.allSatisfy({ if case .literal = $0 { true } else { false } }),
                PercentEncoding.isDotSegment(field)
            {
                throw RuleViolation("a scheme URL has no dot segments", at: field.startIndex)
            }
            let slots = pieces.count { if case .capture = $0 { true } else { false } }
            guard slots > 0 else { continue }
            let hasName =
                part == .query && pieces.count == 2
                && field.firstIndex(of: UInt8(ascii: "="))
                    .map { field[($0 + 1)...].first == UInt8(ascii: "{") } ?? false
            guard pieces.count == 1 && part == .path || hasName else {
                throw RuleViolation(
                    "a capture is a whole segment or a whole item value of a scheme URL", at: field.startIndex
                )
            }
        }
    }
}
