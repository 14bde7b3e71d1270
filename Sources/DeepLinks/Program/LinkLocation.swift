extension LocationCursor {
    /// Begins the Location of a redirect to a link's own URL, with the request's query kept as for a template.
    package init(link destination: Span<UInt8>) {
        self.init()
        var hash = 0
        while hash < destination.count, destination[hash] != UInt8(ascii: "#") { hash &+= 1 }
        var mark = 0
        while mark < hash, destination[mark] != UInt8(ascii: "?") { mark &+= 1 }
        end = hash
        keepNames = min(mark &+ 1, hash)
        keepNameCount = hash &- keepNames
        hasQuery = mark < hash
        isOpen = hasQuery && (mark &+ 1 == hash || destination[hash &- 1] == UInt8(ascii: "&"))
    }
}

extension RouteProgramView {
    /// Begins the Location of a redirect to a link's own URL; the link's route says what becomes of the query.
    package func location(link destination: Span<UInt8>, request: LinkRequest) -> LocationCursor {
        var cursor = LocationCursor(link: destination)
        let record = word(ProgramLayout.routes) &+ request.route &* ProgramLayout.RouteRecord.size
        cursor.rules = word(record &+ ProgramLayout.RouteRecord.linkRules)
        return cursor
    }

    /// The next piece of the Location of a link's own URL; `nil` at its end.
    package func nextPiece(
        _ cursor: inout LocationCursor, destination: Span<UInt8>, query: Span<UInt8>
    ) -> LocationPiece? {
        while true {
            switch cursor.phase {
            case .operations:
                // The URL up to its fragment, then the kept query, then what is added, then the fragment.
                if cursor.operation == 0 {
                    cursor.operation = 1
                    cursor.isKeeping = keepsQuery(cursor)
                    cursor.phase = cursor.isKeeping ? .keep : .operations
                    return .destination(start: 0, count: cursor.end)
                }
                if let piece = nextAdded(&cursor, destination, query) { return piece }
                cursor.phase = .done
                guard cursor.end < destination.count else { return nil }
                return .destination(start: cursor.end, count: destination.count &- cursor.end)
            case .keep:
                if let separator = nextKept(&cursor, destination, query) { return separator }
            case .run:
                if let piece = cursor.nextOfRun(path: query, query: query) { return piece }
                cursor.phase = .keep
            case .done:
                return nil
            }
        }
    }

    private typealias Rules = ProgramLayout.LinkRules

    private func keepsQuery(_ cursor: LocationCursor) -> Bool {
        cursor.rules == 0 || words[cursor.rules &+ Rules.policy] != Rules.drop
    }

    private func nextKept(
        _ cursor: inout LocationCursor, _ destination: Span<UInt8>, _ query: Span<UInt8>
    ) -> LocationPiece? {
        while cursor.keepPosition <= query.count, query.count > 0 {
            let start = cursor.keepPosition
            let item = QueryText.item(query, start, query.count)
            cursor.keepPosition = item.end &+ 1
            if !isKept(cursor, query, start, item.nameEnd)
                || isStored(cursor, destination, query, start, item.nameEnd, isDecoded: false)
            {
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

    /// Whether the policy keeps an item.
    private func isKept(_ cursor: LocationCursor, _ query: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard cursor.rules != 0, words[cursor.rules &+ Rules.policy] == Rules.only else { return true }
        return isListed(word(cursor.rules &+ Rules.names), word(cursor.rules &+ Rules.nameCount), query, start, end)
    }

    /// Whether the destination has an item of a name itself; the name is given raw or decoded.
    private func isStored(
        _ cursor: LocationCursor, _ destination: Span<UInt8>, _ name: Span<UInt8>, _ start: Int, _ end: Int,
        isDecoded: Bool
    ) -> Bool {
        var position = cursor.keepNames
        let limit = cursor.keepNames &+ cursor.keepNameCount
        while position < limit {
            let stored = QueryText.item(destination, position, limit)
            if stored.end > position,
                QueryText.isName(destination, position, stored.nameEnd, name, start, end, isDecoded: isDecoded)
            {
                return true
            }
            position = stored.end &+ 1
        }
        return false
    }

    /// The next piece of the items that the route adds: a separator, then the item.
    ///
    /// At the end the cursor's item is -1.
    private func nextAdded(
        _ cursor: inout LocationCursor, _ destination: Span<UInt8>, _ query: Span<UInt8>
    ) -> LocationPiece? {
        guard cursor.rules != 0, cursor.nextAdded >= 0 else {
            cursor.nextAdded = -1
            return nil
        }
        while cursor.nextAdded < word(cursor.rules &+ Rules.addedCount) {
            let place = cursor.rules &+ Rules.added &+ cursor.nextAdded &* Rules.addedSize
            if cursor.operation == 2 {
                cursor.operation = 1
                cursor.nextAdded &+= 1
                return .text(start: word(place &+ 2), count: word(place &+ 3))
            }
            let (name, nameEnd) = (word(place), word(place) &+ word(place &+ 1))
            if isStored(cursor, destination, text, name, nameEnd, isDecoded: true)
                || isSent(cursor, query, name, nameEnd)
            {
                cursor.nextAdded &+= 1
                continue
            }
            cursor.operation = 2
            if let separator = cursor.keptSeparator() { return separator }
        }
        cursor.nextAdded = -1
        return nil
    }

    /// Whether the request has an item of a name, and it is kept.
    private func isSent(_ cursor: LocationCursor, _ query: Span<UInt8>, _ name: Int, _ nameEnd: Int) -> Bool {
        guard keepsQuery(cursor), hasItem(query, text, name, nameEnd, isDecoded: true) else { return false }
        return isKept(cursor, text, name, nameEnd)
    }
}
