import DeepLinks

extension AndroidFindings {
    /// Tries what Android cannot say, with URLs of a route.
    mutating func look(at index: Int, _ sample: SampleURL) {
        let pattern = set.routes[index].pattern
        lookAtSegments(of: pattern, index, sample)
        if pattern.isRestLimited { lookAtDeepest(of: pattern, index, sample) }
        if !set.isCaseSensitive { attempt(.androidCase, index, sample.text(.init(changesCase: true))) }
        lookAtItems(of: pattern, index, sample)
        lookAtSpelling(index, sample)
        lookAtSeparators(index, sample)
        lookAtOptOut(index, sample)
        if pattern.segments.isEmpty {
            let host = host
            attempt(.androidEmptyPath, index, String(sample.text().replacing("\(host)/", with: host)))
            attempt(.androidEndSlashes, index, sample.text(suffix: "/"))
        }
    }

    // MARK: - Forms

    private mutating func lookAtSegments(of pattern: RoutePattern, _ index: Int, _ sample: SampleURL) {
        let segments = pattern.segments
        if segments.contains(where: \.asksForDigits) {
            attempt(.androidDigits, index, sample.text(.init(digits: { _ in "x" })))
            attempt(.androidDigits, index, sample.text())
            let tooMany = { (range: ClosedRange<Int>) in String(repeating: "7", count: range.upperBound + 1) }
            attempt(.androidDigits, index, sample.text(.init(digits: tooMany)))
        }
        if segments.contains(where: \.hasFreeTail) {
            let text = { (tail: String) in tail.isEmpty ? "x" : "a\(tail.firstCharacterText)b" }
            attempt(.androidTail, index, sample.text(.init(segment: text)))
            attempt(.androidTail, index, sample.text())
        }
        if let last = segments.last, last.hasOnlyHead, pattern.rest == nil {
            attempt(.androidHead, index, sample.text(.init(endsBehindHead: true), suffix: "/"))
        }
        if segments.contains(where: \.isFree) {
            attempt(.androidEscapedSlash, index, sample.text(.init(segment: { _ in "a%2Fb" })))
        }
        if pattern.rest != nil { attempt(.androidEscapedSlash, index, sample.text(.init(rest: "a%2Fb"))) }
        if pattern.text.contains("%2F") { attempt(.androidEscapedSlash, index, sample.text()) }
        if pattern.text.contains("%2A") || pattern.text.contains("%3F") {
            let text = sample.text().replacing("%2A", with: "x").replacing("%3F", with: "x")
            attempt(.androidWildcard, index, text)
            attempt(.androidWildcard, index, sample.text())
        }
    }

    /// Paths as deep as a limited rest goes, of which what is a slash to Android makes deeper ones.
    private mutating func lookAtDeepest(of pattern: RoutePattern, _ index: Int, _ sample: SampleURL) {
        let count = RoutePattern.limitedRestDepth - pattern.segments.count
        guard count > 0 else { return }
        let rest = String(repeating: "x/", count: count - 1)
        attempt(.androidEscapedSlash, index, sample.text(.init(rest: rest + "a%2Fb")))
        attempt(.androidEndSlashes, index, sample.text(.init(rest: rest + "x"), suffix: "//"))
    }

    private mutating func lookAtItems(of pattern: RoutePattern, _ index: Int, _ sample: SampleURL) {
        for item in pattern.items where item.capture?.place != .optionalItem {
            attempt(.androidRepeatedItem, index, sample.text(repeated: item))
            attempt(.androidRepeatedItem, index, sample.text(repeated: item, second: ""))
            let second = sample.otherValue(item)
            attempt(.androidRepeatedItem, index, second.map { sample.text(repeated: item, second: $0) })
            attempt(.androidEscapedAmpersand, index, sample.text(.init(item: "a%26b")))
            attempt(.androidEscapedAmpersand, index, sample.text(.init(item: "%26b")))
            attempt(.androidSemicolon, index, sample.text(.init(item: ";b")))
        }
        if pattern.text.contains("%26") { attempt(.androidEscapedAmpersand, index, sample.text()) }
        if pattern.text.contains("%3B") { attempt(.androidSemicolon, index, sample.text()) }
    }

    // MARK: - Spelling

    /// URLs that are the same to one and not to the other.
    private mutating func lookAtSpelling(_ index: Int, _ sample: SampleURL) {
        attempt(.androidEndSlashes, index, sample.text(suffix: "//"))
        // Slashes stand for the free texts at the end of a pattern: one is the character, one is where it ends.
        let frees = set.routes[index].pattern.segments.reversed().prefix(while: \.isWholeFree).count
        for count in stride(from: 1, through: frees, by: 1) {
            let slashes = String(repeating: "/", count: 2 * count)
            attempt(.androidEndSlashes, index, sample.text(.init(rest: ""), dropping: count, suffix: slashes))
        }
        let parts = sample.text().split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.count > 1 ? "?" + parts[1] : ""
        let beginning = "https://\(host)/"
        attempt(.androidEscape, index, parts[0].escapingFirstLetter(after: beginning).map { $0 + query })
        attempt(.androidEscape, index, parts[0].loweringEscapes.map { $0 + query })
        guard let equals = query.firstIndex(of: "=") else { return }
        let name = String(query[...equals])
        attempt(.androidEscape, index, query.escapingFirstLetter(after: name).map { parts[0] + $0 })
        attempt(.androidEscape, index, query.loweringEscapes.map { parts[0] + $0 })
    }

