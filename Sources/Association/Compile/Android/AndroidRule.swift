import JSONText

/// One rule of `dynamic_app_link_components`; what it does not name matches anything.
struct AndroidRule: Equatable {
    /// A pattern of the path; `nil` is any.
    var path: String?
    /// The query items that are asked for.
    var items: [PlanRule.Item] = []
    /// A pattern of the fragment; `nil` is any.
    var fragment: String?
    /// Whether a URL that matches stays in the browser.
    var isExcluding = false

    /// The rules of a plan, in its order, but for those of which an earlier one matches all.
    ///
    /// A plan has none, but the `/docs` that is written for `/docs/{rest*}` may be another route's.
    static func rules(_ plan: AssociationPlan, of table: PlanTable) -> [AndroidRule] {
        var kept: [AndroidRule] = []
        var places: [String?: [Int]] = [:]
        for rule in allRules(plan, of: table) {
            let earlier = (places[rule.path] ?? []) + (rule.path == nil ? [] : places[nil] ?? [])
            guard !earlier.contains(where: { kept[$0].asksNoMore(than: rule) }) else { continue }
            places[rule.path, default: []].append(kept.count)
            kept.append(rule)
        }
        return kept
    }

    /// Whether all that it asks beside the path is asked by the other too.
    private func asksNoMore(than other: AndroidRule) -> Bool {
        (fragment == nil || fragment == other.fragment)
            && items.allSatisfy { item in
                other.items.contains { $0.name == item.name && (item.value == nil || item.value == $0.value) }
            }
    }

    private static func allRules(_ plan: AssociationPlan, of table: PlanTable) -> [AndroidRule] {
        plan.steps.flatMap { step -> [AndroidRule] in
            switch step {
            case .guard(let depth): return [AndroidRule(path: AppleSpelling.guarding(depth), isExcluding: true)]
            case .rule(let index, _) where index < table.aheadCount:
                let rule = table.rules[index]
                return [AndroidRule(items: rule.items, fragment: rule.fragment, isExcluding: true)]
            case .rule(let index, let form):
                let rule = table.rules[index]
                return AndroidSpelling.paths(of: rule, form).map { path in
                    AndroidRule(path: path, items: rule.items, isExcluding: rule.isExcluding)
                }
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let path { writer.member("/", path) }
            if !items.isEmpty {
                writer.name("?")
                writer.object { writer in
                    for item in items { writer.member(item.name, item.value ?? "?*") }
                }
            }
            if let fragment { writer.member("#", fragment) }
            if isExcluding { writer.member("exclude", true) }
        }
    }
}
