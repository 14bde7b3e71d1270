/// Step 5: leaves out what decides nothing, and puts guards ahead of groups (step 4).
///
/// A placement is judged at each depth at which it is the one to decide: among the fixed rules, the rests that are
/// written in deeper groups, and the group of that depth. Patterns of lower groups reach deeper paths too, but guards
/// stand between, so they do not count; only a rest that is written lower keeps an exclude.
struct PlanTrimmer {
    /// The rules that are kept and stand later than the one that is looked at, by depth.
    private struct Later {
        var openings: [RelationIndex]
        var coveringOpenings: [RelationIndex]
        var excludes: [RelationIndex]
        /// The opening rests that are written below the first group.
        var lowRests: RelationIndex

        init(_ table: PlanTable) {
            openings = (0...table.beyond).map { RelationIndex(.overlaps, depth: $0) }
            coveringOpenings = (0...table.beyond).map { RelationIndex(.covers, depth: $0) }
            excludes = openings
            lowRests = RelationIndex(.overlaps, depth: table.deepest)
        }
    }

    private let table: PlanTable
    private let placements: [Placement]
    private var isKept: [Bool]
    /// The rests that decide nothing at their own depth.
    private var isDeeper: [Bool]

    init(_ table: PlanTable, _ placements: [Placement]) {
        self.table = table
        self.placements = placements
        isKept = Array(repeating: true, count: placements.count)
        isDeeper = Array(repeating: false, count: placements.count)
    }

    /// What is left, with guards.
    mutating func plan() -> AssociationPlan {
        dropCovered()
        dropIdle()
        return written()
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
        var earlier = (0...table.beyond).map { RelationIndex(.covers, depth: $0) }
        for (number, placement) in placements.enumerated() where placement.part != .ahead {
            let index = placement.rule
            let isCovered = depths(number).allSatisfy { depth in
                earlier[depth].first(near: table.rules[index], table.shapes) { other in
                    table.cover(other, index, at: depth)
                } != nil
            }
            isKept[number] = !isCovered
            if isCovered { continue }
            for depth in depths(number) { earlier[depth].insert(index, index, of: table) }
        }
    }

    /// Leaves out what later rules make needless, the last one first.
    private mutating func dropIdle() {
        var later = Later(table)
        var opens = false
        for number in placements.indices.reversed() where isKept[number] {
            let placement = placements[number]
            if placement.part == .ahead {
                isKept[number] = opens
                continue
            }
            func isNeeded(_ depth: Int) -> Bool {
                isExcluding(number) ? isMet(number, at: depth, later) : !isSaid(number, at: depth, later)
            }
            let depths = depths(number)
            let isNeededAbove = isNeeded(depths.lowerBound)
            isKept[number] = isNeededAbove || depths.dropFirst().contains(where: isNeeded)
            isDeeper[number] = !isNeededAbove
            if !isExcluding(number) { opens = opens || isKept[number] }
            if isKept[number] { note(number, in: &later) }
        }
    }

    private func note(_ number: Int, in later: inout Later) {
        let placement = placements[number]
        for depth in depths(number) {
            if isExcluding(number) {
                later.excludes[depth].insert(number, placement.rule, of: table)
            } else {
                later.openings[depth].insert(number, placement.rule, of: table)
                later.coveringOpenings[depth].insert(number, placement.rule, of: table)
            }
        }
        if case .rest(let group) = placement.part, group < table.beyond, !isExcluding(number) {
            later.lowRests.insert(number, placement.rule, of: table)
        }
    }

    /// Whether a later rule opens URLs that an exclude takes.
    private func isMet(_ number: Int, at depth: Int, _ later: borrowing Later) -> Bool {
        let index = placements[number].rule
        let rule = table.rules[index]
        let isMet = later.openings[depth].first(near: rule, table.shapes) { other in
            table.overlap(placements[other].rule, index, at: depth)
        }
        if isMet != nil { return true }
        return later.lowRests.first(near: rule, table.shapes) { other in
            guard case .rest(let group) = placements[other].part, group < depth else { return false }
            let rest = placements[other].rule
            return table.rules[rest].reaches(depth) && table.overlap(rest, index, at: depth)
        } != nil
    }

    /// Whether a later rule opens all that an opening one does, with no exclude of any of it between.
    private func isSaid(_ number: Int, at depth: Int, _ later: borrowing Later) -> Bool {
        let index = placements[number].rule
        let rule = table.rules[index]
        let opening = later.coveringOpenings[depth].least(near: rule, table.shapes) { other in
            table.cover(placements[other].rule, index, at: depth)
        }
        guard let opening else { return false }
        return later.excludes[depth].least(near: rule, table.shapes, below: opening) { other in
            table.overlap(placements[other].rule, index, at: depth)
        } == nil
    }

    private func isExcluding(_ number: Int) -> Bool { table.rules[placements[number].rule].isExcluding }

    // MARK: - Writing

    /// The depth from which on a placement decides every path; `nil` where it does not.
    private func start(of placement: Placement) -> Int? {
        let rule = table.rules[placement.rule]
        let start: Int
        switch placement.part {
        case .ahead, .fixed: return nil
        case .group(let depth): start = depth
        case .rest: start = rule.base
        }
        let isFree = (0..<start).allSatisfy { rule.shape(at: $0) == ShapeTable.any }
        return isFree && rule.conditions.isEmpty && rule.fragment == nil ? start : nil
    }

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
        // The depth from which on a rule decides all: it reads as the guard of the group above does, or covers it.
        var decided = Int.max
        for (number, placement) in placements.enumerated() where isKept[number] {
            if let group = placement.group, guarded.remove(group) != nil, group + 1 < decided {
                plan.steps.append(.guard(depth: group))
            }
            if let start = start(of: placement) { decided = min(decided, start) }
            switch placement.part {
            case .ahead: plan.steps.append(.rule(placement.rule, .all))
            case .rest: plan.steps.append(.rule(placement.rule, isDeeper[number] ? .deeper : .all))
            case .fixed: plan.steps.append(.rule(placement.rule, .depth(table.rules[placement.rule].base)))
            case .group(let depth): plan.steps.append(.rule(placement.rule, .depth(depth)))
            }
        }
        return plan
    }
}
