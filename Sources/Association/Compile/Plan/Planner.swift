/// Lays the rules of a table out so that patterns whose `*` crosses slashes decide as the table does.
///
/// The steps of the design: fixed rules, groups by depth, unlimited rests once, guards; ``PlanTrimmer`` leaves out.
struct Planner {
    private let table: PlanTable

    /// The rules that are not written among the fixed ones, so far, by what they decide and their depth.
    private var waiting: [Bool: [RelationIndex]]
    private var waitingRests: [Bool: RelationIndex]
    private var fixed: [Int] = []
    private var grouped: [Int] = []
    /// The group in which an unlimited rest is written for all depths.
    private var homes: [Int: Int] = [:]

    private init(_ table: PlanTable) {
        self.table = table
        let indexes = (0...table.deepest).map(RelationIndex.init)
        waiting = [true: indexes, false: indexes]
        let rests = RelationIndex(depth: table.deepest)
        waitingRests = [true: rests, false: rests]
    }

    /// The rules of a table in their places, but for those that no URL reaches.
    static func placements(_ table: PlanTable, unreachable: [Bool]) -> [Placement] {
        var planner = Planner(table)
        for rule in table.aheadCount..<table.rules.count where !unreachable[rule] { planner.sort(rule) }
        return planner.placements()
    }

    /// The plan of a table.
    static func plan(_ table: PlanTable) -> AssociationPlan {
        let unreachable = Reachability(table).decider.map { $0 != nil }
        let placements = placements(table, unreachable: unreachable)
        return PlanTrimmer(table, placements).plan()
    }

    // MARK: - Steps 1 and 3

    private mutating func sort(_ index: Int) {
        let rule = table.rules[index]
        switch rule.rest {
        case .none where rule.isFixed && !waits(index): fixed.append(index)
        case .none:
            grouped.append(index)
            waiting[rule.isExcluding]?[rule.base].insert(index, rule, table.shapes)
        case .limited where !rule.reaches(rule.base): break
        case .limited, .unlimited, .byDepth:
            grouped.append(index)
            if rule.rest == .unlimited { homes[index] = home(of: index) }
            waitingRests[rule.isExcluding]?.insert(index, rule, table.shapes)
        }
    }

    /// Whether an earlier rule that is still to be written decides otherwise for some URL of a fixed one.
    private func waits(_ index: Int) -> Bool {
        let rule = table.rules[index]
        let overlaps = { (other: Int) in
            table.rules[other].reaches(rule.base) && table.overlap(other, index, at: rule.base)
        }
        return waiting[!rule.isExcluding]?[rule.base].first(near: rule, table.shapes, where: overlaps) != nil
            || waitingRests[!rule.isExcluding]?.first(near: rule, table.shapes, where: overlaps) != nil
    }

    /// The first group below which no earlier rule, still to be written, decides otherwise for some URL of the rest.
    private func home(of index: Int) -> Int {
        let rule = table.rules[index]
        var home = table.beyond
        for depth in rule.base..<max(table.beyond, rule.base) {
            let isMet = waiting[!rule.isExcluding]?[depth].first(near: rule, table.shapes) { other in
                table.overlap(other, index, at: depth)
            }
            if isMet != nil {
                home = depth
                break
            }
        }
        _ = waitingRests[!rule.isExcluding]?.first(near: rule, table.shapes) { other in
            let depth = max(rule.base, table.rules[other].base)
            if table.rules[other].reaches(depth), table.overlap(other, index, at: depth) {
                // An unlimited rest is written once and for all in its own group.
                home = min(home, max(homes[other] ?? depth, depth))
            }
            return false
        }
        return home
    }

    // MARK: - Step 2

    private func placements() -> [Placement] {
        var placements = (0..<table.aheadCount).map { Placement(rule: $0, part: .ahead) }
        placements += fixed.map { Placement(rule: $0, part: .fixed) }
        var byDepth = [[Placement]](repeating: [], count: table.beyond + 1)
        for index in grouped {
            let rule = table.rules[index]
            let home = homes[index] ?? -1
            for depth in table.depths(of: rule) where depth >= home {
                byDepth[depth].append(Placement(rule: index, part: depth == home ? .rest(depth) : .group(depth)))
            }
        }
        for group in byDepth.reversed() { placements += group }
        return placements
    }
}
