import JSONText

/// A pattern that is written in the manner of another program, where its marks mean something; here they are plain text.
struct ForeignPattern {
    /// In what manner.
    enum Form {
        /// A space at the beginning or the end.
        case spaces
        /// A backslash before a character, or in the place of a slash.
        case backslash
        /// A regular expression: `^/a/.*$`, `/(a|b)`, `/[0-9]+`.
        case regularExpression
        /// A template of routes: `/a/{id}`, `/a/:id`.
        case template
        /// An address without its scheme: `shop.example/a`.
        case host
    }

    let form: Form
    /// What is wrong with it, for people.
    let message: String
    /// What to write instead.
    let advice: String
    /// Whether it has characters that every URL has escaped.
    let hasRawCharacters: Bool

    /// Looks at a pattern without a keyword; `nil` where it has no such marks.
    init?(_ text: String) {
        // Nearly all patterns have nothing of the sort, and a file has thousands.
        guard text.utf8.contains(where: Self.mayBeMark) else { return nil }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        hasRawCharacters = text.unicodeScalars.contains(where: \.isEscapedInURLs)
        let trimmed = text.trimmingSpaces
        if text != trimmed {
            form = .spaces
            message = "the space around it is part of the pattern, and no URL has one there"
            advice = "write \(trimmed.quotedForMessage)"
        } else if Self.isRegularExpression(text, segments) {
            form = .regularExpression
            message = "this looks like a regular expression, and its marks are plain text here"
            advice = "write * for any text, ? for one character, and a rule for each alternative"
        } else if text.contains("\\") {
            form = .backslash
            message = "a backslash is plain text here"
            advice = text.contains("/") ? "leave the backslash out: it escapes nothing here" : "write slashes"
        } else if let plain = Self.withoutTemplate(segments) {
            form = .template
            message = "this looks like the template of a router, and its marks are plain text here"
            advice =
                "write \(plain.quotedForMessage), where * takes any text, slashes too, or ?* for at least a character"
        } else if let first = segments.first, segments.count > 1, Self.isHost(first) {
            form = .host
            message = "a pattern meets the path alone, which has no host"
            advice = "write \(String(text[first.endIndex...]).quotedForMessage)"
        } else {
            return nil
        }
    }

    /// Whether a byte is one that each of the forms has some of, or part of a character that may be a space.
    private static func mayBeMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "|"), UInt8(ascii: "("),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: byte <= 0x20 || byte >= 0x80
        }
    }

    private static func isRegularExpression(_ text: String, _ segments: [Substring]) -> Bool {
        let marks = ["\\d", "\\w", "(?:", "(.*)", "(.+)", "[^", "[0-9", "[a-z", "[A-Z", "]+", "]*", "\\/"]
        return text.hasPrefix("^") || text.hasSuffix("$") && text.hasPrefix("/") || text.contains("|")
            || marks.contains { text.contains($0) }
            || segments.contains { $0 == ".*" || $0 == ".+" || $0 == ".*$" }
    }

    /// The pattern with `*` for each part of a template; `nil` where it has none.
    private static func withoutTemplate(_ segments: [Substring]) -> String? {
        let plain = segments.map { segment -> String in
            if segment.hasPrefix(":"), segment.dropFirst().first?.isLetter ?? false { return "*" }
            var rest = segment
            var text = ""
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                let name = rest[open..<close].dropFirst()
                // As in a shell: `${lang}`.
                let isReference = rest[..<open].last == "$" && !name.isEmpty
                text += rest[..<open] + (isReference ? "(\(name))" : "*")
                rest = rest[close...].dropFirst()
            }
            return text + rest
        }.joined(separator: "/")
        return plain == segments.joined(separator: "/") ? nil : plain
    }

    /// Whether a first segment is a host: `shop.example`, and not `index.html`.
    private static func isHost(_ segment: Substring) -> Bool {
        let labels = segment.split(separator: ".", omittingEmptySubsequences: false)
        let files = ["html", "htm", "php", "asp", "aspx", "jsp", "jsf", "cgi", "do", "json", "xml", "js", "css"]
        guard labels.count > 1, let last = labels.last, last.utf8.count > 1, !files.contains(last.lowercased()) else {
            return false
        }
        return last.allSatisfy { $0.isASCII && $0.isLetter }
            && labels.allSatisfy {
                !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpaces: String {
        let inner = drop(while: \.isWhitespace)
        return inner.lastIndex { !$0.isWhitespace }.map { String(inner[...$0]) } ?? ""
    }
}
