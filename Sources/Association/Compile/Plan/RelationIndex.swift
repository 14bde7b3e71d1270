/// What a ``RelationIndex`` is asked for: which of its rules lie how to another one.
enum RuleRelation {
    /// A URL may match both.
    case overlaps
    /// Every URL that matches the other one matches the rule of the index.
    case covers
}

/// Finds the rules that a rule can have to do with, by a literal segment that both have at the same place and by the
/// query items.
///
/// Of the places at which the asking rule has a literal, the one with the fewest candidates is taken.
struct RelationIndex {
    private struct Key: Hashable {
        let position: Int
        let shape: ShapeNumber
    }

    /// Segments beyond these are not looked at.
    private static let mostPositions = 8
    /// A list with more values counts as any text.
    private static let mostValues = 16

    private let relation: RuleRelation
    private var all: ItemIndex
    private var byLiteral: [Key: ItemIndex] = [:]
    private var open: [ItemIndex]

    /// Makes an empty index of rules for paths of a depth.
    init(_ relation: RuleRelation, depth: Int) {
        self.relation = relation
        all = ItemIndex(relation)
        open = Array(repeating: ItemIndex(relation), count: min(depth, Self.mostPositions))
    }

    /// Adds an entry: a number of the caller's for a rule of a table.
    mutating func insert(_ entry: Int, _ number: Int, of table: PlanTable) {
        let rule = table.rules[number]
        let rarest = table.rarest[number]
        all.insert(entry, rule.conditions, rarest: rarest)
        for position in open.indices {
            let shape = rule.shape(at: position)
            if table.shapes.isLiteral(shape) {
                insert(entry, rule, Key(position: position, shape: shape), rarest)
            } else if let literals = table.shapes.listedNumbers[shape], literals.count <= Self.mostValues {
                for literal in literals { insert(entry, rule, Key(position: position, shape: literal), rarest) }
            } else {
                open[position].insert(entry, rule.conditions, rarest: rarest)
            }
        }
    }

    private mutating func insert(_ entry: Int, _ rule: PlanRule, _ key: Key, _ rarest: PlanCondition?) {
        byLiteral[key, default: ItemIndex(relation)].insert(entry, rule.conditions, rarest: rarest)
    }

    /// An entry that passes the test, in no order, among all that may lie so to the rule.
    func first(near rule: PlanRule, _ shapes: ShapeTable, where passes: (Int) -> Bool) -> Int? {
        var found: Int?
        for index in candidates(near: rule, shapes) {
            let isFound = index.lists(near: rule.conditions) { entries in
                found = entries.first(where: passes)
                return found != nil
            }
            if isFound { break }
        }
        return found
    }

    /// The least entry below a limit that passes the test, among all that may lie so to the rule.
    ///
    /// The entries must have come in descending order.
    func least(
        near rule: PlanRule, _ shapes: ShapeTable, below limit: Int = .max, where passes: (Int) -> Bool
    ) -> Int? {
        var least: Int?
        for index in candidates(near: rule, shapes) {
            _ = index.lists(near: rule.conditions) { entries in
                for entry in entries.reversed() {
                    guard entry < least ?? limit else { break }
                    if passes(entry) {
                        least = entry
                        break
                    }
                }
                return false
            }
        }
        return least
    }

    private func candidates(near rule: PlanRule, _ shapes: ShapeTable) -> [ItemIndex] {
        var best: (count: Int, position: Int, key: Key)?
        for position in open.indices where position < rule.base && shapes.isLiteral(rule.shapes[position]) {
            let key = Key(position: position, shape: rule.shapes[position])
            let count = (byLiteral[key]?.count ?? 0) + open[position].count
            if count < best?.count ?? Int.max { best = (count, position, key) }
        }
        guard let best else { return [all] }
        return [byLiteral[best.key], open[best.position]].compactMap(\.self)
    }
}
