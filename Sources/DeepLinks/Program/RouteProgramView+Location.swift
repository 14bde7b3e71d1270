extension RouteProgramView {
    /// Begins the Location of a redirect to a template.
    ///
    /// - Parameter template: The place of the template, from ``RedirectTarget/template(_:)``.
    /// - Returns: A cursor before the first piece.
    package func location(template: Int) -> LocationCursor {
        var cursor = LocationCursor()
        cursor.operation = template &+ ProgramLayout.Template.operations
        cursor.end =
            cursor.operation &+ word(template &+ ProgramLayout.Template.operationCount)
            &* ProgramLayout.Template.operationSize
        cursor.keepNames = word(template &+ ProgramLayout.Template.names)
        cursor.keepNameCount = word(template &+ ProgramLayout.Template.nameCount)
        return cursor
    }

    /// The next piece of the Location; `nil` at its end.
    ///
    /// It begins with scheme and host of the template. The request's query goes behind the template's own (policy
    /// `keep`: cases 50 and 51), without items whose decoded name is one of the template's, nor those that a slot has
    /// taken; the fragment is last.
    package func nextPiece(
        _ cursor: inout LocationCursor, path: Span<UInt8>, query: Span<UInt8>, captures: borrowing Captures
    ) -> LocationPiece? {
        while true {
            switch cursor.phase {
            case .run:
                if let piece = cursor.nextOfRun(path: path, query: query) { return piece }
                cursor.phase = cursor.isKeeping ? .keep : .operations
            case .keep:
                if let separator = nextKept(&cursor, query) { return separator }
            case .operations:
                guard cursor.operation < cursor.end else {
                    cursor.phase = .done
                    return nil
                }
                if let piece = perform(&cursor, path, query, captures) { return piece }
            case .done:
                return nil
            }
        }
    }

    @inline(__always)
    private func perform(
        _ cursor: inout LocationCursor, _ path: Span<UInt8>, _ query: Span<UInt8>, _ captures: borrowing Captures
    ) -> LocationPiece? {
        typealias Operation = ProgramLayout.Operation
        let place = cursor.operation
        cursor.operation &+= ProgramLayout.Template.operationSize
        let byte = words[place] &>> 8
        switch words[place] & 0xFF {
        case Operation.literal:
            cursor.hasQuery = byte & Operation.queryBegun != 0
            cursor.isOpen = byte & Operation.queryOpen != 0
            return .text(start: word(place &+ 1), count: word(place &+ 2))
        case Operation.capture:
            let value = captures.values[Int(byte)]
            cursor.rule = EscapeRule(rawValue: words[place &+ 1]) ?? .segment
            cursor.run(Int(value.start), Int(value.count), isFromQuery: value.isFromQuery)
        case Operation.path:
            cursor.rule = EscapeRule(rawValue: words[place &+ 1]) ?? .segment
            let start = byte == 0 ? min(1, path.count) : 0
            cursor.run(start, path.count &- start, isFromQuery: false)
        case Operation.query:
            cursor.rule = EscapeRule(rawValue: words[place &+ 1]) ?? .query
            if query.count > 0 { cursor.isOpen = false }
            cursor.run(0, query.count, isFromQuery: true)
        case Operation.separator:
            return cursor.separator()
        case Operation.skipWithoutCapture:
            if captures.values[Int(byte)].count == 0 { cursor.skip(word(place &+ 1)) }
        case Operation.skipWithoutQuery:
            if query.count == 0 { cursor.skip(word(place &+ 1)) }
        case Operation.keep:
            cursor.keepsListed = byte != 0
            cursor.isKeeping = true
            cursor.phase = .keep
        default:
            return performRarely(&cursor, place, query)
        }
        return nil
    }

    /// Performs what few templates have, out of the way of all others.
    @inline(never)
    private func performRarely(_ cursor: inout LocationCursor, _ place: Int, _ query: Span<UInt8>) -> LocationPiece? {
        switch words[place] & 0xFF {
        case ProgramLayout.Operation.skipWithItem:
            let name = word(place &+ 1)
            if hasItem(query, text, name, name &+ word(place &+ 2), isDecoded: true) {
                cursor.skip(word(place) &>> 8)
            }
            return nil
        case ProgramLayout.Operation.joiner: return cursor.keptSeparator()
        default: return .host
        }
    }

    /// Finds the next item to keep, or all of them at once where none can be left out: the separator, or nothing when the
    /// bytes follow at once or no item is left.
    ///
    /// Empty items are kept too, so that a query of which nothing is left out goes along byte for byte.
    private func nextKept(_ cursor: inout LocationCursor, _ query: Span<UInt8>) -> LocationPiece? {
        let keepsAll = cursor.keepNameCount == 0 && !cursor.keepsListed
        while cursor.keepPosition <= query.count, query.count > 0 {
            let start = cursor.keepPosition
            let item = keepsAll ? QueryText.rest(query) : QueryText.item(query, start, query.count)
            cursor.keepPosition = item.end &+ 1
            if isListed(cursor.keepNames, cursor.keepNameCount, query, start, item.nameEnd) != cursor.keepsListed {
                continue
            }
            let separator = cursor.keptSeparator()
            cursor.rule = .query
            cursor.run(start, item.end &- start, isFromQuery: true)
            return separator
        }
        cursor.isKeeping = false
        cursor.phase = .operations
        return nil
    }

    /// Whether an item's name is one of a list in the program.
    @inline(__always)
    func isListed(_ names: Int, _ count: Int, _ query: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        for index in 0..<count {
            let place = names &+ index &* 2
            let name = word(place)
            let nameEnd = name &+ word(place &+ 1)
            // Most names differ in the first byte already.
            if start < end, name < nameEnd, query[start] != text[name], query[start] != UInt8(ascii: "%") { continue }
            if QueryText.isName(query, start, end, text, name, nameEnd, isDecoded: true) { return true }
        }
        return false
    }

    /// Whether a query has an item of a name.
    @inline(never)
    func hasItem(
        _ query: Span<UInt8>, _ text: Span<UInt8>, _ name: Int, _ nameEnd: Int, isDecoded: Bool
    ) -> Bool {
        var position = 0
        while position < query.count {
            let item = QueryText.item(query, position, query.count)
            if item.end > position,
                QueryText.isName(query, position, item.nameEnd, text, name, nameEnd, isDecoded: isDecoded)
            {
                return true
            }
            position = item.end &+ 1
        }
        return false
    }
}

