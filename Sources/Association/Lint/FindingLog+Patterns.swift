import JSONText

/// Where a pattern of the path stands.
enum PatternPlace {
    /// In a component of Apple's.
    case component
    /// In `paths`.
    case legacy
    /// In a dynamic rule of Android's.
    case android
}

extension FindingLog {
    /// Reports what is wrong with a pattern of the path.
    ///
    /// - Parameters:
    ///   - text: The pattern, without a keyword.
    ///   - located: Where it stands.
    ///   - place: In what.
    mutating func checkPath(_ text: String, at located: Located<String>, as place: PatternPlace) {
        if let end = text.firstRange(of: "://")?.upperBound, text.prefix(4).lowercased() == "http" {
            add(
                .patternURL, at: located, "a pattern meets the path alone, which has no scheme and no host",
                advice: "write \"\(text[end...].drop { $0 != "/" })\"")
            return
        }
        let foreign = ForeignPattern(text)
        // On Apple's systems raw characters have a finding of their own, with this advice.
        if let foreign, place == .android || !foreign.hasRawCharacters {
            add(.patternForeign, at: located, foreign.message, advice: foreign.advice)
            if place == .android, foreign.form == .host || foreign.form == .spaces { return }
        }
        checkSegments(text, at: located, as: place)
        checkOtherParts(text, at: located, as: place)
        if place == .android {
            guard let first = text.first, !"/*?".contains(first) else { return }
            add(
                .patternSlashMissing, at: located, "every path begins with a slash, so this matches nothing",
                advice: "write \"/\(text)\"")
        } else if text.hasPrefix("*/"), text != "*/" {
            add(
                .patternLeadingStar, at: located,
                "the slash that paths begin with is matched already, so \(text.quotedForMessage) is read as"
                    + " \("/\(text)".quotedForMessage), which needs a second one",
                advice: "add a rule without \"*/\" for the top level")
        }
    }

    private mutating func checkSegments(_ text: String, at located: Located<String>, as place: PatternPlace) {
        let inner = text.drop { $0 == "/" }
        let trimmed = inner.prefix(
            upTo: inner.lastIndex { $0 != "/" }.map { inner.index(after: $0) } ?? inner.startIndex)
        if trimmed.contains("//") {
            add(
                .patternDoubleSlash, at: located,
                place == .android
                    ? "only URLs with \"//\" in their path match" : "what \"//\" inside a pattern matches is not known",
                advice: "write one slash")
        }
        let dots = [".", "..", "%2e", "%2e.", ".%2e", "%2e%2e"]
        if text.lowercased().split(separator: "/").contains(where: { dots.contains(String($0)) }) {
            add(
                .patternDotSegment, at: located, "browsers resolve dot segments before they open a URL",
                advice: "write the path that is left")
        }
        if place != .android, text.contains(";") {
            add(
                .patternSemicolon, at: located, "what a path with \";\" is matched against is not known",
                advice: "use * in its place")
        }
    }

    /// Reports what looks like a fragment or a query.
    private mutating func checkOtherParts(_ text: String, at located: Located<String>, as place: PatternPlace) {
        if text.contains("#") {
            let path = text.prefix { $0 != "#" }
            let fragment = "\"#\": \"\(text.dropFirst(path.count + 1))\""
            add(
                .patternFragment, at: located,
                place == .android
                    ? "a path has \"#\" only where it is escaped: what follows it is the fragment"
                    : "no path has \"#\", so this matches nothing: what follows it is the fragment",
                advice: place == .legacy
                    ? "use \"components\": [{\"/\": \"\(path)\", \(fragment)}]" : "write it as \(fragment)")
        }
        let isQuestion = text.namesQueryItem
        if isQuestion || text.namesItem(behind: "&") {
            add(
                .patternQuery, at: located,
                "\"\(isQuestion ? "?" : "&")\" is \(isQuestion ? "one character" : "plain text") of the path here; the query is no part of it",
                advice: (place == .legacy ? "use \"components\", with " : "write ")
                    + "the query as \"?\": {\"name\": \"pattern\"}")
        }
    }

    /// Reports what no item of a query has.
    mutating func checkItem(_ name: String, _ pattern: Located<String>) {
        if name.hasPrefix("?") {
            add(
                .queryItemForm, at: pattern,
                "the query is what follows \"?\", so no item of an ordinary URL has this name",
                advice: "write \(String(name.drop { $0 == "?" }).quotedForMessage)")
        }
        if let mark = name.first(where: { "=&#".contains($0) }) {
            add(
                .queryItemForm, at: pattern, "\"\(mark)\" ends the name of an item, so no item has this one",
                advice: "write \"\(name.prefix { $0 != mark })\": the name without what follows it")
        }
        if let mark = pattern.value.first(where: { "&#".contains($0) }) {
            add(
                .queryItemForm, at: pattern, "\"\(mark)\" ends the value of an item, so this matches nothing",
                advice: mark == "&" ? "name each item by itself" : "write the fragment as \"#\": \"pattern\"")
        }
    }
}
