import Platform
import Testing

@Suite struct UnixTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("2000-02-29T12:30:45.5Z", 951_827_445_500_000),
        ("2026-11-30T08:15:00Z", 1_796_026_500_000_000),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ])
    func `a time has one text`(text: String, microseconds: Int64) {
        #expect(UnixTime(microseconds: microseconds).description == text)
        #expect(UnixTime(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        ("2026-11-30T10:15:00+02:00", "2026-11-30T08:15:00Z"),
        ("2026-11-30t03:45:00.120-04:30", "2026-11-30T08:15:00.12Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2026-11-30T08:15:00.1234567Z", "2026-11-30T08:15:00.123456Z"),
    ])
    func `offsets, leap seconds and long fractions become UTC microseconds`(text: String, canonical: String) {
        #expect(UnixTime(rfc3339: text)?.description == canonical)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T08:15:00", "2026-11-30 08:15:00Z", "2026-13-01T00:00:00Z",
        "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-11-00T00:00:00Z",
        "2026-11-30T24:00:00Z", "2026-11-30T08:60:00Z", "2026-11-30T08:15:61Z", "2026-11-30T08:15:00.Z",
        "2026-11-30T08:15:00+24:00", "2026-11-30T08:15:00+0200", "2026-11-30T08:15:00Zz", "٢٠٢٦-11-30T08:15:00Z",
    ])
    func `what is no RFC 3339 time is refused`(text: String) {
        #expect(UnixTime(rfc3339: text) == nil)
    }

    @Test func `reading what was printed gives the time again, for every year that has four digits`() throws {
        var generator = SeededGenerator(seed: 3339)
        for _ in 0..<20_000 {
            let time = UnixTime(
                microseconds: .random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &generator)
            )
            #expect(UnixTime(rfc3339: time.description) == time)
        }
    }

    @Test func `every day follows the one before, across 800 years`() throws {
        var time = try #require(UnixTime(rfc3339: "1599-12-31T00:00:00Z"))
        var previous = time.description
        for _ in 0..<292_194 {
            time = time + .seconds(86_400)
            let text = time.description
            #expect(text > previous)
            previous = text
        }
        #expect(previous == "2399-12-31T00:00:00Z")
    }

    @Test func `a sum less its start is the duration`() {
        let start = UnixTime(seconds: 1_000)
        #expect((start + .milliseconds(1_500)) - start == .milliseconds(1_500))
        #expect(start + .microseconds(-3) < start)
    }
}
