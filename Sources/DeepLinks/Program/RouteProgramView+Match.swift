extension RouteProgramView {
    /// Whether a part of the request is the text, as far as case counts.
    @inline(__always)
    func equal(_ text: Int, _ count: Int, _ part: Span<UInt8>, _ start: Int) -> Bool {
        if folds {
            for index in 0..<count where self.text[text &+ index] != URLCharacter.folded(part[start &+ index]) {
                return false
            }
            return true
        }
        return self.text.isEqual(text, count, to: part, start)
    }

    /// Whether the pattern's segments match the path's; notes the captures down.
    func matchPath(record: Int, _ path: Span<UInt8>, _ captures: inout Captures) -> Bool {
        typealias Record = ProgramLayout.RouteRecord
        let shape = words[record &+ Record.shape]
        let depth = Int(shape & Record.depthMask)
        if shape & Record.restFlag == 0 {
            guard captures.depth == depth else { return false }
        } else {
            guard captures.depth >= depth else { return false }
            if shape & Record.limitedFlag != 0, captures.depth > RoutePattern.limitedRestDepth { return false }
        }
        var code = word(record &+ Record.segments)
        for segment in 0..<depth {
            let start = Int(captures.starts[segment])
            let count = Int(captures.starts[segment &+ 1]) &- 1 &- start
            guard matchSegment(&code, path, start, count, &captures) else { return false }
        }
        if shape & Record.restFlag != 0 {
            let start = depth < captures.depth ? Int(captures.starts[depth]) : captures.pathEnd
            captures.values[word(record &+ Record.captureIndex)] = CapturedValue(
                start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: captures.pathEnd &- start)
            )
        }
        return true
    }

    private func matchSegment(
        _ code: inout Int, _ path: Span<UInt8>, _ start: Int, _ count: Int, _ captures: inout Captures
    ) -> Bool {
        typealias Match = ProgramLayout.Match
        let kind = words[code] & 0xFF
        if kind == Match.literal {
            let place = code
            code &+= 3
            return word(place &+ 2) == count && equal(word(place &+ 1), count, path, start)
        }
        let index = Int(words[code] &>> 8 & 0xFF)
        let head = word(code &+ 2)
        let tail = word(code &+ 4)
        guard count > head &+ tail, equal(word(code &+ 1), head, path, start),
            equal(word(code &+ 3), tail, path, start &+ count &- tail)
        else { return false }
        code &+= 5
        let value = start &+ head
        let length = count &- head &- tail
        captures.values[index] = CapturedValue(
            start: UInt32(truncatingIfNeeded: value), count: UInt32(truncatingIfNeeded: length)
        )
        switch kind {
        case Match.digits:
            guard length >= word(code), length <= word(code &+ 1) else { return false }
            for position in value..<(value &+ length) where !isDigit(path[position]) { return false }
            code &+= 2
            return true
        case Match.listed:
            return isListed(&code, path, value, length)
        default:
            return true
        }
    }

    private func isListed(_ code: inout Int, _ part: Span<UInt8>, _ start: Int, _ count: Int) -> Bool {
        let values = word(code)
        let first = code &+ 1
        code = first &+ values &* 2
        for index in 0..<values {
            let place = first &+ index &* 2
            if word(place &+ 1) == count, equal(word(place), count, part, start) { return true }
        }
        return false
    }

    /// Whether the pattern's query items are there as it asks; notes the captures down.
    func matchItems(record: Int, _ query: Span<UInt8>, _ captures: inout Captures) -> Bool {
        typealias Match = ProgramLayout.Match
        var code = word(record &+ ProgramLayout.RouteRecord.items)
        for _ in 0..<word(record &+ ProgramLayout.RouteRecord.itemCount) {
            let head = words[code]
            let item = item(Int(head &>> 16), query, &captures)
            let (start, count) = (Int(item.start), Int(item.count))
            let isThere = count > 0 && !item.hasEmpty
            code &+= 1
            switch head & 0xFF {
            case Match.literal:
                guard isThere, item.isUniform, word(code &+ 1) == count, equal(word(code), count, query, start) else {
                    return false
                }
                code &+= 2
                continue
            case Match.listed:
                guard isThere, item.isUniform, isListed(&code, query, start, count) else { return false }
            case Match.free:
                guard isThere else { return false }
            default:
                break
            }
            captures.values[Int(head &>> 8 & 0xFF)] = CapturedValue(
                start: item.start, count: item.count, isFromQuery: true
            )
        }
        return true
    }

    /// What the query says of a name; found out once a request for the program's first names.
    private func item(_ name: Int, _ query: Span<UInt8>, _ captures: inout Captures) -> QueryItem {
        if name < 32, captures.knownItems &>> UInt32(name) & 1 == 1 { return captures.items[name] }
        let place = word(ProgramLayout.itemNames) &+ name &* 2
        let item = find(word(place), word(place &+ 1), query)
        if name < 32 {
            captures.items[name] = item
            captures.knownItems |= 1 &<< UInt32(name)
        }
        return item
    }

    private func find(_ name: Int, _ nameCount: Int, _ query: Span<UInt8>) -> QueryItem {
        var found = QueryItem()
        var position = 0
        while position < query.count {
            let item = QueryText.item(query, position, query.count)
            if item.nameEnd &- position == nameCount, isName(name, nameCount, query, position) {
                let count = item.end &- item.valueStart
                if count == 0 {
                    found.hasEmpty = true
                } else if found.count == 0 {
                    found.start = UInt32(truncatingIfNeeded: item.valueStart)
                    found.count = UInt32(truncatingIfNeeded: count)
                } else if found.isUniform {
                    found.isUniform = isSame(query, Int(found.start), Int(found.count), item.valueStart, count)
                }
            }
            position = item.end &+ 1
        }
        return found
    }

    private func isName(_ name: Int, _ count: Int, _ query: Span<UInt8>, _ start: Int) -> Bool {
        for index in 0..<count where text[name &+ index] != query[start &+ index] { return false }
        return true
    }

    private func isSame(_ query: Span<UInt8>, _ left: Int, _ leftCount: Int, _ right: Int, _ rightCount: Int) -> Bool {
        guard leftCount == rightCount else { return false }
        for index in 0..<leftCount {
            let (one, other) = (query[left &+ index], query[right &+ index])
            if one != other, !folds || URLCharacter.folded(one) != URLCharacter.folded(other) { return false }
        }
        return true
    }
}

/// Splits a query: at `&`, and an item at its first `=`.
enum QueryText {
    /// Where the item that begins here has its parts; without `=` the value is empty.
    static func item(_ query: Span<UInt8>, _ start: Int, _ limit: Int) -> (nameEnd: Int, valueStart: Int, end: Int) {
        var nameEnd = -1
        var position = start
        while position < limit {
            let byte = query[position]
            if byte == UInt8(ascii: "&") { break }
            if nameEnd < 0, byte == UInt8(ascii: "=") { nameEnd = position }
            position &+= 1
        }
        return nameEnd < 0 ? (position, position, position) : (nameEnd, nameEnd &+ 1, position)
    }

    /// All that is left as if it were one item, for those that look at none of its parts.
    static func rest(_ query: Span<UInt8>) -> (nameEnd: Int, valueStart: Int, end: Int) {
        (query.count, query.count, query.count)
    }
}
