/// Why reading stopped before the end of the head.
enum ReadStop: Error {
    case needMore
    case invalid(HTTPParseError)
}

/// Reads a request head line by line.
///
/// Its position moves only past complete lines, and what it throws depends on nothing but the lines up to the one at
/// its position.
struct HeadReader: ~Escapable {
    let bytes: Span<UInt8>
    var position: Int
    var summary = RequestSummary()
    var sightings = FieldSightings()

    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, start: Int, fieldCount: Int) {
        self.bytes = bytes
        position = start
        summary.fieldCount = fieldCount
    }

    /// Reads a line end that begins with the carriage return at an index.
    ///
    /// - Parameters:
    ///   - index: Where the carriage return is.
    ///   - end: Where the bytes that may be looked at end.
    ///   - limit: What is wrong when that is a limit and not the end of what was received.
    /// - Returns: The index behind the line end.
    /// - Throws: When the line feed is not there.
    @inline(__always)
    func lineEnd(at index: Int, before end: Int, limit: HTTPParseError?) throws(ReadStop) -> Int {
        guard index &+ 1 < end else { throw ranOut(limit) }
        guard bytes[index &+ 1] == ASCII.lineFeed else { throw .invalid(.bareCarriageReturn) }
        return index &+ 2
    }

    /// What it means that the bytes ended within a line.
    @inline(__always)
    func ranOut(_ limit: HTTPParseError?) -> ReadStop {
        guard let limit else { return .needMore }
        return .invalid(limit)
    }

    /// Finds the first byte that does not belong to a token.
    @inline(__always)
    func endOfToken(from start: Int, to end: Int) -> Int {
        var index = bytes.firstIndex(from: start, to: end, UnlikeNames.self)
        // What follows a token is a colon or a space in every good request.
        while index < end, bytes[index] != ASCII.colon, ASCII.isToken(bytes[index]) {
            index = bytes.firstIndex(from: index &+ 1, to: end, UnlikeNames.self)
        }
        return index
    }
}
