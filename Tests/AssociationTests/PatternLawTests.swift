import Association
import DeepLinks
import Foundation
import TestSupport
import Testing

/// Laws of patterns, against a matcher that is too slow and too simple to be wrong.
@Suite struct PatternLawTests {
    static let values = ["a", "ab", "b*"]
    static let others = ["", "aa", "b/a", "abababababababababab"]

    /// Whether a pattern covers a text, by its definition; `$(v)` is one of ``values``, `$(w)` one of ``others``.
    private func covers(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if pattern.hasPrefix("$(v)") { return Self.values.contains { covers($0 + pattern.dropFirst(4), text) } }
        if pattern.hasPrefix("$(w)") { return Self.others.contains { covers($0 + pattern.dropFirst(4), text) } }
        if first == "*" {
            return covers(pattern.dropFirst(), text) || (!text.isEmpty && covers(pattern, text.dropFirst()))
        }
        guard let next = text.first, first == "?" || first == next else { return false }
        return covers(pattern.dropFirst(), text.dropFirst())
    }

    /// The pattern with each choice of values for its variables.
    private func written(_ pattern: String) -> [String] {
        for (name, values) in [("$(v)", Self.values), ("$(w)", Self.others)] {
            guard let place = pattern.range(of: name) else { continue }
            return values.flatMap { written(pattern.replacingCharacters(in: place, with: $0)) }
        }
        return [pattern]
    }

    private func texts(upTo length: Int, of letters: [String]) -> [String] {
        var all = [""]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { text in letters.map { text + $0 } }
            all += last
        }
        return all
    }

    private func pattern(_ pieces: [String], _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }

    private func matcher(_ components: String) throws -> (AppleMatcher, [UInt8]) {
        let quoted = { (values: [String]) in values.map { "\"\($0)\"" }.joined(separator: ",") }
        let json = Array(
            #"""
            {"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"components":[\#(components)]}],
            "substitutionVariables":{"v":[\#(quoted(Self.values))],"w":[\#(quoted(Self.others))]}}}
            """#.utf8)
        return (AppleMatcher(try AppleDocument(json)), json)
    }

    @Test func `patterns cover what their definition says`() throws {
        var generator = SeededGenerator(seed: 67)
        let texts = texts(upTo: 5, of: ["a", "b"])
        let urls = try texts.map { try LinkURL("https://go.acme.example/#\($0)") }
        for _ in 0..<150 {
            let pattern = pattern(["a", "b", "*", "?", "$(v)"], &generator)
            let (matcher, _) = try matcher(##"{"#":"\##(pattern)"}"##)
            for (text, url) in zip(texts, urls) {
                let isOpen = matcher.decision(url, app: "7Q2MX9RK4T.example.shop").outcome == .open
                #expect(isOpen == covers(pattern[...], text[...]), "\(pattern) \(text)")
            }
        }
    }

    @Test func `patterns cover paths without the slashes at both ends, and without their own rest`() throws {
        var generator = SeededGenerator(seed: 71)
        let long = ["abababababababababab", "abababababababababab/a", "aababa/b/b"]
        let texts = texts(upTo: 5, of: ["a", "b", "/"]) + long
        let urls = try texts.map { try LinkURL("https://go.acme.example/\($0)") }
        for _ in 0..<150 {
            let pattern = pattern(["a", "b", "/", "$(v)", "$(w)", "$(w)", "*", "/*"], &generator)
            let (matcher, _) = try matcher(#"{"/":"/\#(pattern)"}"#)
            // Slashes are where they stand once the values are in.
            let covering = written(pattern).flatMap { text -> [Substring] in
                let full = text.drop { $0 == "/" }.trimmingSuffix("/")
                return full.hasSuffix("/*") ? [full, full.dropLast(2).trimmingSuffix("/")] : [full]
            }
            for (text, url) in zip(texts, urls) {
                let path = text[...].trimmingSuffix("/")
                let isOpen = matcher.decision(url, app: "7Q2MX9RK4T.example.shop").outcome == .open
                let isCovered = covering.contains { covers($0, path) }
                #expect(isOpen == isCovered, "\(pattern) \(text)")
            }
        }
    }

    @Test func `a rule is called unreachable exactly where no short path reaches it`() throws {
        var generator = SeededGenerator(seed: 25)
        let app = "7Q2MX9RK4T.example.shop"
        let urls = try texts(upTo: 6, of: ["a", "b", "x", "/"]).map { try LinkURL("https://go.acme.example/\($0)") }
        var unreachable = 0
        for _ in 0..<150 {
            let pieces = ["a", "a", "/", "/", "*", "?", "$(v)"]
            let rules = (0..<2).map { _ in #"{"/":"/\#(pattern(pieces, &generator))"}"# }
            let (_, json) = try matcher(rules.joined(separator: ","))
            let isFound = AssociationLint.findings(json, kind: .aasa).contains { $0.code == .unreachableRule }
            let (first, _) = try matcher(rules[0])
            let (second, _) = try matcher(rules[1])
            let own = urls.first {
                second.decision($0, app: app).outcome == .open && first.decision($0, app: app).outcome == .browser
            }
            let hasAny = urls.contains { second.decision($0, app: app).outcome == .open }
            // What matches one only if it is long is not seen here.
            if hasAny { #expect(isFound == (own == nil), "\(rules) \(own?.description ?? "none")") }
            unreachable += isFound ? 1 : 0
        }
        #expect(unreachable > 10)
    }
}

extension Substring {
    /// The text without characters of one kind at the end.
    fileprivate func trimmingSuffix(_ character: Character) -> Substring {
        self[..<(lastIndex { $0 != character }.map { index(after: $0) } ?? startIndex)]
    }
}
