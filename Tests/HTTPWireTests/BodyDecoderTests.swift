import HTTPWire
import TestSupport
import Testing

@Suite struct BodyDecoderTests {
    /// Feeds bytes in pieces and tells how it ended, with all bytes consumed counted.
    static func decode(
        _ framing: BodyFraming,
        _ bytes: [UInt8],
        cuts: [Int] = [],
        limits: RequestLimits = RequestLimits()
    ) -> BodyStep {
        var decoder: BodyDecoder
        do throws(HTTPParseError) {
            decoder = try BodyDecoder(framing, limits: limits)
        } catch {
            return .invalid(error)
        }
        var start = 0
        for end in cuts + [bytes.count] {
            switch decoder.consume(bytes.span.extracting(start..<end)) {
            case .needMore: start = end
            case .complete(let consumed): return .complete(consumed: start + consumed)
            case .invalid(let error): return .invalid(error)
            }
        }
        return .needMore
    }

    static func decode(_ text: String, limits: RequestLimits = RequestLimits()) -> BodyStep {
        decode(.chunked, text.latin1, limits: limits)
    }

    static let complete = [
        "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "A\r\n0123456789\r\n0\r\n\r\n", "a\r\n0123456789\r\n00\r\n\r\n",
        "1;a\r\nx\r\n0;b=c\r\n\r\n", "1 ;a\r\nx\r\n0\r\n\r\n", "1\t; a = \"b;c\"\r\nx\r\n0\r\n\r\n",
        "00000001\r\nx\r\n0\r\n\r\n", "0\r\nA: b\r\nC:\td \r\n\r\n", "2\r\n\r\n\r\n0\r\n\r\n",
    ]

    @Test(arguments: complete)
    func `a chunked body ends with its last line`(text: String) {
        #expect(Self.decode(text) == .complete(consumed: text.utf8.count))
        #expect(Self.decode(text + "GET / HTTP/1.1\r\n") == .complete(consumed: text.utf8.count))
        for end in 0..<text.utf8.count { #expect(Self.decode(String(text.prefix(end))) != .invalid(.invalidChunk)) }
    }

    static let refused: [(String, HTTPParseError)] = [
        ("\r\n", .invalidChunk), ("g\r\n", .invalidChunk), ("-1\r\n", .invalidChunk), ("+1\r\n", .invalidChunk),
        ("0x1\r\n", .invalidChunk), (" 1\r\n", .invalidChunk), ("1 \r\n", .invalidChunk), ("1\n", .invalidChunk),
        ("1\rx", .invalidChunk), ("1\r\nxy", .invalidChunk), ("1\r\nx\n", .invalidChunk), ("1\r\nx\ry", .invalidChunk),
        ("1;a\n", .invalidChunk), ("1;a\0\r\n", .invalidChunk), ("1;a\rb", .invalidChunk),
        ("000000001\r\n", .invalidChunk), ("fffffffff\r\n", .invalidChunk), ("ffffffff\r\n", .bodyTooLong),
        ("0\r\n\n", .invalidTrailer), ("0\r\n\rx", .invalidChunk), ("0\r\n A: b\r\n\r\n", .invalidTrailer),
        ("0\r\n: b\r\n\r\n", .invalidTrailer), ("0\r\nA : b\r\n\r\n", .invalidTrailer),
        ("0\r\nA: b\n\r\n", .invalidTrailer), ("0\r\nA: b\0\r\n\r\n", .invalidTrailer),
        ("0\r\nA\r\n\r\n", .invalidTrailer), ("0\r\nA: b\rc", .invalidTrailer),
    ]

    @Test(arguments: refused)
    func `malformed chunks are refused (cases 82 and 84)`(text: String, error: HTTPParseError) {
        #expect(Self.decode(text) == .invalid(error))
        #expect(Self.decode(.chunked, text.latin1, cuts: Array(0..<text.utf8.count)) == .invalid(error))
    }

    @Test func `bodies have a limit by length`() {
        #expect(Self.decode(.length(65_537), []) == .invalid(.bodyTooLong))
        let exact = [UInt8](repeating: 0, count: 65_536)
        #expect(Self.decode(.length(65_536), exact, cuts: [1, 65_535]) == .complete(consumed: 65_536))
        #expect(Self.decode(.length(65_536), exact.dropLast(), cuts: [9]) == .needMore)
        #expect(Self.decode(.length(3), Array("abcGET".utf8), cuts: [2]) == .complete(consumed: 3))
        #expect(Self.decode(.none, Array("GET".utf8)) == .complete(consumed: 0))
    }

    @Test(arguments: [(7, true), (8, true), (9, false)])
    func `bodies have a limit over all chunks`(count: Int, fits: Bool) {
        var limits = RequestLimits()
        limits.body = 8
        let text = String(repeating: "1\r\nx\r\n", count: count) + "0\r\n\r\n"
        let expected: BodyStep = fits ? .complete(consumed: text.utf8.count) : .invalid(.bodyTooLong)
        #expect(Self.decode(text, limits: limits) == expected)
    }

    @Test(arguments: [(9, true), (10, true), (11, false)])
    func `extensions have a limit over all chunks`(count: Int, fits: Bool) {
        var limits = RequestLimits()
        limits.chunkExtensions = 10
        let text = "1;abcd\r\nx\r\n0;" + String(repeating: "e", count: count - 6) + "\r\n\r\n"
        let expected: BodyStep = fits ? .complete(consumed: text.utf8.count) : .invalid(.chunkExtensionsTooLong)
        #expect(Self.decode(text, limits: limits) == expected)
    }

    @Test(arguments: [(9, true), (10, true), (11, false)])
    func `trailers have a limit`(count: Int, fits: Bool) {
        var limits = RequestLimits()
        limits.trailerSection = 10
        let text = "0\r\nA: " + String(repeating: "b", count: count - 6) + "\r\n\r\n"
        let expected: BodyStep = fits ? .complete(consumed: text.utf8.count) : .invalid(.trailerSectionTooLong)
        #expect(Self.decode(text, limits: limits) == expected)
    }

    @Test(arguments: Corpus.bodies)
    func `every cut gives the same as one piece, within a guard page`(entry: Corpus.Entry) {
        let whole = Self.decode(.chunked, entry.bytes)
        for cut in 0...entry.bytes.count {
            #expect(Self.decode(.chunked, entry.bytes, cuts: [cut]) == whole, "cut at \(cut)")
        }
        let buffer = GuardedBuffer(capacity: 4_096)
        let guarded = buffer.withCopy(of: entry.bytes.span) { bytes in
            var decoder = try? BodyDecoder(.chunked, limits: RequestLimits())
            return decoder?.consume(bytes)
        }
        #expect(guarded == whole)
    }
}
