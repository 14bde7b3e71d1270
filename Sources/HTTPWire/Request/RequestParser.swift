/// What a parser has to say about the bytes so far.
package enum ParseStep: Sendable, Equatable {
    /// The request head is not complete.
    case needMore
    /// The request head is complete and has this many bytes; the body or the next request follows.
    case complete(consumed: Int)
    /// The request is refused; the connection ends after the answer.
    case invalid(HTTPParseError)
}

/// Parses request heads of HTTP/1.1 and 1.0 (RFC 9112), strictly and in place.
///
/// One per connection: it remembers how far it has looked, so that a head that arrives byte by byte costs no more
/// than twice one that arrives whole. It allocates nothing. However the bytes are cut into pieces, the answer is the
/// same; an error is found at the latest when its line is complete or a limit is reached.
package struct RequestParser: Sendable {
    /// The start of the first line that was not complete.
    private var lineStart: UInt32 = 0
    /// Where the header section starts; 0 while the request line is not complete.
    private var sectionStart: UInt32 = 0
    /// How many complete fields there are ahead of `lineStart`.
    private var fieldCount: UInt32 = 0
    /// How many bytes have been looked at; 0 when the next call is the first for its request.
    private var searched = 0

    /// A parser at the beginning of a request.
    package init() {}

    /// Whether bytes of a request have been seen that is not complete.
    package var isWithinHead: Bool {
        searched > 0
    }

    /// Parses a request head, or goes on where the last call ended.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of this request so far, and maybe of those that follow.
    ///   - head: Holds the request after `complete`; it has no meaning after other answers.
    ///   - limits: The same for all calls of a connection; the head was made with them.
    /// - Returns: Whether the head is complete. After `complete` the parser is ready for the next request; after
    ///   `invalid` it must not be used any more.
    package mutating func parse(
        _ bytes: Span<UInt8>,
        into head: inout RequestHead,
        limits: borrowing RequestLimits
    ) -> ParseStep {
        if searched > 0, !mayAdvance(bytes, limits) {
            searched = bytes.count
            return .needMore
        }
        let isResumed = lineStart > 0
        switch read(bytes, into: &head, limits) {
        case .complete where isResumed:
            // The lines ahead were read by an earlier call into a head that has been used since.
            self = RequestParser()
            let whole = read(bytes, into: &head, limits)
            self = RequestParser()
            return whole
        case .complete(let consumed):
            self = RequestParser()
            return .complete(consumed: consumed)
        case .needMore:
            searched = bytes.count
            return .needMore
        case .invalid(let error):
            return .invalid(error)
        }
    }

    /// Whether the new bytes complete a line, spoil it, or reach a limit.
    private func mayAdvance(_ bytes: Span<UInt8>, _ limits: borrowing RequestLimits) -> Bool {
        guard bytes.count > searched else { return false }
        let reach =
            sectionStart > 0 ? Int(sectionStart) + limits.headerSection : Int(lineStart) + limits.requestLine
        if bytes.count >= reach { return true }
        // A carriage return that was the last byte is judged by the byte behind it.
        var mark = bytes.firstIndex(from: searched &- 1, to: bytes.count, ControlBytes.self)
        while mark < bytes.count, bytes[mark] == ASCII.tab {
            mark = bytes.firstIndex(from: mark &+ 1, to: bytes.count, ControlBytes.self)
        }
        return mark < bytes.count
    }

    private mutating func read(
        _ bytes: Span<UInt8>,
        into head: inout RequestHead,
        _ limits: borrowing RequestLimits
    ) -> ParseStep {
        var reader = HeadReader(bytes, start: Int(lineStart), fieldCount: Int(fieldCount))
        var sectionStart = Int(self.sectionStart)
        do throws(ReadStop) {
            if sectionStart == 0 {
                try reader.readRequestLine(limits)
                sectionStart = reader.position
            }
            let sectionEnd = sectionStart &+ limits.headerSection
            var fields = head.fields.mutableSpan
            try reader.readFields(into: &fields, sectionEnd: sectionEnd)
            // A resumed reader has not seen all lines; the whole head is read again.
            if lineStart == 0 { try reader.conclude(limits) }
        } catch {
            switch error {
            case .needMore:
                lineStart = UInt32(truncatingIfNeeded: reader.position)
                self.sectionStart = UInt32(truncatingIfNeeded: sectionStart)
                fieldCount = UInt32(truncatingIfNeeded: reader.summary.fieldCount)
                return .needMore
            case .invalid(let reason):
                return .invalid(reason)
            }
        }
        head.summary = reader.summary
        return .complete(consumed: reader.position)
    }
}
