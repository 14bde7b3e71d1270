/// Step 5: leaves out what decides nothing, and puts guards ahead of groups (step 4).
///
/// A placement is judged at each depth at which it is the one to decide: among the fixed rules, the rests that are
/// written in deeper groups, and the group of that depth. Patterns of lower groups reach deeper paths too, but guards
/// stand between, so they do not count; only a rest that is written lower keeps an exclude.
struct PlanTrimmer {
    private let table: PlanTable
    private let placements: [Placement]
    private var isKept: [Bool]
    /// The placements that take part at a depth.
    private var indexes: [RelationIndex]
    /// The opening rests that are written below the first group.
    private var lowRests: RelationIndex

    init(_ table: PlanTable, _ placements: [Placement]) {
        self.table = table
        self.placements = placements
        isKept = Array(repeating: true, count: placements.count)
        indexes = (0...table.beyond).map(RelationIndex.init)
        lowRests = RelationIndex(depth: table.deepest)
        for (number, placement) in placements.enumerated() {
            let rule = table.rules[placement.rule]
            if placement.part == .ahead { continue }
            for depth in depths(number) { indexes[depth].insert(number, rule, table.shapes) }
            if case .rest(let group) = placement.part, group < table.beyond, !rule.isExcluding {
                lowRests.insert(number, rule, table.shapes)
            }
        }
    }

    /// What is left, with guards.
    func plan() -> AssociationPlan {
        var trimmer = self
        trimmer.dropCovered()
        trimmer.dropIdle()
        return trimmer.written()
    }

    /// The depths at which a placement may decide.
    private func depths(_ number: Int) -> ClosedRange<Int> {
        let rule = table.rules[placements[number].rule]
        switch placements[number].part {
        case .ahead: return 0...table.beyond
        case .fixed: return rule.base...rule.base
        case .group(let depth): return depth...depth
        case .rest(let group): return rule.base...group
        }
    }

    // MARK: - Leaving out

    /// Leaves out what earlier rules cover.
    private mutating func dropCovered() {
        for (number, placement) in placements.enumerated() where placement.part != .ahead {
            let index = placement.rule
            let isCovered = depths(number).allSatisfy { depth in
                indexes[depth].first(near: table.rules[index], table.shapes) { other in
                    other < number && isKept[other] && table.cover(placements[other].rule, index, at: depth)
                } != nil
            }
            if isCovered { isKept[number] = false }
        }
    }

    /// Leaves out what later rules make needless, the last one first.
    private mutating func dropIdle() {
        var opens = false
        for number in placements.indices.reversed() where isKept[number] {
            let placement = placements[number]
            if placement.part == .ahead {
                isKept[number] = opens
            } else if table.rules[placement.rule].isExcluding {
                isKept[number] = depths(number).contains { isMet(number, at: $0) }
            } else {
                isKept[number] = !depths(number).allSatisfy { isSaidLater(number, at: $0) }
                opens = opens || isKept[number]
            }
        }
    }

    /// Whether a later rule opens URLs that an exclude takes.
    private func isMet(_ number: Int, at depth: Int) -> Bool {
        let index = placements[number].rule
        let rule = table.rules[index]
        let isMet = indexes[depth].first(near: rule, table.shapes) { other in
            other > number && isKept[other] && !isExcluding(other)
                && table.overlap(placements[other].rule, index, at: depth)
        }
        if isMet != nil { return true }
        return lowRests.first(near: rule, table.shapes) { other in
            guard case .rest(let group) = placements[other].part, group < depth, isKept[other] else { return false }
            let rest = placements[other].rule
            return table.rules[rest].reaches(depth) && table.overlap(rest, index, at: depth)
        } != nil
    }

    /// Whether a later rule opens all that an opening one does, with no exclude of any of it between.
    private func isSaidLater(_ number: Int, at depth: Int) -> Bool {
        let index = placements[number].rule
        let rule = table.rules[index]
        var firstExclude = Int.max
        var firstOpening = Int.max
        _ = indexes[depth].first(near: rule, table.shapes) { other in
            guard other > number, isKept[other] else { return false }
            if isExcluding(other) {
                if other < firstExclude, table.overlap(placements[other].rule, index, at: depth) {
                    firstExclude = other
                }
            } else if other < firstOpening, table.cover(placements[other].rule, index, at: depth) {
                firstOpening = other
            }
            return false
        }
        return firstOpening < firstExclude
    }

    private func isExcluding(_ number: Int) -> Bool { table.rules[placements[number].rule].isExcluding }

    // MARK: - Writing

    private func written() -> AssociationPlan {
        var guarded: Set<Int> = []
        for (number, placement) in placements.enumerated() where isKept[number] && !isExcluding(number) {
            if case .group(let depth) = placement.part, depth < table.beyond,
                table.rules[placement.rule].crosses(at: depth)
            {
                guarded.insert(depth)
            }
        }
        var plan = AssociationPlan()
        for (number, placement) in placements.enumerated() where isKept[number] {
            if let group = placement.group, guarded.remove(group) != nil {
                plan.steps.append(.guard(depth: group))
            }
            let rule = table.rules[placement.rule]
            switch placement.part {
            case .ahead, .rest: plan.steps.append(.rule(placement.rule, .all))
            case .fixed: plan.steps.append(.rule(placement.rule, .depth(rule.base)))
            case .group(let depth): plan.steps.append(.rule(placement.rule, .depth(depth)))
            }
        }
        return plan
    }
}
