/// What may stand where in a web destination's template.
enum TemplateRules {
    /// Reads the path's pieces; no slot can make a dot segment or reach another segment.
    static func path(_ text: ArraySlice<UInt8>) throws(RuleViolation) -> [TemplatePiece] {
        let pieces = try pieces(text, in: .path)
        for segment in text.split(separator: UInt8(ascii: "/")) { try check(segment: segment) }
        return pieces
    }

    /// Reads the query's items.
    static func query(_ text: ArraySlice<UInt8>) throws(RuleViolation) -> [[TemplatePiece]] {
        var items: [[TemplatePiece]] = []
        for item in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            items.append(try self.item(item))
        }
        return items
    }

    /// Reads pieces and checks the characters of the literals.
    static func pieces(_ text: ArraySlice<UInt8>, in part: URLText.Part) throws(RuleViolation) -> [TemplatePiece] {
        let located = try TemplateReader.pieces(text)
        for (index, piece) in located.enumerated() {
            switch piece.piece {
            case .literal:
                let end = index + 1 < located.count ? located[index + 1].offset : text.endIndex
                try URLText.check(text[piece.offset..<end], in: part)
            case .query where part != .query:
                throw RuleViolation("{query} stands in the query", at: piece.offset)
            case .capture, .path, .query:
                break
            }
        }
        return located.map(\.piece)
    }

    /// Whether the slot at this place of the path has a whole segment for itself.
    static func isWholeSegment(at index: Int, in path: [TemplatePiece]) -> Bool {
        guard index > 0, case .literal(let before) = path[index - 1], before.hasSuffix("/") else { return false }
        guard index + 1 < path.count else { return true }
        guard case .literal(let after) = path[index + 1] else { return false }
        return after.hasPrefix("/")
    }

    private static func check(segment: ArraySlice<UInt8>) throws(RuleViolation) {
        let located = try TemplateReader.pieces(segment)
        var literal: [UInt8] = []
        for piece in located {
            if case .literal(let text) = piece.piece { literal += Array(text.utf8) }
            if case .path = piece.piece, located.count > 1 {
                throw RuleViolation("{path} has slashes, so it is a whole segment", at: piece.offset)
            }
        }
        if literal.count == segment.count {
            if PercentEncoding.isDotSegment(segment) {
                throw RuleViolation("a destination has no dot segments", at: segment.startIndex)
            }
            return
        }
        // A value is one byte at least, so three pieces that could all be dots make no dot segment.
        let text = PercentEncoding.decoded(literal)
        let slots = located.count { if case .literal = $0.piece { false } else { true } }
        guard located.count == 1 || text.contains(where: { $0 != UInt8(ascii: ".") }) || text.count + slots > 2 else {
            throw RuleViolation(
                "a slot is a whole segment or stands beside text other than dots", at: segment.startIndex
            )
        }
    }

    private static func item(_ text: ArraySlice<UInt8>) throws(RuleViolation) -> [TemplatePiece] {
        let pieces = try pieces(text, in: .query)
        if pieces.contains(.query), pieces.count > 1 {
            throw RuleViolation("{query} is an item of its own: between ?, & and #", at: text.startIndex)
        }
        let name = text.prefix { $0 != UInt8(ascii: "=") }
        if pieces != [.query], let open = name.firstIndex(of: UInt8(ascii: "{")) {
            throw RuleViolation("a slot stands in a query item's value: name={id}", at: open)
        }
        return pieces
    }
}
