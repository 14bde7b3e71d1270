import DeepLinks

/// The dynamic rules of an app made ready for many URLs: it decides as ``AndroidMatcher`` does, and does not say why.
struct AndroidRuleProgram {
    private struct Rule {
        let path: DynamicPattern?
        let items: [(name: [UInt16], pattern: DynamicPattern)]
        let fragment: DynamicPattern?
        let isExcluding: Bool
    }

    private let rules: [Rule]

    /// Makes the program of rules, in their order.
    init(_ rules: [AndroidDynamicRule]) {
        self.rules = rules.map { rule in
            Rule(
                path: rule.pathPattern.map { DynamicPattern($0.value) },
                items: rule.items.map { (Array("\($0.name)=".utf16), DynamicPattern($0.pattern.value)) },
                fragment: rule.fragment.map { DynamicPattern($0.value) }, isExcluding: rule.isExcluding)
        }
    }

    /// How many rules there are.
    var count: Int { rules.count }

    /// Whether the app opens a URL.
    func opens(_ url: AndroidURL) -> Bool {
        let path = Array(url.path.utf16)[...]
        let items = url.items.map { Array($0.utf16) }
        let fragment = url.fragment.map { Array($0.utf16)[...] }
        let decider = rules.first { rule in
            if let pattern = rule.path, !pattern.matches(path) { return false }
            for (name, pattern) in rule.items {
                // One occurrence is enough.
                let isMet = items.contains { $0.starts(with: name) && pattern.matches($0[name.count...]) }
                if !isMet { return false }
            }
            guard let pattern = rule.fragment else { return true }
            return fragment.map(pattern.matches) ?? false
        }
        return decider.map { !$0.isExcluding } ?? false
    }
}