    /// Queries that Android parts where the table does not.
    private mutating func lookAtSeparators(_ index: Int, _ sample: SampleURL) {
        let text = sample.text()
        guard let mark = text.firstIndex(of: "?") else { return }
        let (path, query) = (text[..<mark], text[text.index(after: mark)...])
        attempt(.androidSemicolon, index, "\(text);x=y")
        attempt(.androidSemicolon, index, "\(path)?x=y;\(query)")
        attempt(.androidEscapedAmpersand, index, "\(text)%26x=y")
        attempt(.androidEscapedAmpersand, index, "\(path)?x=y%26\(query)")
    }

    /// Other spellings of what the gateway answers itself: they are no reserved paths to the one or the other.
    mutating func lookAtReservedPaths() {
        let root = "https://\(host)/"
        for name in ["robots.txt", ".well-known"] {
            attempt(.androidEndSlashes, nil, root + name + "//")
            attempt(.androidEscape, nil, (root + name).escapingFirstLetter(after: root))
            attempt(.androidEscapedSlash, nil, root + name + "%2Fx")
            if !set.isCaseSensitive { attempt(.androidCase, nil, root + name.uppercased()) }
        }
    }

    private mutating func lookAtOptOut(_ index: Int, _ sample: SampleURL) {
        guard let optOut = set.optOut else { return }
        let text = sample.text()
        let (item, isAlone) = (optOut.queryItem, !text.contains("?"))
        let joined = text + (isAlone ? "?" : "&")
        attempt(.androidSemicolon, index, isAlone ? "\(text)?\(item)=;x" : nil)
        attempt(.androidSemicolon, index, isAlone ? "\(text)?x=y;\(item)=1" : "\(text);\(item)=1")
        attempt(.androidEscapedAmpersand, index, "\(joined)x=y%26\(item)=1")
        attempt(.androidEscapedAmpersand, index, "\(joined)\(item)=%26x")
        if !hasFound(.androidRepeatedItem) {
            attempt(.androidRepeatedItem, index, "\(joined)\(item)=1&\(item)=")
        }
        attempt(.androidEscape, index, "#\(optOut.fragment)".escapingFirstLetter(after: "#").map { text + $0 })
    }
}

extension PatternSegment {
    /// Whether any text is the whole segment.
    fileprivate var isWholeFree: Bool { PlanSegment(self).isFreeSegment }

    fileprivate var asksForDigits: Bool { if case .digits = capture?.values { true } else { false } }

    fileprivate var hasFreeTail: Bool {
        guard case .capture(let capture, _, let tail) = self, !tail.isEmpty else { return false }
        return capture.values == .any
    }

    /// Whether a free text or digits stand behind a head, and nothing behind them.
    fileprivate var hasOnlyHead: Bool {
        guard case .capture(let capture, let head, "") = self, !head.isEmpty else { return false }
        if case .listed = capture.values { return false }
        return true
    }
}

extension String {
    /// The text with the first letter or digit behind a beginning written as an escape; `nil` where there is none.
    fileprivate func escapingFirstLetter(after beginning: String) -> String? {
        guard hasPrefix(beginning) else { return nil }
        let start = index(startIndex, offsetBy: beginning.count)
        let found = self[start...].firstIndex { $0.isASCII && ($0.isLetter || $0.isNumber) }
        // What follows a percent sign is an escape already.
        guard let found, !self[start..<found].contains("%"), let byte = self[found].asciiValue else { return nil }
        return self[..<found] + "%" + String(byte, radix: 16, uppercase: true) + self[index(after: found)...]
    }

    /// The text with its escapes in small hex digits; `nil` where that is the same.
    fileprivate var loweringEscapes: String? {
        let parts = split(separator: "%", omittingEmptySubsequences: false)
        let lowered = parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
            text + "%" + part.prefix(2).lowercased() + part.dropFirst(2)
        }
        return lowered == self ? nil : lowered
    }

    /// The first character of a canonical literal, an escape as a whole.
    fileprivate var firstCharacterText: String {
        guard hasPrefix("%") else { return String(prefix(1)) }
        // An escape of several octets is one character.
        let octets = utf8.count >= 2 ? UInt8(dropFirst().prefix(2), radix: 16) ?? 0 : 0
        let count = octets < 0x80 ? 1 : octets < 0xE0 ? 2 : octets < 0xF0 ? 3 : 4
        return String(prefix(3 * count))
    }
}
