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

    /// The rules of a plan, in its order.
    static func rules(_ plan: AssociationPlan, of table: PlanTable) -> [AndroidRule] {
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
