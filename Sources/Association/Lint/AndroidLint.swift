import DeepLinks
import JSONText

/// Judges an assetlinks file that could be read.
struct AndroidLint {
    private let document: AndroidDocument
    private var log = FindingLog()
    /// Compares the rules of all statements.
    private var search = DynamicSearch()

    /// Rules of an app that are compared with each other at most.
    private static let mostComparedRules = 500

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
        for fingerprint in document.fingerprints {
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
        }
        var seen: Set<String> = []
        for statement in document.statements + document.lowerCaseStatements {
            guard case .app(let package, let fingerprints) = statement.target else { continue }
            for fingerprint in fingerprints {
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
            if let rules = dynamic.rules {
                for rule in rules { checkPatterns(rule) }
                check(rules)
            }
        }
    }

    private mutating func checkPatterns(_ rule: AndroidDynamicRule) {
        for item in rule.items { log.checkItem(item.name, item.pattern) }
        if let path = rule.pathPattern {
            if path.value.hasPrefix("NOT ") {
                log.add(
                    .patternNotKeyword, at: path,
                    "NOT is of Apple's \"paths\"; here it is text that no path begins with",
                    advice: "write \"/\": \"\(path.value.dropFirst(4))\", \"exclude\": true")
            } else {
                log.checkPath(path.value, at: path, as: .android)
            }
        }
        for pattern in [rule.pathPattern, rule.fragment].compactMap(\.self) + rule.items.map(\.pattern) {
            if pattern.value.contains("$(") {
                log.add(
                    .variableOnAndroid, at: pattern, "Android has no variables, so this is plain text",
                    advice: "write a rule for each value, or use * or ?")
            }
            if !pattern.value.escapes.isEmpty {
                log.add(
                    .patternEncoded, at: pattern, "Android decodes the URL and not the pattern",
                    advice: "write the character itself")
            }
        }
    }

    /// Finds rules that an earlier one covers, and rules without which every decision is the same.
    private mutating func check(_ rules: [AndroidDynamicRule]) {
        let regions = rules.prefix(Self.mostComparedRules).map(DynamicRegion.init)
        if let rule = rules.dropFirst(regions.count).first {
            log.add(
                .checkedInPart, at: rule.path, rule.position,
                "there are more than \(Self.mostComparedRules) rules; those from here on were not compared",
                advice: "none; some of them may be unreachable")
        }
        let covers = covers(regions)
        for (place, cover) in covers.enumerated() {
            guard let cover else { continue }
            log.add(
                .unreachableRule, at: rules[place].path, rules[place].position,
                "the rule is never reached: \(rules[cover].path.pointer) decides all that it matches"
                    + (regions[place].example.map { ", \($0) for one" } ?? ""),
                advice: rules[cover].isExcluding == rules[place].isExcluding
                    ? "leave it out" : "put it ahead of that rule, or leave it out")
        }
        // Where none opens, the reader has said so; what was not compared may need any rule.
        if regions.count == rules.count, rules.contains(where: { !$0.isExcluding }) {
            for place in rules.indices where covers[place] == nil && isRedundant(place, rules, regions, covers) {
                log.add(
                    .redundantRule, at: rules[place].path, rules[place].position,
                    rules[place].isExcluding
                        ? "no later rule opens what this one excludes" : "a later rule opens all that this one does",
                    advice: "leave it out; every decision stays the same")
            }
        }
        if search.isExhausted, let rule = rules.first {
            log.add(
                .checkedInPart, at: rule.path, rule.position,
                "the patterns are too many, or too intricate, to be compared to the end",
                advice: "none; more rules than are named may be unreachable or needless")
        }
    }

    /// For each rule the first one that decides all that it matches.
    private mutating func covers(_ regions: [DynamicRegion]) -> [Int?] {
        var covers: [Int?] = []
        for region in regions {
            covers.append(covers.indices.first { covers[$0] == nil && regions[$0].covers(region, &search) })
        }
        return covers
    }

    /// Whether every decision is the same without a rule; `covers` has the rule that makes one unreachable.
    private mutating func isRedundant(
        _ place: Int, _ rules: [AndroidDynamicRule], _ regions: [DynamicRegion], _ covers: [Int?]
    ) -> Bool {
        let isExcluding = rules[place].isExcluding
        // What this rule covers is reached without it.
        for other in rules.indices.dropFirst(place + 1) where covers[other] ?? place == place {
            if rules[other].isExcluding != isExcluding {
                if regions[other].overlaps(regions[place], &search) { return false }
            } else if covers[other] == nil, regions[other].covers(regions[place], &search) {
                // Equal rules are not both to be left out.
                return true
            }
        }
        return isExcluding
    }
}
