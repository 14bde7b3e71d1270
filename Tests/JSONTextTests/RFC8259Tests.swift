import JSONText
import Testing

/// Every production of RFC 8259, accepted and refused.
@Suite struct RFC8259Tests {
    /// A text and what the compact writer makes of it.
    static let accepted: [(text: String, compact: String)] = [
        ("null", "null"), ("true", "true"), ("false", "false"),
        (" \t\n\r null \t\n\r ", "null"),
        ("0", "0"), ("-0", "-0"), ("7", "7"), ("-12", "-12"), ("10.50", "10.50"), ("1e5", "1e5"), ("1E+05", "1E+05"),
        ("0.0e-0", "0.0e-0"), ("123456789012345678901234567890", "123456789012345678901234567890"),
        (#""""#, #""""#), (#""a""#, #""a""#), (#""é字🧭""#, #""é字🧭""#), ("\"\u{7F}\"", "\"\u{7F}\""),
        ("\"\u{2028}\u{FEFF}\"", "\"\u{2028}\u{FEFF}\""),
        (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
        (#""\u0041\u00e9\u00E9\ud83e\udded\u0000""#, #""Aéé🧭\u0000""#), (#""\u001F\u000b""#, #""\u001f\u000b""#),
        (#""it's""#, #""it's""#),
        ("[]", "[]"), ("[ ]", "[]"), ("[1]", "[1]"), ("[1 , \"b\",null]", "[1,\"b\",null]"), ("[[],[[]]]", "[[],[[]]]"),
        ("{}", "{}"), ("{ }", "{}"), (#"{"a":1}"#, #"{"a":1}"#), (#"{ "b" : 1 , "a" : [ ] }"#, #"{"b":1,"a":[]}"#),
        (#"{"":0}"#, #"{"":0}"#), (#"{"a":{"a":{}}}"#, #"{"a":{"a":{}}}"#), (#"{"a":1,"A":2}"#, #"{"a":1,"A":2}"#),
    ]

    @Test(arguments: accepted)
    func `a text of the grammar is read and written again`(text: String, expected: String) throws {
        #expect(compact(try read(text, .rfc8259)) == expected)
    }

    /// A text and the whole message.
    static let refused: [(text: String, message: String)] = [
        ("", "line 1, column 1, at $: expected a value, found an empty text"),
        (" \n ", "line 2, column 2, at $: expected a value, found an empty text"),
        ("nul", #"line 1, column 1, at $: expected a value, found "nul""#),
        ("nulll", #"line 1, column 1, at $: expected a value, found "nulll""#),
        ("True", #"line 1, column 1, at $: expected a value, found "True""#),
        ("NaN", #"line 1, column 1, at $: expected a value, found "NaN""#),
        ("-Infinity", #"line 1, column 2, at $: expected a digit, found "Infinity""#),
        ("undefined", #"line 1, column 1, at $: expected a value, found "undefined""#),
        ("+1", #"line 1, column 1, at $: expected a value, found "+""#),
        (".5", #"line 1, column 1, at $: expected a value, found ".""#),
        ("5.", "line 1, column 3, at $: expected a digit after the point, found the end of the text"),
        ("-", "line 1, column 2, at $: expected a digit, found the end of the text"),
        ("-.5", #"line 1, column 2, at $: expected a digit, found ".""#),
        ("01", #"line 1, column 2, at $: expected no digit after a leading zero, found "1""#),
        ("-00", #"line 1, column 3, at $: expected no digit after a leading zero, found "0""#),
        ("1e", "line 1, column 3, at $: expected a digit of the exponent, found the end of the text"),
        ("1e+", "line 1, column 4, at $: expected a digit of the exponent, found the end of the text"),
        ("0x1F", #"line 1, column 2, at $: expected the end of the text, found "x1F""#),
        ("1_000", #"line 1, column 2, at $: expected the end of the text, found "_000""#),
        ("1 2", #"line 1, column 3, at $: expected the end of the text, found "2""#),
        ("{} x", #"line 1, column 4, at $: expected the end of the text, found "x""#),
        ("null\u{0}", #"line 1, column 5, at $: expected the end of the text, found "\u{0}""#),
        ("'a'", #"line 1, column 1, at $: expected a value, found "'""#),
        (
            #""a"#,
            "line 1, column 3, at $: expected a quote to end the string that begins at line 1, column 1, "
                + "found the end of the text"
        ),
        (#""\"#, "line 1, column 3, at $: expected an escape, found the end of the text"),
        (#""\x41""#, #"line 1, column 3, at $: expected one of " \ / b f n r t u to end the escape, found "x41""#),
        (#""\'""#, #"line 1, column 3, at $: expected one of " \ / b f n r t u to end the escape, found "'""#),
        (#""\u12""#, #"line 1, column 6, at $: expected 4 hexadecimal digits, found "\"""#),
        (#""\uD83E""#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uD83E"#),
        (#""\uDDED""#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uDDED"#),
        (#""\uD83E\u0041""#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uD83E"#),
        (#""\uD83E\n""#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uD83E"#),
        ("\"a\tb\"", "line 1, column 3, at $: expected an escape, found the raw control character U+0009"),
        ("\"a\nb\"", "line 1, column 3, at $: expected an escape, found the raw control character U+000A"),
        ("\"\u{0}\"", "line 1, column 2, at $: expected an escape, found the raw control character U+0000"),
        ("\"\u{1F}\"", "line 1, column 2, at $: expected an escape, found the raw control character U+001F"),
        ("[", "line 1, column 2, at $[0]: expected a value, found the end of the text"),
        ("[1", #"line 1, column 3, at $: expected "," or "]", found the end of the text"#),
        ("[1,]", #"line 1, column 4, at $[1]: expected a value, found "]""#),
        ("[,1]", #"line 1, column 2, at $[0]: expected a value, found ",""#),
        ("[1 2]", #"line 1, column 4, at $: expected "," or "]", found "2""#),
        ("[1}", #"line 1, column 3, at $: expected "," or "]", found "}""#),
        ("]", #"line 1, column 1, at $: expected a value, found "]""#),
        ("{", "line 1, column 2, at $: expected a name in double quotes, found the end of the text"),
        ("{a:1}", #"line 1, column 2, at $: expected a name in double quotes, found "a""#),
        ("{'a':1}", #"line 1, column 2, at $: expected a name in double quotes, found "'""#),
        ("{1:1}", #"line 1, column 2, at $: expected a name in double quotes, found "1""#),
        (#"{"a"}"#, #"line 1, column 5, at $.a: expected ":" after the name, found "}""#),
        (#"{"a" 1}"#, #"line 1, column 6, at $.a: expected ":" after the name, found "1""#),
        (#"{"a":}"#, #"line 1, column 6, at $.a: expected a value, found "}""#),
        (#"{"a":1,}"#, #"line 1, column 8, at $: expected a name in double quotes, found "}""#),
        (#"{"a":1 "b":2}"#, #"line 1, column 8, at $: expected "," or "}", found "\"""#),
        (#"{"a":1]"#, #"line 1, column 7, at $: expected "," or "}", found "]""#),
        ("// c\n1", #"line 1, column 1, at $: expected a value, found "/""#),
        ("1 /* c */", #"line 1, column 3, at $: expected the end of the text, found "/""#),
        ("\u{A0}1", #"line 1, column 1, at $: expected a value, found "\#u{A0}""#),
        ("\u{B}1", #"line 1, column 1, at $: expected a value, found "\u{b}""#),
        ("\u{202E}", #"line 1, column 1, at $: expected a value, found "\u{202e}""#),
        (
            "{\"t\": [{\"a\": 1,\n  \"b\": 2, \"a\": 3}]}",
            #"line 2, column 11, at $.t[0].a: the name "a" comes twice; first at line 1, column 9"#
        ),
        (#"{"é":1,"\u00e9":2}"#, #"line 1, column 8, at $["é"]: the name "é" comes twice; first at line 1, column 2"#),
    ]

    @Test(arguments: refused)
    func `a text outside the grammar is refused with place and reason`(text: String, message: String) throws {
        #expect(try refusal(of: Array(text.utf8), .rfc8259).description == message)
    }

    @Test func `other spellings of the same characters are other names`() throws {
        let node = try read("{\"\u{E9}\": 1, \"e\u{301}\": 2, \"\u{212A}\": 3, \"K\": 4}", .rfc8259)
        guard case .object(let members) = node.value else { return #expect(Bool(false), "no object") }
        #expect(members.count == 4)
    }

    @Test func `a name that comes twice is found among many`() throws {
        let names = (0..<1000).map { "\"n\($0)\":0" }
        _ = try read("{" + names.joined(separator: ",") + "}", .rfc8259)
        for index in [0, 7, 8, 9, 999] {
            let text = "{" + (names + [names[index]]).joined(separator: ",") + "}"
            let error = try refusal(of: Array(text.utf8), .rfc8259)
            guard case .duplicateName("n\(index)", let first) = error.kind else {
                return #expect(Bool(false), "\(error)")
            }
            #expect(first.offset < error.position.offset)
        }
    }
}
