import HTTPWire
import Platform

/// Writes times as the log does: RFC 3339 in UTC with six digits of fraction; all but these is made once a second.
struct LoggedTime {
    private var second = Int64.min
    /// Up to the point ahead of the fraction.
    private var head: [UInt8] = []

    /// Appends a time; one before 1970 as its beginning.
    mutating func append(_ time: UnixTime, to lines: inout ResponseBuffer) {
        let (second, fraction) = max(0, time.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        if second != self.second {
            self.second = second
            head = Array(UnixTime(seconds: second).description.dropLast().utf8) + [0x2E]
        }
        lines.append(head.span)
        lines.append(decimal: UInt64(fraction), digits: 6)
        lines.append("Z")
    }
}
