import JSONText
import Testing

/// Laws that hold for every text.
@Suite struct JSONLawTests {
    @Test(arguments: JSONGrammar.allCases)
    func `a value survives every way to write it`(grammar: JSONGrammar) throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<120 {
            let value = GeneratedJSON.value(&generator, depth: 5)
            let node = try read(value.text(&generator, grammar), grammar)
            #expect(PlainJSON(node) == value)
            for layout in [JSONWriter.Layout.compact, .indented] {
                let text = compact(node, layout)
                let again = try read(text, .rfc8259)
                #expect(PlainJSON(again) == value)
                #expect(compact(again, layout) == text)
            }
        }
    }

    @Test(arguments: JSONGrammar.allCases)
    func `every beginning of a text is read or refused inside it`(grammar: JSONGrammar) throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<10 {
            let bytes = Array(GeneratedJSON.value(&generator, depth: 4).text(&generator, grammar).utf8)
            for length in 0..<min(bytes.count, 600) { check(Array(bytes[..<length]), grammar) }
        }
    }

    @Test(arguments: JSONGrammar.allCases)
    func `a text with a hostile byte anywhere is read or refused inside it`(grammar: JSONGrammar) throws {
        let text = #"{"a": [1.5e3, "é\u00e9\ud83e\udded", true, null, {}], "b": -0 }"#
        for hostile: UInt8 in [
            0x00, 0x0A, 0x22, 0x27, 0x2C, 0x2F, 0x5C, 0x5D, 0x7D, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF,
        ] {
            for offset in 0..<text.utf8.count {
                var bytes = Array(text.utf8)
                bytes[offset] = hostile
                check(bytes, grammar)
                bytes = Array(text.utf8)
                bytes.insert(hostile, at: offset)
                check(bytes, grammar)
            }
        }
    }

    @Test(arguments: JSONGrammar.allCases)
    func `random tokens are read or refused inside the text`(grammar: JSONGrammar) throws {
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "'", "\"", "\\", "\\u", "d83e", "1", "-", ".", "e", "0x", "null",
            "tru", "/*", "*/", "//", "\n", "\r", " ", "é", "\u{2028}", "\u{FEFF}", "+", "Infinity", "$", "a",
        ]
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            let count = Int.random(in: 0...10, using: &generator)
            let text = (0..<count).map { _ in tokens[Int.random(in: 0..<tokens.count, using: &generator)] }.joined()
            check(Array(text.utf8), grammar)
        }
    }

    /// An error lies inside the text and is one line; what is accepted can be written and read again.
    private func check(_ bytes: [UInt8], _ grammar: JSONGrammar, sourceLocation: SourceLocation = #_sourceLocation) {
        do throws(JSONError) {
            let node = try JSONReader.read(bytes, grammar: grammar)
            var writer = JSONWriter()
            writer.write(node.value)
            _ = try JSONReader.read(writer.bytes, grammar: .rfc8259)
        } catch {
            #expect((0...bytes.count).contains(error.position.offset), sourceLocation: sourceLocation)
            let isOneLine = error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            #expect(isOneLine, "\(error)", sourceLocation: sourceLocation)
        }
    }
}
