import DeepLinks
import JSONText

/// Compares two files of Apple's.
struct AppleComparer {
    private let old: AppleMatcher
    private let new: AppleMatcher
    private let origin: String
    private var budget: ComparisonBudget

    init(_ old: AppleDocument, _ new: AppleDocument, host: String, _ limits: ComparisonLimits) {
        self.old = AppleMatcher(old)
        self.new = AppleMatcher(new)
        origin = "https://\(host)"
        budget = ComparisonBudget(limits)
    }

    /// Compares the rules of apps.
    mutating func differences(_ apps: [String]) -> (found: [FateDifference], further: Int, gaps: Set<ComparisonGap>) {
        var differences: [FateDifference] = []
        var further = 0
        // Apps with the same rules are compared once.
        var known: [[JSONPath?]: (kept: [FateComparer.Witness], further: Int)] = [:]
        for app in apps {
            let rules = (old.rules(of: app), new.rules(of: app))
            let key = rules.0.map { $0.place.path as JSONPath? } + [nil] + rules.1.map { $0.place.path as JSONPath? }
            let result = known[key] ?? compare(rules.0, rules.1, app)
            known[key] = result
            further += result.further
            differences += result.kept.map {
                FateDifference(app: .apple(app), url: $0.url, old: $0.fates.old, new: $0.fates.new)
            }
        }
        return (differences, further, budget.gaps)
    }

    private mutating func compare(
        _ oldRules: [AppleMatcherRule], _ newRules: [AppleMatcherRule], _ app: String
    ) -> (kept: [FateComparer.Witness], further: Int) {
        // Patterns that are written alike need no search, which some would not end.
        if oldRules.elementsEqual(newRules, by: { $0.decidesAlike($1) }) { return ([], 0) }
        var automaton = PatternAutomaton()
        let olds = compared(oldRules, &automaton)
        let news = compared(newRules, &automaton)
        let all = oldRules + newRules
        var forms: [MatchableURL.FormKey] = []
        for rule in all where !forms.contains(rule.form) { forms.append(rule.form) }
        let hasItems = all.contains(where: \.hasItems)
        let (old, new) = (old, new)
        var comparer = FateComparer(
            origin: origin, grammar: URLGrammar(.trimmedPath, decodes: automaton.hasDecoded), automaton: automaton,
            old: olds, new: news, tails: AppleTails(all).tails(&budget),
            holds: { url in
                let texts = MatchableURL(url, forms: forms, reading: AppleReading(), hasItems: hasItems)
                let holds = { (rule: AppleMatcherRule) in
                    rule.failureBehindPath(texts.form(rule.formIndex)) == nil
                }
                return (oldRules.map(holds), newRules.map(holds))
            },
            fates: { url in
                let (left, right) = (old.decision(url, app: app), new.decision(url, app: app))
                return (LinkFate(left.outcome, left.rule?.path), LinkFate(right.outcome, right.rule?.path))
            })
        return comparer.witnesses(&budget)
    }

    private func compared(_ rules: [AppleMatcherRule], _ automaton: inout PatternAutomaton) -> [ComparedRule] {
        let everything = TextPattern(tokens: [.star], folds: false)
        return rules.enumerated().map { index, rule in
            let patterns = rule.path?.alternatives ?? [everything]
            return ComparedRule(
                index: index, patterns: patterns.map { automaton.add($0, decodes: rule.form.decodes) },
                opens: rule.place.value == .open)
        }
    }
}

extension AppleDocument {
    /// The apps of the links, by their first entry.
    var linkedApps: [String] {
        var seen: Set<String> = []
        return (applinks?.entries ?? []).flatMap { $0.appIDs(for: .current).map(\.value) }.filter {
            seen.insert($0).inserted
        }
    }

    /// What it grants beside links.
    var grants: [Grant] {
        services.flatMap { service in
            service.apps.map { Grant(name: service.kind.rawValue, subject: $0.value, place: $0.path) }
        }
    }
}
