extension HeadReader {
    /// Reads a field line, or the empty line that ends the header section: RFC 9112 section 5.
    ///
    /// - Parameters:
    ///   - fields: Where the field goes; its count is the most fields allowed.
    ///   - sectionEnd: Where the section must have ended.
    /// - Returns: Whether there was a field.
    /// - Throws: When the line is not complete or malformed.
    @inline(__always)
    mutating func readField(
        into fields: inout MutableSpan<FieldRange>,
        sectionEnd: Int
    ) throws(ReadStop) -> Bool {
        let end = min(bytes.count, sectionEnd)
        let limit: HTTPParseError? = bytes.count >= sectionEnd ? .headerSectionTooLong : nil
        let start = position
        guard start < end else { throw ranOut(limit) }

        let nameEnd = endOfToken(from: start, to: end)
        if nameEnd == start {
            guard try isEmptyLine(at: start, before: end, limit) else { throw .invalid(.invalidFieldName) }
            position = start &+ 2
            summary.headLength = position
            return false
        }
        guard summary.fieldCount < fields.count else { throw .invalid(.tooManyFields) }
        guard nameEnd < end else { throw ranOut(limit) }
        guard bytes[nameEnd] == ASCII.colon else {
            throw .invalid(ASCII.isBlank(bytes[nameEnd]) ? .blankBeforeColon : .invalidFieldName)
        }

        let valueStart = endOfBlanks(from: nameEnd &+ 1, to: end)
        let stop = try endOfValue(from: valueStart, to: end, limit)
        let next = try lineEnd(at: stop, before: end, limit: limit)
        var valueEnd = stop
        while valueEnd > valueStart, ASCII.isBlank(bytes[valueEnd &- 1]) { valueEnd &-= 1 }

        if let known = KnownField(bytes, start..<nameEnd) { try note(known, valueStart..<valueEnd) }
        fields[summary.fieldCount] = FieldRange(
            name: ByteRange(start, nameEnd),
            value: ByteRange(valueStart, valueEnd)
        )
        summary.fieldCount &+= 1
        position = next
        return true
    }

    /// Finds the carriage return that ends a value.
    @inline(__always)
    private func endOfValue(from start: Int, to end: Int, _ limit: HTTPParseError?) throws(ReadStop) -> Int {
        let stop = bytes.firstIndex(from: start, to: end, ControlBytes.self)
        if stop < end, bytes[stop] == ASCII.carriageReturn { return stop }
        return try Self.endOfUnusualValue(bytes, from: stop, to: end, limit)
    }

    /// The same where another control character comes first: only the tabulator may.
    @inline(never)
    private static func endOfUnusualValue(
        _ bytes: Span<UInt8>, from start: Int, to end: Int, _ limit: HTTPParseError?
    ) throws(ReadStop) -> Int {
        var stop = start
        while stop < end, bytes[stop] == ASCII.tab {
            stop = bytes.firstIndex(from: stop &+ 1, to: end, ControlBytes.self)
        }
        guard stop < end else {
            guard let limit else { throw .needMore }
            throw .invalid(limit)
        }
        guard bytes[stop] == ASCII.carriageReturn else {
            throw .invalid(bytes[stop] == ASCII.lineFeed ? .bareLineFeed : .invalidFieldValue)
        }
        return stop
    }

    /// Skips the blanks ahead of a value, most often one space.
    @inline(__always)
    private func endOfBlanks(from start: Int, to end: Int) -> Int {
        var index = start
        if index < end, bytes[index] == ASCII.space { index &+= 1 }
        while index < end, ASCII.isBlank(bytes[index]) { index &+= 1 }
        return index
    }

    /// Judges a line that does not begin with a name.
    @inline(never)
    private func isEmptyLine(at index: Int, before end: Int, _ limit: HTTPParseError?) throws(ReadStop) -> Bool {
        switch bytes[index] {
        case ASCII.carriageReturn:
            _ = try lineEnd(at: index, before: end, limit: limit)
            return true
        case ASCII.lineFeed: throw .invalid(.bareLineFeed)
        case ASCII.space, ASCII.tab: throw .invalid(summary.fieldCount == 0 ? .blankBeforeFields : .foldedField)
        default: return false
        }
    }
}
