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

    /// The pattern with names of variables in plain letters, which are no part of what it matches.
    var withPlainNames: String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .unit(let unit): text.unicodeScalars.append(Unicode.Scalar(unit) ?? "?")
            case .unterminated: text += "$("
            case .reference(let name):
                let isPlain = { (scalar: Unicode.Scalar) in
                    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) || scalar == "-"
                }
                text += "$("
                for scalar in name.unicodeScalars { text.unicodeScalars.append(isPlain(scalar) ? scalar : "_") }
                text += ")"
            }
        }
        return text
    }

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
