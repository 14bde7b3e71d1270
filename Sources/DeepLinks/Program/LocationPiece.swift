/// A piece of a Location: where its bytes are, or a byte or an escape to write.
package enum LocationPiece: Equatable, Sendable {
    /// A range of the program's text.
    case text(start: Int, count: Int)
    /// A range of the request's path.
    case path(start: Int, count: Int)
    /// A range of the request's query.
    case query(start: Int, count: Int)
    /// A range of the link's destination.
    case destination(start: Int, count: Int)
    /// This byte.
    case byte(UInt8)
    /// This byte, percent-encoded.
    case escaped(UInt8)
    /// This byte, percent-encoded twice.
    case nested(UInt8)
    /// The host of the request, in its canonical text.
    case host
}

/// How far the writing of a Location is: a plain value, one per Location.
package struct LocationCursor {
    enum Phase: UInt8 {
        case operations
        case run
        case keep
        case done
    }

    // What takes a byte stands together: the smaller a cursor, the less it costs to hand it on.
    var phase = Phase.operations
    var runIsFromQuery = false
    var rule = EscapeRule.query
    var isKeeping = false
    // Whether only the listed names are kept; else they alone are not.
    var keepsListed = false
    // Whether the question mark is written, and whether the last item is still empty.
    var hasQuery = false
    var isOpen = false
    // The next operation and the end of them.
    var operation = 0
    var end = 0
    // A run of request bytes: from the path or the query, by a rule.
    var runPosition = 0
    var runEnd = 0
    // Where the next item to keep begins, and the listed names: a place and a count in the program, or a range of the
    // link's destination.
    var keepPosition = 0
    var keepNames = 0
    var keepNameCount = 0
    // Of a link's URL: its rules in the program, and the next item to add.
    var rules = 0
    var nextAdded = 0

    /// Goes on with request bytes.
    mutating func run(_ start: Int, _ count: Int, isFromQuery: Bool) {
        runPosition = start
        runEnd = start &+ count
        runIsFromQuery = isFromQuery
        phase = .run
    }

    mutating func skip(_ operations: Int) { operation &+= operations &* ProgramLayout.Template.operationSize }

    /// What stands before an item of the template's own.
    mutating func separator() -> LocationPiece {
        let byte = hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?")
        hasQuery = true
        isOpen = true
        return .byte(byte)
    }

    /// What stands before a kept item: nothing, when a separator is there that nothing follows (case 50).
    mutating func keptSeparator() -> LocationPiece? {
        defer { isOpen = false }
        return hasQuery && isOpen ? nil : separator()
    }

    /// The next piece of a run: as many bytes as go as they are, or one escape.
    @inline(__always)
    mutating func nextOfRun(path: Span<UInt8>, query: Span<UInt8>) -> LocationPiece? {
        guard runPosition < runEnd else { return nil }
        let source = runIsFromQuery ? query : path
        let classes = rule.classes
        let start = runPosition
        let end = runEnd
        var position = start
        while position < end {
            let byte = source[position]
            if URLCharacter.is(byte, classes) || rule.passesRarely(byte) {
                position &+= 1
            } else if byte == UInt8(ascii: "%"), rule.keepsEscapes, PathText.byte(source, position, end) != nil {
                position &+= 3
            } else {
                break
            }
        }
        guard start < position else {
            runPosition = position &+ 1
            return rule == .nested ? .nested(source[start]) : .escaped(source[start])
        }
        runPosition = position
        let count = position &- start
        return runIsFromQuery ? .query(start: start, count: count) : .path(start: start, count: count)
    }
}
