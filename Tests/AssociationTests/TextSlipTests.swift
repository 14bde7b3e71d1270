import Association
import JSONText
import Testing

/// Texts that are nearly JSON.
@Suite struct TextSlipTests {
    private static let file = #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a"}]}]}}"#

    /// The mended file without its white space.
    private func mended(_ text: String) throws -> String? {
        guard let text = AssociationMend.text(Array(text.utf8), kind: .aasa) else { return nil }
        var writer = JSONWriter(layout: .compact)
        writer.write(try JSONReader.read(Array(text.utf8), grammar: .rfc8259).value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func advice(_ text: String) throws -> String {
        let findings = AssociationLint.findings(Array(text.utf8), kind: .aasa)
        #expect(findings.count == 1)
        return try #require(findings.first).advice
    }

    @Test(arguments: [
        // Case 33: a comma is missing between members, and between items.
        (#"{"applinks":{"details":[{"appIDs":["A.b"]"components":[{"/":"/a"}]}]}}"#, "put a comma before it"),
        (#"{"applinks":{"details":[{"appIDs" ["A.b"],"components":[{"/":"/a"}]}]}}"#, "put a colon before it"),
        (#"{"applinks":{"details"=[{"appIDs":["A.b"],"components":[{"/"=>"/a"}]}]}}"#, "write a colon"),
        (
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a"}]}]}"#,
            "write } at the end: the last bracket is missing"
        ),
        (#"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a"]}]}}"#, "put } before it"),
        (file + "\n}", "take it out: all brackets are closed before it"), (file + ";\n", "take the semicolon out"),
        (#"{"applinks":{"details":[{"appIDs":["A.b"];"components":[{"/":"/a"}]}]}}"#, "write a comma"),
        (
            #"{"applinks":{"details":[{"appIDs":["A.b"],,"components":[,{"/":"/a"}]}]}}"#,
            "take out this comma: it stands between no two items"
        ),
        (String(file.dropFirst().dropLast()), "put braces around the whole text"),
        (file.replacing("\"details", with: "# mine\n\"details"), "take the comment out: JSON has none"),
        (file.replacing(":[{\"app", with: ":\u{200B}[{\"app"), "take the character U+200B out, which nobody sees"),
        (file + "\u{A0}", "take the character U+00A0 out, which nobody sees"),
        (
            file.replacing("{\"/\"", with: "{\u{201C}/\u{201D}").replacing("\"/a\"", with: "\u{201C}/a\u{201D}"),
            "write plain double quotes: \""
        ),
        (
            "\"" + file.replacing("\"", with: "\\\"") + "\"",
            "publish what is in the string: the file was encoded twice"
        ),
    ])
    func `a plain slip is told and mended`(text: String, expected: String) throws {
        #expect(try advice(text) == expected)
        #expect(try mended(text) == Self.file)
    }

    @Test(arguments: [("True", "true"), ("FALSE", "false"), ("None", "null")])
    func `a word of another language is written as JSON has it`(word: String, literal: String) throws {
        let text = #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a","comment":\#(word)}]}]}}"#
        #expect(try advice(text) == "write \(literal)")
        #expect(try mended(text) == text.replacing(word, with: literal))
    }

    @Test func `an excluding path in TN3155's manner is mended`() throws {
        let text = #"{"applinks":{"apps":[],"details":[{"appID":"A.b","paths":[NOT "/a","*"]}]}}"#
        #expect(try advice(text) == "put the keyword inside the quotes: \"NOT /a\"")
        #expect(try mended(text) == text.replacing(#"NOT "/a""#, with: #""NOT /a""#))
    }

    @Test(arguments: [
        (#"{"applinks":{"details":[{"appIDs":[{{ids}}]}]}}"#, "fill the template in: these are the marks of one"),
        (#"{"applinks":{"details":[{"appIDs":[${ID}]}]}}"#, "fill the template in: these are the marks of one"),
        (#"{"applinks":{"details":[{"appIDs":["A.b"],...}]}}"#, "write out what the dots stand for"),
        ("{\"applinks\":{\"details\":[\u{2026}]}}", "write out what the dots stand for"),
        (#"{"applinks":{"details":[{"appID":A.b}]}}"#, "put it in double quotes"),
        ("{applinks:{\"details\":[\"a\" 1]}}", "put the name in double quotes"),
        (#"{"applinks":{"details":[{"appIDs":["A.b"]"#, "publish all of the file: it ends too early"),
        (#"{"applinks":{"details":[]}},"webcredentials":{}}"#, "one bracket too many is closed before it"),
        ("applinks:\n  details: []\n", "write it as JSON, with braces, brackets and double quotes: this is YAML"),
        ("---\napplinks: 1\n", "write it as JSON, with braces, brackets and double quotes: this is YAML"),
        ("applinks: {details: 1}", "put braces around the whole text, and names in double quotes"),
        ("<?xml version=\"1.0\"?>\n<plist></plist>", "this is XML: publish the JSON file"),
        ("{\"applinks\":{\"a\":\"b\n c\"}}", "close the quotes on the same line"),
        ("<html>", "this looks like a web page: keep catch-all routes away from the file's path"),
    ])
    func `what takes a guess is told and not mended`(text: String, expected: String) throws {
        #expect(try advice(text) == expected)
        #expect(try mended(text) == nil)
    }

    @Test func `a text of nothing but slips ends`() throws {
        #expect(try mended(String(repeating: "[1 \"", count: 4_000)) == nil)
        #expect(try mended("[" + String(repeating: ";", count: 4_000)) == nil)
        #expect(try mended("[1" + String(repeating: " \"a\"", count: 4_000) + "]") == nil)
    }
}
