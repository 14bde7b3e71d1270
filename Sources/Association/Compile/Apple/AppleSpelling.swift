/// What components and `paths` spell alike.
enum AppleSpelling {
    /// The pattern of all paths deeper than a group.
    static func guarding(_ depth: Int) -> String { String(repeating: "/?*", count: depth + 1) }

    /// What follows the segments of a rule.
    static func end(of rule: PlanRule, _ form: AssociationPlan.Form) -> String {
        switch (rule.rest, form) {
        case (.none, _): rule.segments.isEmpty ? "/" : ""
        case (_, .depth(let depth)): String(repeating: "/?*", count: depth - rule.base)
        // Its `?*` crosses anyway.
        case (_, .all) where rule.segments.last?.isFreeSegment ?? false: ""
        case (_, .deeper) where rule.segments.last?.isFreeSegment ?? false: ""
        // One pattern says both.
        case (_, .all), (_, .deeper): rule.segments.isEmpty ? "*" : "/*"
        }
    }
}
