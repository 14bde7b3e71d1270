/// Locations as whole texts.
enum LocationText {
    /// The Location of a redirect to a template.
    static func template(
        _ template: Int, _ program: RouteProgram, path: [UInt8], query: [UInt8], _ captures: borrowing Captures
    ) -> String {
        let view = program.view
        var cursor = view.location(template: template)
        var bytes: [UInt8] = []
        while let piece = view.nextPiece(&cursor, path: path.span, query: query.span, captures: captures) {
            bytes.append(piece, text: program.text, path: path, query: query)
        }
        return String(bytes: bytes)
    }

    /// The Location of a redirect to a link's URL.
    static func link(_ destination: [UInt8], query: [UInt8]) -> String {
        var cursor = LocationCursor(link: destination.span)
        var bytes: [UInt8] = []
        while let piece = cursor.next(destination: destination.span, query: query.span) {
            bytes.append(piece, text: destination, path: [], query: query)
        }
        return String(bytes: bytes)
    }
}

extension [UInt8] {
    /// Appends a piece; `text` is the program's, or the link's destination.
    mutating func append(_ piece: LocationPiece, text: [UInt8], path: [UInt8], query: [UInt8]) {
        switch piece {
        case .text(let start, let count), .destination(let start, let count):
            self += text[start..<(start + count)]
        case .path(let start, let count): self += path[start..<(start + count)]
        case .query(let start, let count): self += query[start..<(start + count)]
        case .byte(let byte): append(byte)
        case .escaped(let byte): append(escaped: byte)
        }
    }
}

extension Span<UInt8> {
    /// The bytes as text.
    var text: String {
        var bytes: [UInt8] = []
        for index in indices { bytes.append(self[index]) }
        return String(bytes: bytes)
    }
}
