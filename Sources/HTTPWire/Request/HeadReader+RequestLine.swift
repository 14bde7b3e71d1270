extension HeadReader {
    /// Reads the request line and the empty lines ahead of it: RFC 9112 sections 2.2 and 3.
    mutating func readRequestLine(_ limits: borrowing RequestLimits) throws(ReadStop) {
        let start = try skipEmptyLines(limits)
        let reach = start &+ limits.requestLine
        let end = min(bytes.count, reach)
        let limit: HTTPParseError? = bytes.count >= reach ? .targetTooLong : nil

        let methodEnd = endOfToken(from: start, to: end)
        guard methodEnd &- start <= limits.method else { throw .invalid(.methodTooLong) }
        guard methodEnd < end else { throw ranOut(limit) }
        guard methodEnd > start, bytes[methodEnd] == ASCII.space else { throw .invalid(.invalidMethod) }

        let targetStart = methodEnd &+ 1
        var mark = nextTargetMark(from: targetStart, to: end)
        var question = -1
        while mark < end, bytes[mark] == ASCII.questionMark {
            if question < 0 { question = mark }
            mark = nextTargetMark(from: mark &+ 1, to: end)
        }
        guard mark &- targetStart <= limits.target else { throw .invalid(.targetTooLong) }
        guard mark < end else { throw ranOut(limit) }
        guard mark > targetStart else { throw .invalid(.invalidTarget) }
        guard bytes[mark] == ASCII.space else {
            let endsLine = bytes[mark] == ASCII.carriageReturn || bytes[mark] == ASCII.lineFeed
            throw .invalid(endsLine ? .invalidVersion : .invalidTarget)
        }

        let next = try readVersion(at: mark &+ 1)
        summary.method = HTTPMethod(bytes, start..<methodEnd)
        summary.methodName = ByteRange(start, methodEnd)
        summary.target = ByteRange(targetStart, mark)
        try readTarget(targetStart..<mark, question: question)
        position = next
    }

    @inline(__always)
    private func skipEmptyLines(_ limits: borrowing RequestLimits) throws(ReadStop) -> Int {
        var index = position
        var lines = 0
        while true {
            guard index < bytes.count else { throw .needMore }
            if bytes[index] == ASCII.lineFeed { throw .invalid(.bareLineFeed) }
            guard bytes[index] == ASCII.carriageReturn else { return index }
            index = try lineEnd(at: index, before: bytes.count, limit: nil)
            lines &+= 1
            guard lines <= limits.leadingEmptyLines else { throw .invalid(.tooManyEmptyLines) }
        }
    }

    /// Finds the next byte that ends a target or begins its query.
    @inline(__always)
    private func nextTargetMark(from start: Int, to end: Int) -> Int {
        bytes.firstIndex(from: start, to: end, TargetMarks.self)
    }

    /// Reads the version and the line end: RFC 9112 section 2.3.
    @inline(__always)
    private mutating func readVersion(at index: Int) throws(ReadStop) -> Int {
        // "HTTP/1.1" as a little-endian word.
        let current: UInt64 = 0x312E_312F_5054_5448
        if index &+ 10 <= bytes.count, bytes.word(at: index) == current,
            bytes[index &+ 8] == ASCII.carriageReturn, bytes[index &+ 9] == ASCII.lineFeed
        {
            return index &+ 10
        }
        return try readUnusualVersion(at: index)
    }

    @inline(never)
    private mutating func readUnusualVersion(at index: Int) throws(ReadStop) -> Int {
        let shape: StaticString = "HTTP/0.0"
        let expected = shape.bytes
        for offset in 0..<8 {
            guard index + offset < bytes.count else { throw .needMore }
            let byte = bytes[index + offset]
            let fits = expected[offset] == ASCII.zero ? ASCII.isDigit(byte) : byte == expected[offset]
            guard fits else { throw .invalid(.invalidVersion) }
        }
        guard index + 8 < bytes.count else { throw .needMore }
        if bytes[index + 8] == ASCII.lineFeed { throw .invalid(.bareLineFeed) }
        guard bytes[index + 8] == ASCII.carriageReturn else { throw .invalid(.invalidVersion) }
        let next = try lineEnd(at: index + 8, before: bytes.count, limit: nil)
        guard bytes[index + 5] == ASCII.zero + 1 else { throw .invalid(.unsupportedVersion) }
        summary.minorVersion = bytes[index + 7] == ASCII.zero ? 0 : 1
        return next
    }
}
