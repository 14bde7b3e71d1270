import DeepLinks
import JSONText

/// Judges an assetlinks file that could be read.
struct AndroidLint {
    private let document: AndroidDocument
    private var log = FindingLog()

    init(_ document: AndroidDocument) { self.document = document }

    /// The reader's findings and one's own.
    func findings() -> [Finding] {
        var lint = self
        lint.checkFingerprints()
        lint.checkDynamicRules()
        return document.findings + lint.log.findings
    }

    /// The debug key of React Native's template, which everybody has; found in the files of unrelated sites.
    private static let debugFingerprint =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"

    private mutating func checkFingerprints() {
        var seen: Set<String> = []
        for statement in document.statements {
            guard case .app(let package, let fingerprints) = statement.target else { continue }
            for fingerprint in fingerprints {
                if fingerprint.value == Self.debugFingerprint {
                    log.add(
                        .fingerprintDebug, at: fingerprint,
                        "this is the debug key of React Native's template: anybody can sign an app with it",
                        advice: "take it out, and sign with a key of your own")
                } else if CertificateFingerprint(fingerprint.value)?.isSample == true {
                    log.add(
                        .fingerprintSample, at: fingerprint, "this is a sample, not the fingerprint of a certificate",
                        advice: "write the fingerprint that the store shows for the app's signing key")
                }
                for relation in statement.relations
                where !seen.insert("\(relation.value) \(package.value) \(fingerprint.value)").inserted {
                    log.add(
                        .fingerprintRepeated, at: fingerprint, "the fingerprint was given for this app before",
                        advice: "leave one out")
                    break
                }
            }
        }
    }

    private mutating func checkDynamicRules() {
        var seen: Set<String> = []
        for statement in document.statements {
            guard let dynamic = statement.dynamicRules, case .app(let package, _) = statement.target else { continue }
            if !seen.insert(package.value).inserted {
                log.add(
                    .dynamicRepeated, at: dynamic.path, dynamic.position,
                    "the app has dynamic rules in an earlier statement too; which ones count is not defined",
                    advice: "keep all rules of an app in one statement")
            }
            guard let rules = dynamic.rules else { continue }
            for (place, rule) in rules.enumerated() {
                guard let cover = rules[..<place].first(where: { $0.covers(rule) }) else { continue }
                log.add(
                    .unreachableRule, at: rule.path, rule.position,
                    "the rule is never reached: \(cover.path.pointer) decides all that it matches",
                    advice: cover.isExcluding == rule.isExcluding ? "leave it out" : "put it ahead of that rule")
            }
        }
    }
}

extension AndroidDynamicRule {
    /// Whether it plainly holds all that the other does: each of its parts is the same or takes anything that is there.
    fileprivate func covers(_ other: AndroidDynamicRule) -> Bool {
        if let pattern = pathPattern?.value, pattern != "*", pattern != other.pathPattern?.value { return false }
        if let pattern = fragment?.value {
            guard let inner = other.fragment?.value, pattern == "*" || pattern == inner else { return false }
        }
        return items.allSatisfy { item in
            other.items.contains {
                $0.name == item.name && (item.pattern.value == "*" || item.pattern.value == $0.pattern.value)
            }
        }
    }
}
