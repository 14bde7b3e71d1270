import Platform

extension [HeaderField] {
    /// The pause that the answer asks for, zero or more; `nil` when it asks for none, or in no form that is known.
    ///
    /// RFC 9110 section 10.2.3: a number of seconds, or a date, which is counted from the answer's own `Date` where there
    /// is one, so that a clock that is wrong on either side does no harm.
    var retryAfter: Duration? {
        guard let text = value("retry-after") else { return nil }
        if let seconds = Int32(text) { return .seconds(Swift.max(0, seconds)) }
        guard let time = UnixTime(httpDate: text) else { return nil }
        let now = value("date").flatMap { UnixTime(httpDate: $0) } ?? .now()
        return Swift.max(.zero, time - now)
    }
}

extension UnixTime {
    /// Reads the form of dates in which HTTP sends them, `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 section
    /// 5.6.7); `nil` for anything else, the two obsolete forms too.
    init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
            let month = months.firstIndex(of: String(words[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(rfc3339: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }
}
