/// Finds among rules with like paths those that a rule can have to do with by the query items that they ask for.
///
/// Entries are numbers of the caller's, in the order in which they come.
struct ItemIndex {
    /// Entries that ask for items of the same names.
    private struct Group {
        let names: [Int]
        var entries: [Int] = []
        var byCondition: [PlanCondition: [Int]] = [:]
    }

    private let relation: RuleRelation
    /// How many entries there are.
    private(set) var count = 0
    /// Entries that ask for no item.
    private var plain: [Int] = []
    /// For covers the entries by the condition of theirs that the fewest rules have.
    private var byCondition: [PlanCondition: [Int]] = [:]
    /// For overlaps the entries by the names they ask for.
    private var groups: [Group] = []
    private var groupNumbers: [[Int]: Int] = [:]

    init(_ relation: RuleRelation) { self.relation = relation }

    /// Adds an entry for a rule.
    ///
    /// - Parameters:
    ///   - entry: The caller's number.
    ///   - conditions: What the rule asks for.
    ///   - rarest: That of its conditions that the fewest rules have; `nil` without any.
    mutating func insert(_ entry: Int, _ conditions: [PlanCondition], rarest: PlanCondition?) {
        count += 1
        guard let rarest else {
            plain.append(entry)
            return
        }
        switch relation {
        case .covers: byCondition[rarest, default: []].append(entry)
        case .overlaps:
            let names = conditions.map(\.name)
            let number = groupNumbers[names] ?? groups.count
            if number == groups.count {
                groups.append(Group(names: names))
                groupNumbers[names] = number
            }
            groups[number].entries.append(entry)
            for condition in conditions { groups[number].byCondition[condition, default: []].append(entry) }
        }
    }

    /// Goes through lists of entries, each in its order, that together have all that may be related to a rule.
    ///
    /// - Parameters:
    ///   - conditions: What the rule asks for.
    ///   - isEnough: Looks at a list, and says whether to stop.
    /// - Returns: Whether it was stopped.
    func lists(near conditions: [PlanCondition], until isEnough: ([Int]) -> Bool) -> Bool {
        if !plain.isEmpty, isEnough(plain) { return true }
        switch relation {
        case .covers:
            for condition in conditions {
                if let entries = byCondition[condition], isEnough(entries) { return true }
                let any = PlanCondition(name: condition.name, value: nil)
                if condition != any, let entries = byCondition[any], isEnough(entries) { return true }
            }
            return false
        case .overlaps:
            return groups.contains { group in Self.lists(of: group, near: conditions, until: isEnough) }
        }
    }

    private static func lists(
        of group: Group, near conditions: [PlanCondition], until isEnough: ([Int]) -> Bool
    ) -> Bool {
        // Of the items of which both ask for a value, the one with the fewest entries.
        var fewest = group.entries.count
        var best: PlanCondition?
        for condition in conditions where condition.value != nil && group.names.contains(condition.name) {
            let any = PlanCondition(name: condition.name, value: nil)
            let count = (group.byCondition[condition]?.count ?? 0) + (group.byCondition[any]?.count ?? 0)
            if count < fewest { (fewest, best) = (count, condition) }
        }
        guard let best else { return isEnough(group.entries) }
        let any = PlanCondition(name: best.name, value: nil)
        return [best, any].contains { group.byCondition[$0].map(isEnough) ?? false }
    }
}
