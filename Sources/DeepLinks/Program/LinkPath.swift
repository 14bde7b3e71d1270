/// The path and query with which a link re-enters the routes: its own path, and the request's query kept.
package struct LinkPath: Sendable {
    private var bytes: [UInt8] = []
    private var pathEnd = 0

    /// Makes an empty path, to be used again and again.
    package init() {}

    /// Joins a link's path and a request's query.
    package init(destination: Span<UInt8>, query: Span<UInt8>) {
        join(destination: destination, query: query)
    }

    /// Joins them; the link's own items win over the request's of the same name.
    package mutating func join(destination: Span<UInt8>, query: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(destination.count + query.count + 1)
        var cursor = LocationCursor(link: destination)
        // Without rules no word of a program is read: those of the route that the path comes to hold.
        let (words, text): ([UInt32], [UInt8]) = ([], [])
        let view = RouteProgramView(words: words.span, text: text.span)
        while let piece = view.nextPiece(&cursor, destination: destination, query: query) {
            switch piece {
            case .destination(let start, let count): bytes.append(destination, start, count)
            case .text(let start, let count), .path(let start, let count), .query(let start, let count):
                bytes.append(query, start, count)
            case .byte(let byte): bytes.append(byte)
            case .escaped(let byte): bytes.append(escaped: byte)
            case .nested(let byte): bytes.append(nested: byte)
            case .host: break
            }
        }
        pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    }

    /// The path.
    package var path: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(0..<pathEnd) }
    }

    /// The query without its question mark; none is empty.
    package var query: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(min(pathEnd + 1, bytes.count)..<bytes.count) }
    }
}

extension [UInt8] {
    mutating func append(_ source: Span<UInt8>, _ start: Int, _ count: Int) {
        for index in start..<(start + count) { append(source[index]) }
    }

    /// Appends a byte percent-encoded twice.
    mutating func append(nested byte: UInt8) {
        append(escaped: UInt8(ascii: "%"))
        append(URLCharacter.hexDigit(byte >> 4))
        append(URLCharacter.hexDigit(byte & 15))
    }

    mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(URLCharacter.hexDigit(byte >> 4))
        append(URLCharacter.hexDigit(byte & 15))
    }
}
