import HTTPWire
import Testing

/// Each limit holds at one less, exactly, and one more (case 88), and whatever the pieces.
@Suite struct RequestLimitTests {
    static func head(target: Int = 1, fields: String = "") -> [UInt8] {
        "GET /\(String(repeating: "x", count: target - 1)) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".latin1
    }

    /// Compares the outcome in one piece and in many with what is expected.
    static func expect(
        _ bytes: [UInt8],
        _ error: HTTPParseError?,
        _ limits: RequestLimits = RequestLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let whole = Outcome(bytes, limits: limits)
        if let error {
            #expect(whole == .invalid(error), sourceLocation: sourceLocation)
        } else {
            #expect(whole.request != nil, sourceLocation: sourceLocation)
        }
        let cuts = Array(stride(from: 1, to: bytes.count, by: max(1, bytes.count / 50)))
        #expect(Outcome(bytes, cuts: cuts, limits: limits) == whole, sourceLocation: sourceLocation)
    }

    @Test(arguments: [(31, nil), (32, nil), (33, HTTPParseError.methodTooLong), (20_000, .methodTooLong)])
    func `methods have 32 bytes`(count: Int, error: HTTPParseError?) {
        Self.expect(String(repeating: "M", count: count).latin1 + " / HTTP/1.1\r\nHost: a\r\n\r\n".latin1, error)
    }

    @Test(arguments: [(16_383, nil), (16_384, nil), (16_385, HTTPParseError.targetTooLong), (20_480, .targetTooLong)])
    func `targets have 16 KiB`(count: Int, error: HTTPParseError?) {
        Self.expect(Self.head(target: count), error)
    }

    @Test func `a target without end is refused when the limit is reached`() {
        let bytes = "GET /".latin1 + [UInt8](repeating: 0x61, count: 16_425)
        #expect(Outcome(Array(bytes[..<16_427])) == .invalid(.targetTooLong))
        #expect(Outcome(Array(bytes[..<16_388])) == .needMore)
        #expect(Outcome(bytes, cuts: Array(16_380..<16_430)) == .invalid(.targetTooLong))
    }

    @Test(arguments: [(99, nil), (100, nil), (101, HTTPParseError.tooManyFields), (1_000, .tooManyFields)])
    func `requests have 100 fields`(count: Int, error: HTTPParseError?) {
        let fields = (1..<count).map { "X\($0): y\r\n" }.joined()
        Self.expect(Self.head(fields: fields), error)
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, HTTPParseError.headerSectionTooLong), (40_000, .headerSectionTooLong)])
    func `header sections have 32 KiB`(excess: Int, error: HTTPParseError?) {
        let length = 32_768 + excess - "Host: a\r\nX: \r\n\r\n".utf8.count
        Self.expect(Self.head(fields: "X: \(String(repeating: "y", count: length))\r\n"), error)
    }

    @Test func `12 KiB of cookies pass (case 88)`() {
        Self.expect(Self.head(fields: "Cookie: \(String(repeating: "c=d; ", count: 2_458))\r\n"), nil)
    }

    @Test func `a value without end is refused when the limit is reached`() {
        let start = "GET / HTTP/1.1\r\nX: ".latin1
        let bytes = start + [UInt8](repeating: 0x61, count: 32_768)
        let limit = 32_768 + "GET / HTTP/1.1\r\n".utf8.count
        #expect(Outcome(Array(bytes[..<limit])) == .invalid(.headerSectionTooLong))
        #expect(Outcome(Array(bytes[..<(limit - 1)])) == .needMore)
        #expect(Outcome(bytes, cuts: Array((limit - 4)..<limit + 2)) == .invalid(.headerSectionTooLong))
    }

    @Test(arguments: [(4, nil), (5, HTTPParseError.tooManyEmptyLines)])
    func `four empty lines may stand ahead`(count: Int, error: HTTPParseError?) {
        Self.expect(String(repeating: "\r\n", count: count).latin1 + Self.head(), error)
    }

    @Test func `a buffer of the size that the limits name holds every head`() {
        var limits = RequestLimits()
        limits.target = 20
        limits.method = 7
        limits.headerSection = 40
        let line = "\r\n\r\n\r\n\r\nOPTIONS /\(String(repeating: "x", count: 19)) HTTP/1.1\r\n"
        let section = "Host: a\r\nX: \(String(repeating: "y", count: 40 - 16))\r\n\r\n"
        let bytes = (line + section).latin1
        #expect(bytes.count == limits.head)
        Self.expect(bytes, nil, limits)
        // A section that fills the buffer without an end can never get one.
        let endless = (line + "Host: a\r\nX: \(String(repeating: "y", count: 40 - 12))").latin1
        #expect(endless.count == limits.head)
        #expect(Outcome(endless, limits: limits) == .invalid(.headerSectionTooLong))
        #expect(Outcome(Array(endless.dropLast()), limits: limits) == .needMore)
    }

    @Test(arguments: 1...3)
    func `the number of fields is the least of what limits and head allow`(count: Int) {
        var limits = RequestLimits()
        limits.fields = count
        let fields = (1..<3).map { "X\($0): y\r\n" }.joined()
        Self.expect(Self.head(fields: fields), count < 3 ? .tooManyFields : nil, limits)
    }
}
