/// Which rules of a table no URL reaches, since earlier ones take them all.
struct Reachability {
    /// For each rule that none reaches an earlier one that takes its URLs, at the least depth.
    let decider: [Int?]

    init(_ table: PlanTable) {
        var decider: [Int?] = []
        var indexes = (0...table.beyond).map { RelationIndex(.covers, depth: $0) }
        for (index, rule) in table.rules.enumerated() {
            let depths = table.depths(of: rule).filter(rule.reaches)
            var first: Int?
            var isReached = false
            for depth in depths {
                let found = indexes[depth].first(near: rule, table.shapes) { table.cover($0, index, at: depth) }
                isReached = found == nil
                if isReached { break }
                first = first ?? found
            }
            decider.append(isReached ? nil : first)
            for depth in depths { indexes[depth].insert(index, index, of: table) }
        }
        self.decider = decider
    }
}
