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

    /// The next piece of the Location; `nil` at its end.
    package mutating func next(destination: Span<UInt8>, query: Span<UInt8>) -> LocationPiece? {
        while true {
            switch phase {
            case .operations:
                // The URL up to its fragment, then the kept query, then the fragment.
                guard isKeeping || operation == 0 else {
                    phase = .done
                    guard end < destination.count else { return nil }
                    return .destination(start: end, count: destination.count &- end)
                }
                operation = 1
                isKeeping = true
                phase = .keep
                return .destination(start: 0, count: end)
            case .keep:
                if let separator = nextKept(destination, query) { return separator }
            case .run:
                if let piece = nextOfRun(path: query, query: query) { return piece }
                phase = .keep
            case .done:
                return nil
            }
        }
    }

    private mutating func nextKept(_ destination: Span<UInt8>, _ query: Span<UInt8>) -> LocationPiece? {
        while keepPosition < query.count {
            let start = keepPosition
            let item = QueryText.item(query, start, query.count)
            keepPosition = item.end &+ 1
            if item.end == start || isStored(destination, query, start, item.nameEnd) { continue }
            let separator = keptSeparator()
            rule = .query
            run(start, item.end &- start, isFromQuery: true)
            return separator
        }
        isKeeping = false
        phase = .operations
        return nil
    }

    private func isStored(_ destination: Span<UInt8>, _ query: Span<UInt8>, _ start: Int, _ nameEnd: Int) -> Bool {
        var position = keepNames
        let limit = keepNames &+ keepNameCount
        while position < limit {
            let stored = QueryText.item(destination, position, limit)
            if stored.end > position,
                QueryText.isName(query, start, nameEnd, destination, position, stored.nameEnd, isDecoded: false)
            {
                return true
            }
            position = stored.end &+ 1
        }
        return false
    }
}
