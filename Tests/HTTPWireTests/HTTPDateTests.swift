import Foundation
import HTTPWire
import Testing

@Suite struct HTTPDateTests {
    static let cases: [(Int64, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (.min, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ]

    @Test(arguments: cases)
    func `a second has its text`(seconds: Int64, text: String) {
        let date = HTTPDate(seconds: seconds)
        let written = String(date.bytes)
        #expect(written == text)
        #expect(date.seconds == seconds)
    }

    @Test func `dates agree with the calendar of Foundation`() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for seconds in stride(from: Int64(0), to: 8_000_000_000, by: 7_654_321) {
            let date = HTTPDate(seconds: seconds)
            let written = String(date.bytes)
            #expect(written == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
        }
    }
}
