/// The queries and fragments that rules of Apple's tell apart.
struct AppleTails {
    private let rules: [AppleMatcherRule]

    init(_ rules: [AppleMatcherRule]) { self.rules = rules }

    func tails(_ budget: inout ComparisonBudget) -> [URLTail] {
        var items: [ItemChoices] = []
        for (name, patterns) in itemPatterns {
            if let choices = choices(name, patterns, &budget) { items.append(choices) }
        }
        let texts = rules.compactMap { rule -> (TextPattern, Bool)? in
            guard case .text(let pattern, _) = rule.query else { return nil }
            return (pattern, rule.form.decodes)
        }
        // What both a whole text and items say of a query is only tried: with an item beside those, for one.
        if !texts.isEmpty, !items.isEmpty {
            budget.leaveOut(.queryForms)
            let named = Set(itemPatterns.map(\.name))
            let other = "zyxwvu".unicodeScalars.first { !named.contains([$0.value]) }
            items.append(ItemChoices(texts: [nil, other.map { "\($0)=1" }]))
        }
        let fragments = rules.compactMap { rule in rule.fragment.map { ($0, rule.form.decodes) } }
        return URLTail.combinations(
            items, queries: values(texts, .query, &budget).map(\.text),
            fragments: fragments.isEmpty
                ? [nil] : values(fragments, .fragment, &budget).map { $0.text.isEmpty ? nil : $0.text }, &budget)
    }

    /// The patterns of each item, by the first rule that names it.
    private var itemPatterns: [(name: [UInt32], patterns: [(TextPattern, Bool)])] {
        var places: [[UInt32]: Int] = [:]
        var patterns: [(name: [UInt32], patterns: [(TextPattern, Bool)])] = []
        for rule in rules {
            guard case .items(let items) = rule.query else { continue }
            for item in items {
                if let place = places[item.name] {
                    patterns[place].patterns.append((item.pattern, rule.form.decodes))
                } else {
                    places[item.name] = patterns.count
                    patterns.append((item.name, [(item.pattern, rule.form.decodes)]))
                }
            }
        }
        return patterns
    }

    /// What a query may have of an item; `nil` where no ordinary URL has its name.
    private func choices(
        _ name: [UInt32], _ patterns: [(TextPattern, Bool)], _ budget: inout ComparisonBudget
    ) -> ItemChoices? {
        let grammar = URLGrammar(.item, decodes: false)
        guard
            let text = grammar.text(name, without: [0x3D] + (patterns.contains(where: \.1) ? [URLGrammar.percent] : []))
        else { return nil }
        let values = values(patterns, .item, &budget)
        // An absent item and an empty one are the same.
        var texts: [String?] = [nil] + values.filter { !$0.text.isEmpty }.map { "\(text)=\($0.text)" }
        // Every occurrence has to match, so that two may match less than each.
        guard values.count <= 24 else { return ItemChoices(texts: texts) }
        var known = Set(values.map(\.patterns))
        for (index, first) in values.enumerated() {
            for second in values[(index + 1)...] {
                if known.insert(first.patterns.intersection(second.patterns)).inserted {
                    texts.append("\(text)=\(first.text)&\(text)=\(second.text)")
                }
            }
        }
        return ItemChoices(texts: texts)
    }

    private func values(
        _ patterns: [(TextPattern, Bool)], _ part: URLGrammar.Part, _ budget: inout ComparisonBudget
    ) -> [ValueSearch.Value] {
        guard !patterns.isEmpty else { return [] }
        var automaton = PatternAutomaton()
        for (pattern, decodes) in patterns { _ = automaton.add(pattern, decodes: decodes) }
        if let gap = automaton.gap { budget.leaveOut(gap) }
        return ValueSearch.values(&automaton, URLGrammar(part, decodes: automaton.hasDecoded), &budget)
    }
}

extension URLGrammar {
    /// Units as text, where an ordinary URL can have them as they are.
    func text(_ units: [UInt32], without others: [UInt32]) -> String? {
        var state = start
        var text = ""
        for unit in units {
            guard !others.contains(unit), let next = step(state, by: unit), let scalar = Unicode.Scalar(unit) else {
                return nil
            }
            state = next
            text.unicodeScalars.append(scalar)
        }
        return isEnd(state) ? text : nil
    }
}
