import DeepLinks

/// The rules of a set as one app has them, in the table's order, and how they lie to each other.
struct PlanTable {
    let rules: [PlanRule]
    /// How many rules stand ahead of all others: the opt-out's.
    let aheadCount: Int
    let shapes: ShapeTable
    /// For each rule that of its conditions that the fewest rules have; `nil` where it has none.
    let rarest: [PlanCondition?]

    /// The depth of the deepest pattern; of a rest that is written depth by depth the last one.
    let deepest: Int

    init(rules: [PlanRule], aheadCount: Int, shapes: ShapeTable) {
        self.rules = rules
        self.aheadCount = aheadCount
        self.shapes = shapes
        var counts: [PlanCondition: Int] = [:]
        for rule in rules {
            for condition in rule.conditions { counts[condition, default: 0] += 1 }
        }
        rarest = rules.map { rule in rule.conditions.min { counts[$0] ?? 0 < counts[$1] ?? 0 } }
        deepest = rules.reduce(1) { deepest, rule in
            max(deepest, rule.isDeep ? RoutePattern.limitedRestDepth : 0, rule.base)
        }
    }

    /// The depth that stands for all deeper ones.
    var beyond: Int { deepest + 1 }

    /// The depths at which a rule can match, up to ``beyond``.
    func depths(of rule: PlanRule) -> ClosedRange<Int> {
        switch rule.rest {
        case .none: rule.base...rule.base
        case .limited: rule.base...max(rule.base, RoutePattern.limitedRestDepth)
        case .unlimited, .byDepth: rule.base...beyond
        }
    }

    /// Whether a URL with a path so deep may match both rules, each of which reaches the depth; in doubt it may.
    func overlap(_ first: Int, _ second: Int, at depth: Int) -> Bool {
        let (one, other) = (rules[first], rules[second])
        for position in 0..<min(one.base, other.base, depth)
        where !shapes.overlap(one.shapes[position], other.shapes[position]) {
            return false
        }
        for condition in one.conditions where !other.conditions.allSatisfy(condition.overlaps) { return false }
        return true
    }

    /// Whether every URL with a path so deep that matches the second rule matches the first; in doubt it does not.
    func cover(_ first: Int, _ second: Int, at depth: Int) -> Bool {
        let (one, other) = (rules[first], rules[second])
        guard one.fragment == nil else { return false }
        for position in 0..<min(one.base, depth)
        where !shapes.cover(one.shapes[position], other.shape(at: position)) {
            return false
        }
        return one.conditions.allSatisfy { other.conditions.contains(where: $0.covers) }
    }
}
