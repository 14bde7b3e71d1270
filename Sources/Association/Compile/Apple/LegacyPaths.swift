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
        return plan.steps.map { step -> String in
            switch step {
            case .guard(let depth): return "NOT \(AppleSpelling.guarding(depth))"
            case .rule(let index, let form):
                let rule = table.rules[index]
                let path = rule.segments.spelling + AppleSpelling.end(of: rule, form)
                return rule.isExcluding ? "NOT \(path)" : path
            }
        }
    }
}

extension [PlanSegment] {
    /// A path with `*` and `?` for what is no text; lists have been written out.
    var spelling: String {
        reduce(into: "") { path, segment in
            switch segment {
            case .literal(let text): path += "/\(text)"
            case .listed(_, let head, let tail), .digits(_, let head, let tail), .free(let head, let tail):
                path += "/\(head)?*\(tail)"
            }
        }
    }
}
