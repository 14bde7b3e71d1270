extension HeadReader {
    /// Takes the target apart by its form: RFC 9112 section 3.2.
    ///
    /// - Parameters:
    ///   - target: Not empty.
    ///   - question: Where the first `?` is, or -1.
    /// - Throws: `invalidTarget`.
    @inline(__always)
    mutating func readTarget(_ target: Range<Int>, question: Int) throws(ReadStop) {
        if bytes[target.lowerBound] == ASCII.slash {
            if case .connect = summary.method { throw .invalid(.invalidTarget) }
            setPath(target, question: question)
        } else {
            try readUnusualTarget(target, question: question)
        }
    }

    @inline(__always)
    private mutating func setPath(_ range: Range<Int>, question: Int) {
        if question >= 0 {
            summary.path = ByteRange(range.lowerBound, question)
            summary.query = ByteRange(question &+ 1, range.upperBound)
            summary.hasQuery = true
        } else {
            summary.path = ByteRange(range.lowerBound, range.upperBound)
        }
    }

    @inline(never)
    private mutating func readUnusualTarget(_ target: Range<Int>, question: Int) throws(ReadStop) {
        switch summary.method {
        case .connect:
            summary.form = .authority
            try setAuthority(target)
            guard hasPort(target) else { throw .invalid(.invalidTarget) }
        case .options where target.count == 1 && bytes[target.lowerBound] == ASCII.asterisk:
            summary.form = .asterisk
        default:
            summary.form = .absolute
            try readURL(target, question: question)
        }
    }

    private mutating func readURL(_ target: Range<Int>, question: Int) throws(ReadStop) {
        let start = target.lowerBound + (try schemeLength(target))
        let end = question >= 0 ? question : target.upperBound
        guard start <= end else { throw .invalid(.invalidTarget) }
        let authorityEnd = bytes.firstIndex(from: start, to: end, Slashes.self)
        try setAuthority(start..<authorityEnd)
        setPath(authorityEnd..<target.upperBound, question: question)
    }

    /// The length of `http://` or `https://` in any case.
    private func schemeLength(_ target: Range<Int>) throws(ReadStop) -> Int {
        let schemes: (StaticString, StaticString) = ("http://", "https://")
        let start = target.lowerBound
        if target.count > 7, bytes.equalsFolded(start..<start + 7, schemes.0.bytes) { return 7 }
        if target.count > 8, bytes.equalsFolded(start..<start + 8, schemes.1.bytes) { return 8 }
        throw .invalid(.invalidTarget)
    }

    /// Takes a host with an optional port as the host of the request; user information is refused (RFC 9110 section
    /// 4.2.4).
    private mutating func setAuthority(_ range: Range<Int>) throws(ReadStop) {
        guard !range.isEmpty, Self.isHost(bytes, range) else { throw .invalid(.invalidTarget) }
        summary.host = ByteRange(range.lowerBound, range.upperBound)
        summary.hasHost = true
    }

    /// Whether a colon with digits ends the range and something stands ahead of it.
    private func hasPort(_ range: Range<Int>) -> Bool {
        var index = range.upperBound
        while index > range.lowerBound, ASCII.isDigit(bytes[index - 1]) { index -= 1 }
        guard index < range.upperBound, index > range.lowerBound + 1 else { return false }
        return bytes[index - 1] == ASCII.colon
    }

    /// Whether a range has only characters of a host with an optional port.
    static func isHost(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let end = range.upperBound
        var index = bytes.firstIndex(from: range.lowerBound, to: end, UnlikeHosts.self)
        while index < end {
            guard ASCII.isHost(bytes[index]) else { return false }
            index = bytes.firstIndex(from: index &+ 1, to: end, UnlikeHosts.self)
        }
        return true
    }
}
