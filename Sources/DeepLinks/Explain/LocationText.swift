/// A request that Locations are written for as whole texts.
struct LocationText {
    let program: RouteProgram
    let host: String
    let path: [UInt8]
    let query: [UInt8]

    /// The Location of a redirect to a template.
    func template(_ template: Int, _ captures: borrowing Captures) -> String {
        let view = program.view
        var cursor = view.location(template: template)
        var bytes: [UInt8] = []
        while let piece = view.nextPiece(&cursor, path: path.span, query: query.span, captures: captures) {
            append(piece, link: [], to: &bytes)
        }
        return String(bytes: bytes)
    }

    /// The Location of a redirect to a link's URL.
    func link(_ destination: [UInt8], _ request: LinkRequest) -> String {
        let view = program.view
        var cursor = view.location(link: destination.span, request: request)
        var bytes: [UInt8] = []
        while let piece = view.nextPiece(&cursor, destination: destination.span, query: query.span) {
            append(piece, link: destination, to: &bytes)
        }
        return String(bytes: bytes)
    }

    private func append(_ piece: LocationPiece, link: [UInt8], to bytes: inout [UInt8]) {
        switch piece {
        case .text(let start, let count): bytes += program.text[start..<(start + count)]
        case .destination(let start, let count): bytes += link[start..<(start + count)]
        case .path(let start, let count): bytes += path[start..<(start + count)]
        case .query(let start, let count): bytes += query[start..<(start + count)]
        case .byte(let byte): bytes.append(byte)
        case .escaped(let byte): bytes.append(escaped: byte)
        case .nested(let byte): bytes.append(nested: byte)
        case .host: bytes += host.utf8
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
