/// The text of a pattern in pieces, before anything is looked up.
struct PatternText {
    enum Piece: Equatable {
        /// A character that stands for itself, or `*` or `?`.
        case unit(UInt32)
        /// `$(name)`.
        case reference(String)
        /// `$(` without `)`.
        case unterminated
    }

    let pieces: [Piece]

    /// Takes a pattern apart.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - hasVariables: Whether `$(name)` is a reference; in `paths` it is text.
    init(_ text: String, hasVariables: Bool = true) {
        var pieces: [Piece] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard hasVariables, scalar == "$", rest.first == "(" else {
                pieces.append(.unit(scalar.value))
                continue
            }
            rest.removeFirst()
            guard let end = rest.firstIndex(of: ")") else {
                pieces.append(.unterminated)
                break
            }
            pieces.append(.reference(String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        self.pieces = pieces
    }
}
