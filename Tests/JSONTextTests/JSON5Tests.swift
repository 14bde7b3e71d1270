import JSONText
import Testing

/// Every production of JSON5 1.0.0, accepted and refused.
@Suite struct JSON5Tests {
    @Test(arguments: RFC8259Tests.accepted)
    func `a text of RFC 8259 is one of JSON5`(text: String, expected: String) throws {
        #expect(compact(try read(text, .json5)) == expected)
    }

    /// A text and what the compact writer makes of it.
    static let accepted: [(text: String, compact: String)] = [
        // White space and comments.
        ("\u{B}\u{C}\u{A0}\u{2028}\u{2029}\u{3000}1\u{FEFF}\u{2003}", "1"),
        ("// c\r\n1", "1"), ("//\u{2028}1", "1"), ("/**/1", "1"), ("/* * / ** // \n */1/* */", "1"),
        ("1// é🧭", "1"), ("[/**/1/**/,/**/]", "[1]"), ("{/**/a/**/:/**/1/**/}", #"{"a":1}"#), ("/***/1", "1"),
        // Commas at the end.
        ("[1,]", "[1]"), ("[1, // c\n]", "[1]"), ("{a:1,}", #"{"a":1}"#), ("{a:[{},],}", #"{"a":[{}]}"#),
        // Names.
        ("{$_a9:1}", #"{"$_a9":1}"#), ("{null:1,true:2,if:3}", #"{"null":1,"true":2,"if":3}"#),
        ("{Infinity:1,NaN:2}", #"{"Infinity":1,"NaN":2}"#),
        ("{é字ǅʰⅫ:1}", #"{"é字ǅʰⅫ":1}"#),
        ("{a\u{301}\u{903}\u{661}‿\u{200C}\u{200D}:1}", "{\"a\u{301}\u{903}\u{661}‿\u{200C}\u{200D}\":1}"),
        (#"{\u0061\u00e9:1}"#, #"{"aé":1}"#), (#"{a\u0030:1}"#, #"{"a0":1}"#), ("{𐐀:1}", #"{"𐐀":1}"#),
        ("{'a b':1, \"c\":2}", #"{"a b":1,"c":2}"#), ("{'':1}", #"{"":1}"#),
        // Strings.
        ("'a'", #""a""#), ("''", #""""#), (#"'"'"#, #""\"""#), (#"'\''"#, #""'""#),
        (#"'\"\\\/\b\f\n\r\t'"#, #""\"\\/\b\f\n\r\t""#), (#"'\v\0\x41\xe9'"#, #""\u000b\u0000Aé""#),
        (#"'\a\q\é\🧭\$'"#, #""aqé🧭$""#), (#"'\u00e9\ud83e\udded'"#, #""é🧭""#), (#"'\0a'"#, #""\u0000a""#),
        ("'a\\\nb\\\rc\\\r\nd\\\u{2028}e\\\u{2029}f'", #""abcdef""#), ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""),
        ("'\t\u{0}\u{1F}'", #""\t\u0000\u001f""#),
        // Numbers.
        ("+1", "1"), (".5", "0.5"), ("5.", "5.0"), ("-.5e1", "-5.0"), ("5.e-1", "0.5"), ("+.5E+1", "5.0"), ("+0", "0"),
        ("0x1F", "31"), ("0Xff", "255"), ("-0x10", "-16"), ("+0xdecaf", "912559"), ("0x0", "0"),
        ("0x10000000000000000", "1.8446744073709552e+19"),
        ("Infinity", "null"), ("-Infinity", "null"), ("+Infinity", "null"), ("NaN", "null"), ("-NaN", "null"),
        ("[0x1,.5,+1,]", "[1,0.5,1]"),
    ]

    @Test(arguments: accepted)
    func `a text of the grammar is read and written as RFC 8259`(text: String, expected: String) throws {
        let node = try read(text, .json5)
        #expect(compact(node) == expected)
        _ = try read(compact(node), .rfc8259)
    }

    /// A text and the whole message.
    static let refused: [(text: String, message: String)] = [
        ("// c", "line 1, column 5, at $: expected a value, found an empty text"),
        (
            "[1, /* c",
            #"line 1, column 9, at $: expected "*/" to end the comment that begins at line 1, column 5, "#
                + "found the end of the text"
        ),
        ("/1", #"line 1, column 2, at $: expected "/" or "*" to begin a comment, found "1""#),
        ("/* /* */ */ 1", #"line 1, column 10, at $: expected a value, found "*""#),
        ("[,]", #"line 1, column 2, at $[0]: expected a value, found ",""#),
        ("[1,,]", #"line 1, column 4, at $[1]: expected a value, found ",""#),
        ("{,}", #"line 1, column 2, at $: expected a name, found ",""#),
        ("{a:1,,}", #"line 1, column 6, at $: expected a name, found ",""#),
        ("{9a:1}", #"line 1, column 2, at $: expected a name, found "9a""#),
        ("{a-b:1}", #"line 1, column 3, at $.a: expected ":" after the name, found "-""#),
        ("{[1]:1}", #"line 1, column 2, at $: expected a name, found "[""#),
        ("{\u{301}a:1}", "line 1, column 2, at $: expected a name, found \"\u{301}\""),
        ("{\u{200D}a:1}", #"line 1, column 2, at $: expected a name, found "\u{200d}""#),
        (#"{\u0030:1}"#, #"line 1, column 2, at $: expected a letter or digit of a name, found "0""#),
        (#"{a\u002d:1}"#, #"line 1, column 3, at $: expected a letter or digit of a name, found "-""#),
        (#"{\x61:1}"#, #"line 1, column 3, at $: expected "u" and 4 hexadecimal digits, found "x61""#),
        (#"{\ud801\udc00:1}"#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uD801"#),
        (#"{a:1,\u0061:2}"#, #"line 1, column 6, at $.a: the name "a" comes twice; first at line 1, column 2"#),
        ("{a:1,'a':2}", #"line 1, column 6, at $.a: the name "a" comes twice; first at line 1, column 2"#),
        (
            "'a\nb'",
            "line 1, column 3, at $: expected a quote to end the string that begins at line 1, column 1, "
                + "found the end of the line"
        ),
        (
            #"'a""#,
            "line 1, column 4, at $: expected a quote to end the string that begins at line 1, column 1, "
                + "found the end of the text"
        ),
        (#"'\1'"#, #"line 1, column 3, at $: expected an escape that does not begin with a digit, found "1""#),
        (#"'\01'"#, #"line 1, column 4, at $: expected no digit after \0, found "1""#),
        (#"'\xZZ'"#, #"line 1, column 4, at $: expected 2 hexadecimal digits, found "ZZ""#),
        (#"'\u{61}'"#, #"line 1, column 4, at $: expected 4 hexadecimal digits, found "{""#),
        (#"'\ud83e'"#, #"line 1, column 2, at $: expected both halves of a surrogate pair, found only \uD83E"#),
        (".", "line 1, column 2, at $: expected a digit after the point, found the end of the text"),
        ("+", "line 1, column 2, at $: expected a digit, found the end of the text"),
        ("+-1", #"line 1, column 2, at $: expected a digit, found "-""#),
        ("- 1", #"line 1, column 2, at $: expected a digit, found " ""#),
        (".e1", #"line 1, column 2, at $: expected a digit after the point, found "e1""#),
        ("010", #"line 1, column 2, at $: expected no digit after a leading zero, found "10""#),
        ("0x", "line 1, column 3, at $: expected a hexadecimal digit, found the end of the text"),
        ("0xg", #"line 1, column 3, at $: expected a hexadecimal digit, found "g""#),
        ("0x1.8", #"line 1, column 4, at $: expected the end of the text, found ".""#),
        ("1e5.5", #"line 1, column 4, at $: expected the end of the text, found ".""#),
        ("infinity", #"line 1, column 1, at $: expected a value, found "infinity""#),
        ("Infinityx", #"line 1, column 1, at $: expected a digit, found "Infinityx""#),
        ("undefined", #"line 1, column 1, at $: expected a value, found "undefined""#),
        ("`a`", #"line 1, column 1, at $: expected a value, found "`""#),
        ("1;", #"line 1, column 2, at $: expected the end of the text, found ";""#),
    ]

    @Test(arguments: refused)
    func `a text outside the grammar is refused with place and reason`(text: String, message: String) throws {
        #expect(try refusal(of: Array(text.utf8), .json5).description == message)
    }

    @Test(arguments: accepted.map(\.text))
    func `what JSON5 adds is refused by RFC 8259`(text: String) throws {
        _ = try refusal(of: Array(text.utf8), .rfc8259)
    }

    static let numbers: [(text: String, int64: Int64?, double: Double)] = [
        ("0x7fffffffffffffff", .max, 0x1p63), ("-0x8000000000000000", .min, -0x1p63),
        ("0x8000000000000000", nil, 0x1p63), ("-0x8000000000000001", nil, -0x1p63),
        ("0xffffffffffffffffff", nil, 0x1p72), ("9223372036854775807", .max, 0x1p63),
        ("9223372036854775808", nil, 0x1p63), ("-9223372036854775808", .min, -0x1p63), ("+7", 7, 7), ("-0", 0, -0.0),
        ("1.0", nil, 1), ("1e3", nil, 1000), (".25", nil, 0.25), ("5.", nil, 5), ("-5.e1", nil, -50),
        ("Infinity", nil, .infinity), ("-Infinity", nil, -.infinity), ("1e999", nil, .infinity),
        ("1e-999", nil, 0), ("0.1", nil, 0.1),
    ]

    @Test(arguments: numbers)
    func `a number gives its exact integer and its nearest double`(text: String, int64: Int64?, double: Double) throws {
        guard case .number(let number) = try read(text, .json5).value else {
            return #expect(Bool(false), "no number")
        }
        #expect(number.int64 == int64)
        #expect(number.double == double)
        #expect(number.double.sign == double.sign)
    }

    @Test func `NaN is not a number`() throws {
        guard case .number(let number) = try read("NaN", .json5).value else { return #expect(Bool(false), "no number") }
        #expect(number.double.isNaN)
    }
}
