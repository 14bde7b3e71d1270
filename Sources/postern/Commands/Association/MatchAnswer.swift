import Association
import CommandLine
import DeepLinks
import JSONText

/// Where a URL opens by an association file, and why, as it is shown.
struct MatchAnswer {
    /// A rule that did not match.
    struct Earlier {
        let pointer: String
        let line: Int
        let part: String
        let pattern: String
        /// What the URL has there; `nil` where it has nothing.
        let found: String?
    }

    let url: LinkURL
    let outcome: LinkOutcome
    let pointer: String?
    let reason: String
    var earlier: [Earlier] = []
    /// What iOS 12 and earlier decide, where that differs.
    var legacy: LinkOutcome?
    /// What the answer rests on that no source says.
    var doubts: [MatchDoubt] = []

    /// A file of which nothing counts.
    init(unreadable url: LinkURL) {
        self.url = url
        outcome = .browser
        pointer = nil
        reason = "the platform cannot read the file"
    }

    init(_ url: LinkURL, _ explanation: AppleExplanation, _ doubts: [MatchDoubt]) {
        self.url = url
        self.doubts = doubts
        outcome = explanation.decision.outcome
        pointer = explanation.decision.rule?.path.pointer
        reason = explanation.decision.reason.text
        earlier = explanation.earlier.map { trace in
            let (part, pattern, found) = trace.mismatch.texts
            return Earlier(
                pointer: trace.path.pointer, line: trace.position.line, part: part, pattern: pattern, found: found)
        }
        legacy = explanation.legacy?.outcome
    }

    init(_ url: LinkURL, _ decision: AndroidDecision, _ doubts: [MatchDoubt]) {
        self.url = url
        self.doubts = doubts
        outcome = decision.outcome
        pointer = decision.rule?.path.pointer
        reason = decision.reason.text
        earlier = decision.earlier.map { trace in
            let (part, pattern, found) = trace.mismatch.texts
            return Earlier(
                pointer: trace.path.pointer, line: trace.position.line, part: part, pattern: pattern, found: found)
        }
    }

    /// Outcome, URL and pointer, parted by tabs.
    var line: String { "\(outcome.rawValue)\t\(printable(url.description))\t\(printable(pointer ?? "-"))\n" }

    /// The explanation, a line for each rule.
    var lines: String {
        let rules = earlier.map { rule in
            let found = rule.found.map { "the URL has \($0.quotedForMessage)" } ?? "the URL has none"
            return
                "    not \(printable(rule.pointer)) (line \(rule.line)): \(rule.part) is to be \(rule.pattern.quotedForMessage), \(found)\n"
        }
        return rules.joined() + "    \(reason)\n"
    }

    /// What to say beside the answer, a message each.
    var notes: [String] {
        let place = printable(url.description)
        let doubts = doubts.map { doubt in
            "\(place): not certain: \(doubt.message)" + (doubt.path.map { " (\(printable($0.pointer)))" } ?? "")
        }
        return (legacy.map { ["\(place): on iOS 12 and earlier: \($0)"] } ?? []) + doubts
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("url", url.description)
            writer.member("outcome", outcome.rawValue)
            writer.name("rule")
            if let pointer { writer.write(pointer) } else { writer.writeNull() }
            writer.member("reason", reason)
            writer.name("legacy")
            if let legacy { writer.write(legacy.rawValue) } else { writer.writeNull() }
            writer.name("doubts")
            writer.array { writer in
                for doubt in doubts {
                    writer.object { writer in
                        writer.member("code", doubt.kind.rawValue)
                        writer.name("pointer")
                        if let path = doubt.path { writer.write(path.pointer) } else { writer.writeNull() }
                        writer.member("message", doubt.message)
                    }
                }
            }
            writer.name("earlier")
            writer.array { writer in
                for rule in earlier {
                    writer.object { writer in
                        writer.member("rule", rule.pointer)
                        writer.member("line", rule.line)
                        writer.member("part", rule.part)
                        writer.member("pattern", rule.pattern)
                        writer.name("found")
                        if let found = rule.found { writer.write(found) } else { writer.writeNull() }
                    }
                }
            }
        }
    }
}

extension AppleDecision.Reason {
    fileprivate var text: String {
        switch self {
        case .rule: "this rule matches"
        case .noRule: "no rule of the app matches"
        case .noEntry: "no entry names the app"
        case .noEmptyApps: "iOS 12 and earlier need an empty \"apps\""
        case .otherHost: "the URL is of another host than the file"
        case .port: "the URL has a port, and a domain of an app has none"
        }
    }
}

extension AndroidDecision.Reason {
    fileprivate var text: String {
        switch self {
        case .manifest: "the statement vouches for the app; its manifest decides which paths open it"
        case .discardedRules: "the dynamic rules are malformed and discarded; the manifest decides which paths open it"
        case .rule: "this rule matches, on Android 15 and later; before, the manifest decides"
        case .noRule: "no dynamic rule matches, on Android 15 and later; before, the manifest decides"
        case .noStatement: "no statement lets the package open links"
        case .otherFingerprint: "the package is listed, but not with this fingerprint"
        case .port: "the URL has a port, and verified links have none"
        }
    }
}

extension AppleMismatch {
    fileprivate var texts: (part: String, pattern: String, found: String?) {
        switch self {
        case .path(let pattern, let text): ("path", pattern, text)
        case .query(let pattern, let text): ("query", pattern, text)
        case .item(let name, let pattern, let values):
            ("item \(name)", pattern, values.isEmpty ? nil : values.joined(separator: ", "))
        case .fragment(let pattern, let text): ("fragment", pattern, text)
        }
    }
}

extension AndroidRuleTrace.Mismatch {
    fileprivate var texts: (part: String, pattern: String, found: String?) {
        switch self {
        case .path(let pattern, let text): ("path", pattern, text)
        case .item(let name, let pattern, let values):
            ("item \(name)", pattern, values.isEmpty ? nil : values.joined(separator: ", "))
        case .fragment(let pattern, let text): ("fragment", pattern, text)
        }
    }
}