extension RouteProgramView {
    /// Whether a template names the request's own host, as the address of a store does that is told of the link.
    package func namesRequest(template: Int) -> Bool {
        let first = template &+ ProgramLayout.Template.operations
        for index in 0..<word(template &+ ProgramLayout.Template.operationCount) {
            let place = first &+ index &* ProgramLayout.Template.operationSize
            if words[place] & 0xFF == ProgramLayout.Operation.host { return true }
        }
        return false
    }
}

extension QueryText {
    /// Whether two names are the same once decoded: `%69d` is `id` (case 51); the right one may be decoded already.
    static func isName(
        _ left: Span<UInt8>, _ leftStart: Int, _ leftEnd: Int, _ right: Span<UInt8>, _ rightStart: Int, _ rightEnd: Int,
        isDecoded: Bool
    ) -> Bool {
        var (one, other) = (leftStart, rightStart)
        while one < leftEnd, other < rightEnd {
            let (first, second) = (left[one], right[other])
            if first != UInt8(ascii: "%"), isDecoded || second != UInt8(ascii: "%") {
                guard first == second else { return false }
                (one, other) = (one &+ 1, other &+ 1)
            } else {
                let first = PathText.byte(left, one, leftEnd) ?? (first, one &+ 1)
                let second = isDecoded ? nil : PathText.byte(right, other, rightEnd)
                guard first.value == second?.value ?? right[other] else { return false }
                (one, other) = (first.end, second?.end ?? other &+ 1)
            }
        }
        return one == leftEnd && other == rightEnd
    }
}
