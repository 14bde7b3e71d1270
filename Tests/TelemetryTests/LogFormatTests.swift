import JSONText
import Platform
import Telemetry
import Testing

/// The lines of the log in both formats.
@Suite struct LogFormatTests {
    private static let time = UnixTime(microseconds: 1_796_026_500_250_000)

    private func line(_ format: LogFormat, _ message: StaticString, _ fields: LogFields) -> String {
        String(decoding: format.line(.warning, message, fields, at: Self.time), as: UTF8.self)
    }

    private static let fields: LogFields = [
        .address: "127.0.0.1:80", .count: 3, .stale: true, .duration: .duration(.milliseconds(1500)),
        .age: .duration(.microseconds(20)), .target: .bytes(Array("/a b\\é".utf8) + [0xFF, 0x00]), .value: "",
        .expires: .time(UnixTime(seconds: 0)), .error: "two\nlines \"quoted\"", .limit: .count(UInt64.max),
    ]

    @Test func `a JSON line has time, level and message first, then fields in the order of the call`() {
        #expect(
            line(.json, "something happened", Self.fields) == #"""
                {"time":"2026-11-30T08:15:00.250000Z","level":"warning","message":"something happened",\#
                "address":"127.0.0.1:80","count":3,"stale":true,"duration_seconds":1.5,"age_seconds":2e-05,\#
                "target":"/a b\\x5cé\\xff\\x00","value":"","expires":"1970-01-01T00:00:00Z",\#
                "error":"two\nlines \"quoted\"","limit":9223372036854775807}

                """#
        )
    }

    @Test func `a text line quotes what is not plain`() {
        #expect(
            line(.text, "something happened", Self.fields) == #"""
                08:15:00.250 warning something happened address=127.0.0.1:80 count=3 stale=true \#
                duration_seconds=1.5 age_seconds=2e-05 target="/a b\\x5cé\\xff\\x00" value="" \#
                expires=1970-01-01T00:00:00Z error="two\u{a}lines \"quoted\"" limit=9223372036854775807

                """#
        )
    }

    @Test(arguments: LogFormat.allCases)
    func `the first of two fields with one key counts`(format: LogFormat) {
        let text = line(format, "twice", [.tenant: "shop", .count: 1, .tenant: "other"])
        #expect(text.contains("shop") && !text.contains("other"))
    }

    @Test(arguments: [0, 1, 250_000, 999_999])
    func `the time always has six digits of fraction`(fraction: Int64) throws {
        let time = UnixTime(microseconds: 1_796_026_500_000_000 + fraction)
        let line = LogFormat.json.line(.info, "x", [:], at: time)
        let text = String(decoding: line, as: UTF8.self)
        #expect(
            text.utf8.count == #"{"time":"2026-11-30T08:15:00.000000Z","level":"info","message":"x"}"#.utf8.count + 1)
        #expect(UnixTime(rfc3339: String(text.dropFirst(9).prefix(27))) == time)
    }

    @Test func `case 93, any bytes from outside give one line that JSONText reads`() throws {
        var inputs: [[UInt8]] = (0...255).map { [0x61, UInt8($0), 0x62] }
        inputs += [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80], [0xE2, 0x80, 0xAE], [0xC2, 0x9B], Array("\u{2028}".utf8),
        ]
        for input in inputs {
            for format in LogFormat.allCases {
                let line = format.line(.info, "request", [.target: .bytes(input)], at: Self.time)
                #expect(line.last == 0x0A)
                let isPrintable = line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F }
                #expect(isPrintable, "\(input)")
            }
            let line = LogFormat.json.line(.info, "request", [.target: .bytes(input)], at: Self.time)
            let members = try JSONElement(JSONReader.read(line, grammar: .rfc8259)).entries()
            #expect(members.map(\.name) == ["time", "level", "message", "target"])
            #expect(try members[3].element.string() == EscapedBytes.text(input))
        }
    }

    @Test(arguments: LogFormat.allCases)
    func `hostile text in a string stays on one line`(format: LogFormat) throws {
        let text = (0..<0xA0).compactMap { Unicode.Scalar($0) }.map(String.init).joined() + "\u{2028}\u{202E}"
        let line = format.line(.info, "request", [.error: .string(text)], at: Self.time)
        #expect(line.filter { $0 == 0x0A }.count == 1)
        if format == .json {
            #expect(try JSONElement(JSONReader.read(line, grammar: .rfc8259)).entries()[3].element.string() == text)
        } else {
            #expect(line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
    }

    @Test(arguments: [4095, 4096, 4097, 100_000])
    func `long text is cut at 4,096 scalars and long bytes at 1,024`(count: Int) throws {
        let text = String(repeating: "é", count: count)
        let line = LogFormat.json.line(
            .info, "x", [.error: .string(text), .target: .bytes(Array(text.utf8))], at: Self.time)
        let members = try JSONElement(JSONReader.read(line, grammar: .rfc8259)).entries()
        #expect(try members[3].element.string() == (count > 4096 ? String(repeating: "é", count: 4096) + "…" : text))
        #expect(try members[4].element.string() == String(repeating: "é", count: 512) + "…")
    }

    @Test func `no key is one of the three that every line has`() {
        #expect(LogKey.allCases.allSatisfy { !["time", "level", "message"].contains($0.rawValue) })
        #expect(LogKey.allCases.allSatisfy { $0.rawValue.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) } })
    }
}
