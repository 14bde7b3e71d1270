/// What was seen of the fields that decide how a connection goes on, until the header section is complete.
struct FieldSightings {
    var hosts = 0
    var host = ByteRange()
    var contentLengths = 0
    var contentLength: UInt64 = 0
    var transferEncodings = 0
    var isChunked = false
    var wantsClose = false
    var wantsKeepAlive = false
    var expectsContinue = false
}

extension HeadReader {
    /// Notes a field that is known.
    ///
    /// What depends on one line is judged here, what depends on several in `conclude`.
    @inline(never)
    mutating func note(_ field: KnownField, _ value: Range<Int>) throws(ReadStop) {
        switch field {
        case .host:
            sightings.hosts &+= 1
            sightings.host = ByteRange(value.lowerBound, value.upperBound)
        case .accept:
            if summary.accept < 0 { summary.accept = Int32(truncatingIfNeeded: summary.fieldCount) }
        case .connection:
            noteConnection(value)
        case .contentLength:
            sightings.contentLengths &+= 1
            sightings.contentLength = try readContentLength(value)
        case .transferEncoding:
            let chunked: StaticString = "chunked"
            guard !value.isEmpty else { throw .invalid(.invalidTransferEncoding) }
            sightings.transferEncodings &+= 1
            sightings.isChunked = bytes.equalsFolded(value, chunked.bytes)
        case .expect:
            let wanted: StaticString = "100-continue"
            if bytes.equalsFolded(value, wanted.bytes) { sightings.expectsContinue = true }
        }
    }

    /// Reads a list of connection options: RFC 9110 section 7.6.1.
    private mutating func noteConnection(_ value: Range<Int>) {
        // "keep-alive" alone, which nearly every request has: its first and last eight characters as little-endian words.
        if value.count == 10, bytes.word(at: value.lowerBound) == 0x696C_612D_7065_656B,
            bytes.word(at: value.lowerBound &+ 2) == 0x6576_696C_612D_7065
        {
            sightings.wantsKeepAlive = true
            return
        }
        let options: (StaticString, StaticString) = ("close", "keep-alive")
        var start = value.lowerBound
        while start < value.upperBound {
            let end = bytes.firstIndex(from: start, to: value.upperBound, Commas.self)
            var low = start
            var high = end
            while low < high, ASCII.isBlank(bytes[low]) { low &+= 1 }
            while low < high, ASCII.isBlank(bytes[high &- 1]) { high &-= 1 }
            if bytes.equalsFolded(low..<high, options.0.bytes) { sightings.wantsClose = true }
            if bytes.equalsFolded(low..<high, options.1.bytes) { sightings.wantsKeepAlive = true }
            start = end &+ 1
        }
    }

    /// Reads a number of digits below 2^63: RFC 9110 section 8.6.
    private func readContentLength(_ value: Range<Int>) throws(ReadStop) -> UInt64 {
        guard !value.isEmpty, value.count <= 19 else { throw .invalid(.invalidContentLength) }
        var length: UInt64 = 0
        for index in value {
            guard ASCII.isDigit(bytes[index]) else { throw .invalid(.invalidContentLength) }
            // Nineteen digits stay below 2^64.
            length = length &* 10 &+ UInt64(bytes[index] &- ASCII.zero)
        }
        guard length <= UInt64(Int64.max) else { throw .invalid(.invalidContentLength) }
        return length
    }
}
