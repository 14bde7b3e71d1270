/// The text of a point in time for HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`: RFC 9110 section 5.6.7.
///
/// It has one-second resolution; a loop makes a new one when the second changes.
package struct HTTPDate: Sendable {
    /// The second it was made for, since 1970 in UTC.
    package let seconds: Int64
    /// The whole field line: the text stands at 6.
    private var text = InlineArray<37, UInt8>(repeating: 0x20)

    /// Writes out a second.
    ///
    /// - Parameter seconds: Since 1970 in UTC; what lies outside the years 1970 to 9999 becomes the nearest second
    ///   within.
    package init(seconds: Int64) {
        self.seconds = seconds
        let second = Int(min(max(seconds, 0), 253_402_300_799))
        let days = second / 86_400
        let daySecond = second % 86_400
        let date = CivilDate(days: days)
        put("Date: ", from: 0, count: 6, at: 0)
        put("ThuFriSatSunMonTueWed", from: days % 7 * 3, count: 3, at: 6)
        text[9] = ASCII.comma
        putDigits(date.day, at: 11)
        put("JanFebMarAprMayJunJulAugSepOctNovDec", from: (date.month - 1) * 3, count: 3, at: 14)
        putDigits(date.year / 100, at: 18)
        putDigits(date.year % 100, at: 20)
        putDigits(daySecond / 3_600, at: 23)
        text[25] = ASCII.colon
        putDigits(daySecond / 60 % 60, at: 26)
        text[28] = ASCII.colon
        putDigits(daySecond % 60, at: 29)
        put("GMT\r\n", from: 0, count: 5, at: 32)
    }

    /// The 29 bytes of the text.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.span.extracting(6..<35) }
    }

    /// The field line with its line end.
    var line: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.span }
    }

    private mutating func put(_ names: StaticString, from start: Int, count: Int, at index: Int) {
        for offset in 0..<count { text[index + offset] = names.bytes[start + offset] }
    }

    private mutating func putDigits(_ number: Int, at index: Int) {
        text[index] = ASCII.zero + UInt8(truncatingIfNeeded: number / 10)
        text[index + 1] = ASCII.zero + UInt8(truncatingIfNeeded: number % 10)
    }
}

/// A day of the Gregorian calendar.
private struct CivilDate {
    var year: Int
    var month: Int
    var day: Int

    /// Finds the day that lies a number of days after 1 January 1970.
    ///
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years begin in March, so that
    /// the leap day is the last of its year.
    init(days: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
