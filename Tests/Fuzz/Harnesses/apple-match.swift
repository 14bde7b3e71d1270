import Association
import DeepLinks
import JSONText

/// Fuzzes Apple's matcher: the last line is what follows the host of a URL, the lines before it are a document or, where
/// they do not begin with `{`, rules that one is made of.
///
/// Laws: rules that were made are decided as their definition says. An explanation decides as the plain answer does, and
/// a slash at the end of the path changes nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = String(validating: input(start, count)) else { return 0 }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let tail = lines.popLast(), tail.isEmpty || "/?#".contains(tail.first ?? " "),
        let url = try? LinkURL("https://go.shop.example\(tail)")
    else { return 0 }
    if lines.first?.first == "{" {
        guard let document = try? AppleDocument(Array(lines.joined(separator: "\n").utf8)) else { return 0 }
        check(AppleMatcher(document), url, tail)
        _ = AppleMatcher(document, slashes: .collapsed).decision(url, app: app)
    } else {
        let rules = lines.map(Rule.init)
        guard let document = try? AppleDocument(Rule.document(rules)) else { preconditionFailure("own text refused") }
        let matcher = AppleMatcher(document)
        check(matcher, url, tail)
        // References are left to documents.
        guard !rules.contains(where: { $0.pattern.contains("$(") }) else { return 0 }
        let first = rules.first { $0.covers(url) }
        let isOpen = matcher.decision(url, app: app).outcome == .open
        expect(isOpen == first.map { !$0.isExcluding } ?? false, "\(url) is decided by \(first?.pattern ?? "none")")
    }
    return 0
}

private let app = "7Q2MX9RK4T.example.shop"

private func check(_ matcher: AppleMatcher, _ url: LinkURL, _ tail: Substring) {
    let end = tail.firstIndex { $0 == "?" || $0 == "#" } ?? tail.endIndex
    let slashed = try? LinkURL("https://go.shop.example\(tail[..<end])/\(tail[end...])")
    for app in Array(matcher.apps) + [app] {
        let decision = matcher.decision(url, app: app)
        let explanation = matcher.explanation(url, app: app)
        expect(explanation.decision.outcome == decision.outcome, "\(url) is explained otherwise")
        expect(explanation.decision.rule?.path == decision.rule?.path, "\(url) is explained by another rule")
        expect(decision.reason == .rule || decision.outcome == .browser, "\(url) opens by no rule")
        if let slashed {
            expect(matcher.decision(slashed, app: app).outcome == decision.outcome, "a slash behind \(url) counts")
        }
    }
}

/// A rule in one line: flags, and a pattern of the path; matched as slowly and simply as can be.
private struct Rule {
    let isExcluding: Bool
    let folds: Bool
    let pattern: String

    /// Reads a line: `!` excludes, `~` folds case.
    init(_ line: Substring) {
        let flags = line.prefix { $0 == "!" || $0 == "~" }
        isExcluding = flags.contains("!")
        folds = flags.contains("~")
        pattern = String(line.dropFirst(flags.count))
    }

    static func document(_ rules: [Rule]) -> [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.name("applinks")
            writer.object { writer in
                writer.name("details")
                writer.array { writer in
                    writer.object { writer in
                        writer.member("appIDs", [app])
                        writer.name("components")
                        writer.array { writer in
                            for rule in rules {
                                writer.object { writer in
                                    writer.member("/", rule.pattern)
                                    writer.member("exclude", rule.isExcluding)
                                    writer.member("caseSensitive", !rule.folds)
                                }
                            }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    func covers(_ url: LinkURL) -> Bool {
        let fold = { (text: String) in
            text.unicodeScalars.map { (0x41...0x5A).contains($0.value) && folds ? $0.value + 0x20 : $0.value }
        }
        // Slashes at both ends of a pattern, and at the end of a path, do not count; the path's first is one slash.
        let trimmed = Self.trimmed(fold(pattern).drop { $0 == Self.slash })
        let text = Self.trimmed(fold(String(decoding: url.path.dropFirst(), as: UTF8.self))[...])
        if Self.covers(trimmed, text) { return true }
        // `/a/*` is `/a` too.
        guard trimmed.last == Self.star, trimmed.dropLast().last == Self.slash else { return false }
        return Self.covers(Self.trimmed(trimmed.dropLast(2)), text)
    }

    private static let slash = UInt32(UInt8(ascii: "/"))
    private static let star = UInt32(UInt8(ascii: "*"))
    private static let any = UInt32(UInt8(ascii: "?"))

    private static func trimmed(_ text: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        text.prefix(upTo: text.lastIndex { $0 != slash }.map { $0 + 1 } ?? text.startIndex)
    }

    /// Whether a pattern covers a text: for each end of the text in turn, what beginnings of the pattern reach it.
    private static func covers(_ pattern: ArraySlice<UInt32>, _ text: ArraySlice<UInt32>) -> Bool {
        var reached = [true]
        for unit in pattern { reached.append(reached[reached.count - 1] && unit == star) }
        for character in text {
            var next = [false]
            for (index, unit) in pattern.enumerated() {
                let isTaken = reached[index] && (unit == any || unit == character)
                next.append(unit == star ? reached[index + 1] || next[index] : isTaken)
            }
            reached = next
        }
        return reached[reached.count - 1]
    }
}
