/// The text of a point in time for HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`: RFC 9110 section 5.6.7.
///
/// It has one-second resolution; a loop makes a new one when the second changes.
package struct HTTPDate: Sendable {
    /// The second it was made for, since 1970 in UTC.
    package let seconds: Int64
    private var text = InlineArray<29, UInt8>(repeating: 0x20)

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
        put("ThuFriSatSunMonTueWed", from: days % 7 * 3, at: 0)
        text[3] = ASCII.comma
        putDigits(date.day, at: 5)
        put("JanFebMarAprMayJunJulAugSepOctNovDec", from: (date.month - 1) * 3, at: 8)
        putDigits(date.year / 100, at: 12)
        putDigits(date.year % 100, at: 14)
        putDigits(daySecond / 3_600, at: 17)
        text[19] = ASCII.colon
        putDigits(daySecond / 60 % 60, at: 20)
        text[22] = ASCII.colon
        putDigits(daySecond % 60, at: 23)
        put("GMT", from: 0, at: 26)
    }

    /// The 29 bytes of the text.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.span }
    }

    private mutating func put(_ names: StaticString, from start: Int, at index: Int) {
        for offset in 0..<3 { text[index + offset] = names.bytes[start + offset] }
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
