extension HeadReader {
    /// Reads the field lines and the empty line that ends the header section: RFC 9112 section 5.
    ///
    /// - Parameters:
    ///   - fields: Where the fields go; its count is the most fields allowed.
    ///   - sectionEnd: Where the section must have ended.
    /// - Throws: When the section is not complete or malformed.
    @inline(__always)
    mutating func readFields(into fields: inout MutableSpan<FieldRange>, sectionEnd: Int) throws(ReadStop) {
        let end = min(bytes.count, sectionEnd)
        let limit: HTTPParseError? = bytes.count >= sectionEnd ? .headerSectionTooLong : nil
        while true {
            guard position < end else { throw ranOut(limit) }
            if bytes[position] == ASCII.carriageReturn { break }
            guard summary.fieldCount < fields.count else { throw .invalid(.tooManyFields) }
            let field: FieldRange
            if let plain = Self.plainField(bytes, at: position, before: end) {
                field = plain
                position = Int(plain.value.end) &+ 2
            } else {
                field = try readUnusualField(before: end, limit)
            }
            fields[summary.fieldCount] = field
            if let known = KnownField(bytes, field.name) { try note(known, field.value.indices) }
            summary.fieldCount &+= 1
        }
        position = try lineEnd(at: position, before: end, limit: limit)
        summary.headLength = position
    }

    /// Recognises a line as nearly all are: a name of letters and hyphens, a colon, one space, and a value that neither
    /// begins nor ends with a blank.
    ///
    /// - Returns: The field; `nil` for every other line, a malformed one among them.
    @inline(__always)
    private static func plainField(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> FieldRange? {
        let nameEnd = bytes.firstIndex(from: start, to: end, UnlikeNames.self)
        // A colon and a space ahead of a byte that is no blank, as a little-endian word.
        guard nameEnd > start, let head = bytes.halfWord(at: nameEnd), head & 0xFFFF == 0x203A,
            head &>> 16 & 0xFF > 0x20
        else { return nil }
        let valueStart = nameEnd &+ 2
        let valueEnd = bytes.firstIndex(from: valueStart, to: end, ControlBytes.self)
        // A carriage return and a line feed behind a byte that is no blank.
        guard valueEnd &+ 2 <= end, let tail = bytes.halfWord(at: valueEnd &- 1),
            tail & 0xFFFF_00 == 0x0A0D_00, tail & 0xFF > 0x20
        else { return nil }
        return FieldRange(name: ByteRange(start, nameEnd), value: ByteRange(valueStart, valueEnd))
    }

    /// Reads a line of any form.
    @inline(never)
    private mutating func readUnusualField(before end: Int, _ limit: HTTPParseError?) throws(ReadStop) -> FieldRange {
        let start = position
        let nameEnd = endOfToken(from: start, to: end)
        guard nameEnd > start else { throw .invalid(missingName(bytes[start])) }
        guard nameEnd < end else { throw ranOut(limit) }
        guard bytes[nameEnd] == ASCII.colon else {
            throw .invalid(ASCII.isBlank(bytes[nameEnd]) ? .blankBeforeColon : .invalidFieldName)
        }
        var valueStart = nameEnd &+ 1
        while valueStart < end, ASCII.isBlank(bytes[valueStart]) { valueStart &+= 1 }
        let stop = try endOfValue(from: valueStart, to: end, limit)
        position = try lineEnd(at: stop, before: end, limit: limit)
        var valueEnd = stop
        while valueEnd > valueStart, ASCII.isBlank(bytes[valueEnd &- 1]) { valueEnd &-= 1 }
        return FieldRange(name: ByteRange(start, nameEnd), value: ByteRange(valueStart, valueEnd))
    }

    /// Finds the carriage return that ends a value; no other control character may come first but the tabulator.
    private func endOfValue(from start: Int, to end: Int, _ limit: HTTPParseError?) throws(ReadStop) -> Int {
        var stop = bytes.firstIndex(from: start, to: end, ControlBytes.self)
        while stop < end, bytes[stop] == ASCII.tab {
            stop = bytes.firstIndex(from: stop &+ 1, to: end, ControlBytes.self)
        }
        guard stop < end else { throw ranOut(limit) }
        guard bytes[stop] == ASCII.carriageReturn else {
            throw .invalid(bytes[stop] == ASCII.lineFeed ? .bareLineFeed : .invalidFieldValue)
        }
        return stop
    }

    /// What is wrong with a line that begins with a byte of no name.
    private func missingName(_ byte: UInt8) -> HTTPParseError {
        switch byte {
        case ASCII.lineFeed: .bareLineFeed
        case ASCII.space, ASCII.tab: summary.fieldCount == 0 ? .blankBeforeFields : .foldedField
        default: .invalidFieldName
        }
    }
}
