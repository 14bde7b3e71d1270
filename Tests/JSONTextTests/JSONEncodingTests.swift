import JSONText
import Testing

/// UTF-8: The Unicode Standard, table 3-7.
@Suite struct JSONEncodingTests {
    /// Ill-formed sequences: each kind of wrong lead, wrong second byte, missing byte, overlong form and surrogate.
    static let illFormed: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2], [0xDF, 0x7F],
        [0xE0, 0x9F, 0xBF],
        [0xE0, 0x80, 0x80], [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xE1, 0x41, 0x80], [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF],
        [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF0, 0x90, 0x80, 0xC0], [0xF1, 0x80, 0x41, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]

    /// Where the sequence stands, and the grammars that have such a place.
    static let places: [(before: String, after: String, grammars: [JSONGrammar])] = [
        ("\"", "\"", JSONGrammar.allCases), ("{\"", "\":1}", JSONGrammar.allCases), ("", "", JSONGrammar.allCases),
        ("[1, ", "]", JSONGrammar.allCases), ("1 ", "", JSONGrammar.allCases), ("\"\\", "\"", JSONGrammar.allCases),
        ("// ", "\n1", [.json5]), ("/* ", "*/1", [.json5]), ("{a", ":1}", [.json5]), ("'", "'", [.json5]),
    ]

    @Test(arguments: illFormed)
    func `an ill-formed sequence is refused where it begins`(sequence: [UInt8]) throws {
        for place in Self.places {
            for grammar in place.grammars {
                let bytes = Array(place.before.utf8) + sequence + Array(place.after.utf8)
                let error = try refusal(of: bytes, grammar)
                #expect(error.kind == .invalidUTF8(sequence[0]), "\(place.before)")
                #expect(error.position.offset == place.before.utf8.count)
            }
        }
    }

    @Test(arguments: ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"])
    func `the ends of each well-formed range are read`(text: String) throws {
        for grammar in JSONGrammar.allCases {
            #expect(PlainJSON(try read("\"\(text)\"", grammar)) == .string(Array(text.utf8)))
        }
    }

    @Test(arguments: JSONGrammar.allCases)
    func `a byte order mark at the start is refused by its name`(grammar: JSONGrammar) throws {
        let error = try refusal(of: [0xEF, 0xBB, 0xBF] + Array("{}".utf8), grammar)
        #expect(error.kind == .byteOrderMark)
        #expect(error.position == .start)
        #expect(try refusal(of: [0xFF, 0xFE, 0x7B, 0x00], grammar).kind == .invalidUTF8(0xFF))
    }
}
