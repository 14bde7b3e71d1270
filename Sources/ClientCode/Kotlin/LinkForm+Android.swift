import DeepLinks

/// What an intent filter can say of a form.
///
/// Android 15 sources: `IntentFilter.matchData` compares the decoded path; `PatternMatcher` reads advanced patterns
/// without ever going back.
extension LinkForm {
    /// Whether the paths can only be told by a pattern.
    var needsAndroidPattern: Bool { spelledOut.contains { $0.contains { $0.capture != nil } } }

    /// The path attributes that take every link of the form.
    var androidPaths: [String] {
        let hasRest = segments.contains(where: \.isRest)
        guard needsAndroidPattern else {
            return spelledOut.flatMap { segments -> [String] in
                let path = segments.map { "/" + $0.literalText.percentDecoded }.joined().manifestText
                // An empty path is an error to Android's lint.
                if path.isEmpty { return [hasRest ? "pathPrefix=\"/\"" : "path=\"/\""] }
                return ["path=\"\(path)\"", hasRest ? "pathPrefix=\"\(path)/\"" : "path=\"\(path)/\""]
            }
        }
        return spelledOut.flatMap { segments -> [String] in
            let pattern = segments.map { "/" + $0.androidPattern }.joined().manifestText
            let whole = "pathAdvancedPattern=\"\(pattern)/{0,1}\""
            return hasRest ? [whole, "pathAdvancedPattern=\"\(pattern)/.*\""] : [whole]
        }
    }

    /// What the attributes take beyond the form, for people.
    var androidExcess: [String] {
        var reasons: [String] = []
        if !items.allSatisfy(\.isOptional) { reasons.append("its query is not asked for") }
        if segments.contains(where: \.hasOpenEnd) { reasons.append("the end of a segment is not asked for") }
        if spelledOut.contains(where: { $0.contains { $0.listedTexts != nil } }) {
            reasons.append("any text is taken for a listed value")
        }
        if depthLimit != nil { reasons.append("a path may be deeper than 16 segments") }
        if segments.contains(where: \.hasEscapedSlash) { reasons.append("a slash is taken for its escape") }
        if mayBeReserved { reasons.append("paths that the gateway answers itself are taken too") }
        return reasons
    }

    /// Whether a link may have no path at all, and not even a slash: no attribute takes that.
    var mayBeBareHost: Bool { segments.allSatisfy(\.isRest) }

    /// Listed values are written out where that makes no more paths than these.
    private static let mostPaths = 32

    /// The segments before a rest, with each choice of listed values; as they are when there are too many choices.
    private var spelledOut: [[Segment]] {
        let fixed = segments.filter { !$0.isRest }
        var paths: [[Segment]] = [[]]
        for segment in fixed {
            let choices = segment.listedTexts.map { $0.map(Segment.literal) } ?? [segment]
            paths = paths.flatMap { path in choices.map { path + [$0] } }
            if paths.count > Self.mostPaths { return [fixed] }
        }
        return paths
    }
}

extension LinkForm.Segment {
    fileprivate var isRest: Bool { if case .rest = self { true } else { false } }

    /// The text of a literal.
    fileprivate var literalText: String { if case .literal(let text) = self { text } else { "" } }

    /// All texts that a listed capture makes of the segment.
    fileprivate var listedTexts: [String]? {
        guard case .capture(let capture, let head, let tail) = self, case .listed(let texts) = capture.values else {
            return nil
        }
        return texts.map { head + $0 + tail }
    }

    /// Whether the capture's end can only be found by going back, as Android's patterns never do.
    fileprivate var hasOpenEnd: Bool {
        guard case .capture(let capture, _, let tail) = self, let first = tail.utf8.first else { return false }
        return switch capture.values {
        case .any: true
        case .digits(let counts): counts.count > 1 && isDigit(first)
        case .listed: false
        }
    }

    fileprivate var hasEscapedSlash: Bool {
        switch self {
        case .literal(let text): text.contains("%2F")
        case .capture(_, let head, let tail):
            ([head, tail] + (listedTexts ?? [])).contains { $0.contains("%2F") }
        case .rest: false
        }
    }

    /// The segment as Android's advanced pattern.
    fileprivate var androidPattern: String {
        switch self {
        case .literal(let text): return text.percentDecoded.escapedForPattern
        case .rest: return ""
        case .capture(let capture, let head, let tail):
            let start = head.percentDecoded.escapedForPattern
            guard case .digits(let counts) = capture.values, !hasOpenEnd else { return "\(start)[^/]+" }
            let fixed = counts.lowerBound == counts.upperBound
            let range = fixed ? "\(counts.lowerBound)" : "\(counts.lowerBound),\(counts.upperBound)"
            return "\(start)[0-9]{\(range)}\(tail.percentDecoded.escapedForPattern)"
        }
    }
}

extension String {
    /// The text with what means something in a pattern escaped.
    fileprivate var escapedForPattern: String {
        map { ".*+[]{}\\^-".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// The text as a manifest's attribute: a backslash is written twice.
    fileprivate var manifestText: String {
        map { character in
            switch character {
            case "\\": "\\\\"
            case "&": "&amp;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
