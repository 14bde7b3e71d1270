import DeepLinks

/// Writes `paths`, the rules of iOS 9 to 12, which know the path alone.
///
/// They never open what the table does not: what they cannot say does not open, or is excluded with more.
enum LegacyPaths {
    /// Refuses what `paths` would open although the table does not.
    static func check(_ set: RouteSet) throws(AssociationError) {
        if !set.isCaseSensitive { throw .notInPaths("a domain that folds case") }
        if set.optOut != nil { throw .notInPaths("a domain with an opt-out") }
    }

    /// The list for an app; empty when nothing would open.
    static func paths(_ set: RouteSet, opens: [Bool]) throws(AssociationError) -> [String] {
        let (table, plan) = try Planner.plan(set, opens: opens, dialect: .legacy)
        return plan.steps.flatMap { step -> [String] in
            switch step {
            case .guard(let depth): return ["NOT \(AppleSpelling.guarding(depth))"]
            case .rule(let index, let form):
                let rule = table.rules[index]
                return paths(of: rule, form).map { rule.isExcluding ? "NOT \($0)" : $0 }
            }
        }
    }

    private static func paths(of rule: PlanRule, _ form: AssociationPlan.Form) -> [String] {
        var paths = [""]
        for segment in rule.segments {
            let texts = segment.spellings
            paths = paths.flatMap { path in texts.map { "\(path)/\($0)" } }
        }
        let end = AppleSpelling.end(of: rule, form)
        return paths.map { $0 + end }
    }
}

extension PlanSegment {
    /// The segment with `*` and `?`, a list written out; digits are any text.
    var spellings: [String] {
        switch self {
        case .literal(let text): [text]
        case .listed(let values, let head, let tail): values.map { head + $0 + tail }
        case .digits(_, let head, let tail), .free(let head, let tail): ["\(head)?*\(tail)"]
        }
    }
}
