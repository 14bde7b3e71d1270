import HTTPWire
import Testing

/// What is written is what is parsed.
@Suite struct RoundTripTests {
    static let tokens = Array("abcXYZ019-_.!~")
    static let values = Array("abc XYZ,;=\"\\/\u{E9}\t%20")
    static let targets = Array("abc/%2F.~-_;,=&")

    @Test(arguments: 0..<300)
    func `parse undoes write`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let method = random.text(of: Self.tokens, 1...9)
        let path = "/" + random.text(of: Self.targets, 0...40)
        let query = Bool.random(using: &random) ? random.text(of: Self.targets, 0...40) : nil
        var fields = [ParsedRequest.Field(name: "Host", value: "h\(seed).example")]
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            // Blanks around a value are not part of it, so a letter stands at both ends.
            let value = "v" + random.text(of: Self.values, 0...60) + "v"
            fields.append(.init(name: "X-" + random.text(of: Self.tokens, 0...20), value: value))
        }
        let target = path + (query.map { "?" + $0 } ?? "")
        let text =
            "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        let cuts = (0..<3).map { _ in Int.random(in: 0...text.latin1.count, using: &random) }.sorted()
        let request = try #require(Outcome(text.latin1, cuts: cuts).request)
        #expect(request.method == method)
        #expect(request.path == path)
        #expect(request.query == query)
        #expect(request.fields == fields)
        #expect(request.length == text.latin1.count)
    }

    @Test(arguments: [0, 9, 10, 11, 99, 100, 1_234_567_890, UInt64.max])
    func `numbers are written in decimal`(number: UInt64) {
        var buffer = ResponseBuffer(capacity: 64)
        buffer.append(decimal: number)
        let text = String(buffer.bytes)
        #expect(text == "\(number)")
    }

    @Test func `a buffer grows, keeps its bytes, and gives back what it grew`() {
        var buffer = ResponseBuffer(capacity: 1)
        var expected = ""
        for round in 0..<200 {
            buffer.append("static ")
            buffer.append(0x21)
            buffer.append(decimal: UInt64(round))
            buffer.append("span".latin1.span)
            expected += "static !\(round)span"
        }
        var text = String(buffer.bytes)
        #expect(text == expected)
        buffer.removeFirst(1_000)
        text = String(buffer.bytes)
        #expect(text == expected.dropFirst(1_000))
        buffer.truncate(to: 10)
        text = String(buffer.bytes)
        #expect(text == expected.dropFirst(1_000).prefix(10))
        buffer.reset(keeping: 128)
        let (count, capacity) = (buffer.count, buffer.capacity)
        #expect(count == 0 && capacity == 128)
    }
}

/// A small generator with a seed: Sebastiano Vigna's splitmix64.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func text(of alphabet: [Character], _ count: ClosedRange<Int>) -> String {
        String((0..<Int.random(in: count, using: &self)).compactMap { _ in alphabet.randomElement(using: &self) })
    }
}
