import JSONText
import Testing

/// The bytes of the canonical writer.
@Suite struct JSONWriterTests {
    private func sample(_ layout: JSONWriter.Layout) -> String {
        var writer = JSONWriter(layout: layout)
        writer.object { writer in
            writer.member("path", "/a/b")
            writer.member("count", 3)
            writer.member("on", true)
            writer.member("names", ["x", "é"])
            writer.name("empty")
            writer.array { _ in }
            writer.name("none")
            writer.object { _ in }
            writer.name("list")
            writer.array { writer in
                writer.writeNull()
                writer.object { $0.member("z", 1) }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `compact text has no white space`() {
        #expect(
            sample(.compact)
                == #"{"path":"/a/b","count":3,"on":true,"names":["x","é"],"empty":[],"none":{},"list":[null,{"z":1}]}"#
        )
    }

    @Test func `indented text has two spaces a level`() {
        #expect(
            sample(.indented) == """
                {
                  "path": "/a/b",
                  "count": 3,
                  "on": true,
                  "names": [
                    "x",
                    "é"
                  ],
                  "empty": [],
                  "none": {},
                  "list": [
                    null,
                    {
                      "z": 1
                    }
                  ]
                }
                """
        )
    }

    @Test func `only quotes, backslashes and control characters are escaped`() {
        var writer = JSONWriter()
        writer.write("\u{0}\u{7}\u{8}\t\n\u{B}\u{C}\r\u{10}\u{1F} \"\\/\u{7F}\u{2028}🧭")
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text == #""\u0000\u0007\b\t\n\u000b\f\r\u0010\u001f \"\\/"# + "\u{7F}\u{2028}🧭\"")
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
        (.infinity, "null"),
        (-.infinity, "null"), (.nan, "null"),
    ])
    func `a double is the shortest text that reads back`(value: Double, expected: String) {
        var writer = JSONWriter()
        writer.write(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func `a writer is used again after it forgot`() {
        var writer = JSONWriter()
        writer.object { $0.member("a", 1) }
        writer.removeAll()
        writer.array { $0.write(UInt64.max) }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "[18446744073709551615]")
    }
}
