/// Spells the rules of a plan as AASA components.
struct AppleRuleWriter {
    /// The variables used so far, by all apps.
    private(set) var variables = AppleVariables()

    /// The components of a plan, in its order, for an entry whose defaults fold case or not.
    mutating func components(_ plan: AssociationPlan, of table: PlanTable, folds: Bool) -> [AppleComponent] {
        var components: [AppleComponent] = []
        for step in plan.steps {
            switch step {
            case .guard(let depth):
                components.append(AppleComponent(path: AppleSpelling.guarding(depth), isExcluding: true))
            case .rule(let index, let form):
                let rule = table.rules[index]
                if index < table.aheadCount {
                    components.append(ahead(rule, folds: folds))
                } else {
                    components.append(
                        AppleComponent(
                            path: path(of: rule, form), items: items(of: rule), isExcluding: rule.isExcluding))
                }
            }
        }
        return components
    }

    /// The opt-out, for any path; a fragment keeps its case where paths fold theirs.
    private func ahead(_ rule: PlanRule, folds: Bool) -> AppleComponent {
        let hasLetters = rule.fragment?.utf8.contains { (0x61...0x7A).contains($0 | 0x20) } ?? false
        return AppleComponent(
            items: items(of: rule), fragment: rule.fragment, isExcluding: true,
            isCaseSensitive: folds && hasLetters ? true : nil)
    }

    private func items(of rule: PlanRule) -> [AppleComponent.Item] {
        // An absent item counts as an empty one, which `*` would match.
        rule.items.map { AppleComponent.Item(name: $0.name, pattern: $0.value ?? "?*") }
    }

    private mutating func path(of rule: PlanRule, _ form: AssociationPlan.Form) -> String {
        var path = ""
        for segment in rule.segments { path += "/\(text(of: segment))" }
        return path + AppleSpelling.end(of: rule, form)
    }

    private mutating func text(of segment: PlanSegment) -> String {
        switch segment {
        case .literal(let text): return text
        case .listed(let values, let head, let tail): return "\(head)\(variables.reference(to: values))\(tail)"
        case .free(let head, let tail): return "\(head)?*\(tail)"
        case .digits(let range, let head, let tail):
            // A reference is one digit or two.
            let digit = range.count == 1 ? "$(digit)" : variables.reference(to: AppleVariables.digits)
            return "\(head)\(String(repeating: digit, count: range.lowerBound))\(tail)"
        }
    }
}
