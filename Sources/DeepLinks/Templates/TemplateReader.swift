/// Splits the text of a template at its braces.
struct TemplateReader {
    /// A piece and where it begins.
    struct Located {
        let piece: TemplatePiece
        let offset: Int
    }

    /// Reads pieces; the slice keeps the positions of the template.
    static func pieces(_ text: ArraySlice<UInt8>) throws(RuleViolation) -> [Located] {
        var pieces: [Located] = []
        var position = text.startIndex
        while position < text.endIndex {
            let open = text[position...].firstIndex { "{}".utf8.contains($0) } ?? text.endIndex
            if position < open {
                pieces.append(Located(piece: .literal(String(bytes: text[position..<open])), offset: position))
            }
            guard open < text.endIndex else { break }
            guard text[open] == UInt8(ascii: "{"), let close = text[open...].firstIndex(of: UInt8(ascii: "}")) else {
                throw RuleViolation("a brace stands alone: a slot is {name}, {path} or {query}", at: open)
            }
            pieces.append(Located(piece: try slot(text[(open + 1)..<close]), offset: open))
            position = close + 1
        }
        return pieces
    }

    private static func slot(_ name: ArraySlice<UInt8>) throws(RuleViolation) -> TemplatePiece {
        guard let first = name.first, isLetter(first),
            name.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
        else { throw RuleViolation("a slot names a capture, and nothing more: {name}", at: name.startIndex) }
        return switch String(bytes: name) {
        case "path": .path
        case "query": .query
        case let name: .capture(name)
        }
    }
}
