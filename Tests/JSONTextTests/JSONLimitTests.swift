import JSONText
import Testing

/// Limits at one less, exactly and one more, and hostile sizes.
@Suite struct JSONLimitTests {
    @Test(arguments: JSONGrammar.allCases, [("[", "]"), (#"{"a":"#, "}")])
    func `nesting is limited`(grammar: JSONGrammar, brackets: (open: String, close: String)) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: brackets.open, count: depth) + "1" + String(repeating: brackets.close, count: depth)
        }
        for limit in [1, 5, 64, 512] {
            let limits = JSONLimits(depth: limit)
            _ = try read(nested(limit - 1), grammar, limits: limits)
            _ = try read(nested(limit), grammar, limits: limits)
            let error = try refusal(of: Array(nested(limit + 1).utf8), grammar, limits: limits)
            #expect(error.kind == .tooDeep(limit: limit))
            #expect(error.position.offset == limit * brackets.open.utf8.count)
            #expect(error.path.steps.count == limit)
        }
    }

    @Test func `the default is 64 levels and the most is 512`() throws {
        #expect(JSONLimits().depth == 64)
        #expect(JSONLimits(depth: 100_000).depth == 512)
        var limits = JSONLimits()
        limits.depth = 100_000
        #expect(limits.depth == 512)
        let error = try refusal(of: [UInt8](repeating: UInt8(ascii: "["), count: 100_000), .rfc8259, limits: limits)
        #expect(error.kind == .tooDeep(limit: 512))
    }

    @Test func `no value at all fits a depth of zero but a scalar`() throws {
        _ = try read("1", .rfc8259, limits: JSONLimits(depth: 0))
        #expect(try refusal(of: Array("[]".utf8), .rfc8259, limits: JSONLimits(depth: 0)).kind == .tooDeep(limit: 0))
    }

    @Test func `length is limited`() throws {
        let limits = JSONLimits(bytes: 5)
        _ = try read("1234", .rfc8259, limits: limits)
        _ = try read("12345", .rfc8259, limits: limits)
        let error = try refusal(of: Array("123456".utf8), .rfc8259, limits: limits)
        #expect(error.description == "line 1, column 1, at $: the text is longer than 5 bytes")
        #expect(JSONLimits().bytes == 16 * 1024 * 1024)
    }

    /// Each would take minutes if anything about it were quadratic.
    @Test(arguments: [
        "[" + String(repeating: "1,", count: 100_000) + "1]",
        "[" + String(repeating: "\"\\u00e9\",", count: 100_000) + "1]",
        "\"" + String(repeating: "é\\n", count: 100_000) + "\"",
        "{" + (0..<30_000).map { "\"n\($0)\":0," }.joined() + "\"z\":0}",
        String(repeating: "9", count: 200_000),
        String(repeating: "\r\n ", count: 100_000) + "1",
    ])
    func `a long text of one kind is read in linear time`(text: String) throws {
        _ = try read(text, .rfc8259)
        _ = try read(text, .json5)
    }
}
