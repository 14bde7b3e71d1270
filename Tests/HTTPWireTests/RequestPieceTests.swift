import HTTPWire
import TestSupport
import Testing

/// However a request is cut, spoilt or ended, the answer is right and nothing outside its bytes is read.
@Suite struct RequestPieceTests {
    @Test func `there is a corpus`() {
        #expect(Corpus.requests.count >= 18)
    }

    @Test(arguments: Corpus.requests)
    func `every cut gives the same as one piece`(entry: Corpus.Entry) {
        let whole = Outcome(entry.bytes)
        for cut in 0...entry.bytes.count { #expect(Outcome(entry.bytes, cuts: [cut]) == whole, "cut at \(cut)") }
        #expect(Outcome(entry.bytes, cuts: Array(0..<entry.bytes.count)) == whole)
        for cut in 0...min(entry.bytes.count, 60) {
            let second = (cut + entry.bytes.count) / 2
            #expect(Outcome(entry.bytes, cuts: [cut, second]) == whole, "cut at \(cut) and \(second)")
        }
    }

    @Test func `of several Accept fields the first is known, in any case and in pieces`() throws {
        let text = "GET / HTTP/1.1\r\nHost: a.example\r\nExpect: \r\naCCept: one \r\nAccepts: no\r\nAccept: two\r\n\r\n"
        let bytes = text.latin1
        #expect(Outcome(bytes).request?.accept == "one")
        for cut in 0...bytes.count { #expect(Outcome(bytes, cuts: [cut]).request?.accept == "one", "cut at \(cut)") }
        #expect(Outcome("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".latin1).request?.accept == nil)
    }

    @Test(arguments: Corpus.requests)
    func `every prefix waits for more or fails as the whole does`(entry: Corpus.Entry) {
        let buffer = GuardedBuffer(capacity: 4_096)
        let whole = Outcome(entry.bytes)
        for end in 0..<(whole.request?.length ?? entry.bytes.count) {
            let prefix = entry.bytes[..<end]
            let outcome = buffer.withCopy(of: prefix.span) { bytes in
                var parser = RequestParser()
                var head = RequestHead(limits: RequestLimits())
                return Outcome(bytes, &parser, &head, RequestLimits())
            }
            #expect(outcome == .needMore || outcome == whole, "prefix of \(end)")
        }
    }

    @Test(arguments: Corpus.requests)
    func `a hostile byte in any position never traps and gives the same in pieces`(entry: Corpus.Entry) {
        let buffer = GuardedBuffer(capacity: 4_096)
        for position in entry.bytes.indices {
            for hostile: UInt8 in [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x2C, 0x3A, 0x3F, 0x7F, 0x80, 0xFF] {
                var bytes = entry.bytes
                bytes[position] = hostile
                let whole = buffer.withCopy(of: bytes.span) { bytes in
                    var parser = RequestParser()
                    var head = RequestHead(limits: RequestLimits())
                    return Outcome(bytes, &parser, &head, RequestLimits())
                }
                let pieces = Outcome(bytes, cuts: [position, min(position + 1, bytes.count)])
                #expect(pieces == whole, "byte \(hostile) at \(position)")
            }
        }
    }

    @Test func `a control character is refused wherever it stands in the fields`() throws {
        let text = "GET / HTTP/1.1\r\nHost: a.example\r\nX-Long-Name: some value that is longer\r\n\r\n"
        let start = try #require(text.firstRange(of: "Host")).lowerBound.utf16Offset(in: text)
        for position in start..<text.utf8.count - 4 {
            for control in [UInt8](0...0x1F) + [0x7F] where control != 0x09 {
                var bytes = text.latin1
                guard bytes[position] != control else { continue }
                bytes[position] = control
                #expect(Outcome(bytes).request == nil, "byte \(control) at \(position)")
            }
        }
    }

    @Test func `a head that arrives byte by byte is not read again and again (case 87)`() throws {
        // 100 fields, each a byte at a time: with a second look at every line this would take minutes.
        let fields = (1..<100).map { "X-\($0): \(String(repeating: "v", count: 280))\r\n" }.joined()
        let bytes = "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".latin1
        #expect(bytes.count > 28_000)
        let limits = RequestLimits()
        var parser = RequestParser()
        var head = RequestHead(limits: limits)
        for end in 0..<bytes.count {
            #expect(parser.parse(bytes.span.extracting(0..<end), into: &head, limits: limits) == .needMore)
        }
        #expect(parser.isWithinHead)
        #expect(parser.parse(bytes.span, into: &head, limits: limits) == .complete(consumed: bytes.count))
        #expect(!parser.isWithinHead)
        #expect(head.summary.fieldCount == 100)
    }

    @Test func `pipelined requests are parsed one after the other`() throws {
        let bytes = try #require(Corpus.requests.first { $0.name == "pipelined" }).bytes
        let limits = RequestLimits()
        var parser = RequestParser()
        var head = RequestHead(limits: limits)
        let first = try #require(Outcome(bytes.span, &parser, &head, limits).request)
        let second = try #require(
            Outcome(bytes.span.extracting(first.length..<bytes.count), &parser, &head, limits).request
        )
        #expect([first.path, second.path] == ["/a", "/b"])
        #expect(first.length + second.length == bytes.count)
    }
}
