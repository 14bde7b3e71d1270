import DeepLinks

/// Lays the rules of a table out so that patterns whose `*` crosses slashes decide as the table does.
///
/// The steps of the design: fixed rules, groups by depth, unlimited rests once, guards; ``PlanTrimmer`` leaves out.
struct Planner {
    private let table: PlanTable

    /// The rules that are not written among the fixed ones, so far, by what they decide and their depth.
    private var waiting: [Bool: [RelationIndex]]
    /// The rests among them by the lowest group in which they are written.
    private var waitingRests: [Bool: [RelationIndex]]
    private var fixed: [Int] = []
    private var grouped: [Int] = []
    /// The group in which an unlimited rest is written for all depths.
    private var homes: [Int: Int] = [:]

    private init(_ table: PlanTable) {
        self.table = table
        let indexes = (0...table.beyond).map { RelationIndex(.overlaps, depth: $0) }
        waiting = [true: indexes, false: indexes]
        let rests = Array(repeating: RelationIndex(.overlaps, depth: table.deepest), count: table.beyond + 1)
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
        var trimmer = PlanTrimmer(table, placements)
        return trimmer.plan()
    }

    /// The table of a set for one app, and its plan.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - opens: For each route whether it opens the app.
    ///   - dialect: The form of the file.
    /// - Returns: Both.
    /// - Throws: ``AssociationError`` where the rules are more than a file takes.
    static func plan(
        _ set: RouteSet, opens: [Bool], dialect: PlanDialect
    ) throws(AssociationError) -> (table: PlanTable, plan: AssociationPlan) {
        let table = try PlanTableBuilder.table(set, opens: opens, dialect: dialect)
        let plan = plan(table)
        let counts = plan.steps.compactMap { step -> (route: Int, rules: Int)? in
            guard case .rule(let index, _) = step, let route = table.rules[index].route else { return nil }
            return (route, 1)
        }
        try dialect.check(counts, of: set)
        return (table, plan)
    }

    // MARK: - Steps 1 and 3

    private mutating func sort(_ index: Int) {
        let rule = table.rules[index]
        switch rule.rest {
        case .none where rule.isFixed && !waits(index): fixed.append(index)
        case .none:
            grouped.append(index)
            waiting[rule.isExcluding]?[rule.base].insert(index, index, of: table)
        case .limited where !rule.reaches(rule.base): break
        case .limited, .unlimited, .byDepth:
            grouped.append(index)
            let home = rule.rest == .unlimited ? home(of: index) : nil
            homes[index] = home
            waitingRests[rule.isExcluding]?[home ?? rule.base].insert(index, index, of: table)
        }
    }

    /// Whether an earlier rule that is still to be written decides otherwise for some URL of a fixed one.
    private func waits(_ index: Int) -> Bool {
        let rule = table.rules[index]
        let overlaps = { (other: Int) in
            table.rules[other].reaches(rule.base) && table.overlap(other, index, at: rule.base)
        }
        return waiting[!rule.isExcluding]?[rule.base].first(near: rule, table.shapes, where: overlaps) != nil
            || waitingRests[!rule.isExcluding]?.contains { rests in
                rests.first(near: rule, table.shapes, where: overlaps) != nil
            } ?? false
    }

    /// The first group below which no earlier rule, still to be written, decides otherwise for some URL of the rest.
    private func home(of index: Int) -> Int {
        let rule = table.rules[index]
        let met = { (others: RelationIndex?, depth: Int) in
            others?.first(near: rule, table.shapes) { other in
                let depth = max(depth, table.rules[other].base)
                return table.rules[other].reaches(depth) && table.overlap(other, index, at: depth)
            } != nil
        }
        // An unlimited rest is written once and for all in its own group.
        return (rule.base..<table.beyond).first { depth in
            let rests = waitingRests[!rule.isExcluding].map { depth == rule.base ? $0[...depth] : $0[depth...depth] }
            return met(waiting[!rule.isExcluding]?[depth], depth) || (rests ?? []).contains { met($0, rule.base) }
        } ?? table.beyond
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
