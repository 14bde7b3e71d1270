/// The queries and fragments that dynamic rules tell apart.
struct AndroidTails {
    private let rules: [AndroidDynamicRule]

    init(_ rules: [AndroidDynamicRule]) { self.rules = rules }

    func tails(_ budget: inout ComparisonBudget) -> [URLTail] {
        var names: [String] = []
        for item in rules.flatMap(\.items) where !names.contains(item.name) { names.append(item.name) }
        var items: [ItemChoices] = []
        for name in names {
            let patterns = rules.flatMap(\.items).filter { $0.name == name }.map(\.pattern.value)
            if let choices = choices(name, patterns, &budget) { items.append(choices) }
        }
        let fragments = rules.compactMap(\.fragment?.value)
        return URLTail.combinations(
            items, queries: [], fragments: [nil] + values(fragments, .fragment, &budget).map { $0.text }, &budget)
    }

    /// What a query may have of an item; `nil` where no ordinary URL has its name.
    private func choices(
        _ name: String, _ patterns: [String], _ budget: inout ComparisonBudget
    ) -> ItemChoices? {
        let grammar = URLGrammar(.decodedItem, decodes: true)
        guard let text = grammar.text(name.unicodeScalars.map(\.value), without: [0x3D, URLGrammar.percent]) else {
            return nil
        }
        // A semicolon parts items only where there is no ampersand, and is not tried.
        if patterns.contains(where: { $0.contains(";") }) { budget.leaveOut(.semicolons) }
        let values = values(patterns, .decodedItem, &budget)
        var texts: [String?] = [nil] + values.map { "\(text)=\($0.text)" }
        // One occurrence that matches is enough, so that two may match more than each.
        guard values.count <= 24 else { return ItemChoices(texts: texts) }
        var known = Set(values.map(\.patterns))
        for (index, first) in values.enumerated() {
            for second in values[(index + 1)...] {
                if known.insert(first.patterns.union(second.patterns)).inserted {
                    texts.append("\(text)=\(first.text)&\(text)=\(second.text)")
                }
            }
        }
        return ItemChoices(texts: texts)
    }

    private func values(
        _ patterns: [String], _ part: URLGrammar.Part, _ budget: inout ComparisonBudget
    ) -> [ValueSearch.Value] {
        guard !patterns.isEmpty else { return [] }
        var automaton = PatternAutomaton()
        automaton.isUTF16 = true
        for pattern in patterns { _ = automaton.add(dynamic: pattern) }
        if let gap = automaton.gap { budget.leaveOut(gap) }
        return ValueSearch.values(&automaton, URLGrammar(part, decodes: true), &budget)
    }
}
