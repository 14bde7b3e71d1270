/// Finds the rules that a rule can have to do with, by a literal segment that both have at the same place.
///
/// Of the places at which the asking rule has a literal, the one with the fewest candidates is taken.
struct RelationIndex {
    private struct Key: Hashable {
        let position: Int
        let shape: ShapeNumber
    }

    /// Segments beyond these are not looked at.
    private static let mostPositions = 8

    private var all: [Int] = []
    private var byLiteral: [Key: [Int]] = [:]
    private var open: [[Int]]

    /// Makes an empty index of rules for paths of a depth.
    init(depth: Int) { open = Array(repeating: [], count: min(depth, Self.mostPositions)) }

    /// Adds an entry: a number of the caller's for a rule with these segments.
    mutating func insert(_ entry: Int, _ rule: PlanRule, _ shapes: ShapeTable) {
        all.append(entry)
        for position in open.indices {
            let shape = rule.shape(at: position)
            if shapes.isLiteral(shape) {
                byLiteral[Key(position: position, shape: shape), default: []].append(entry)
            } else if let literals = shapes.listedNumbers[shape] {
                for literal in literals {
                    byLiteral[Key(position: position, shape: literal), default: []].append(entry)
                }
            } else {
                open[position].append(entry)
            }
        }
    }

    /// The first entry that passes the test, in no order, among all that may overlap the rule or cover it.
    func first(near rule: PlanRule, _ shapes: ShapeTable, where passes: (Int) -> Bool) -> Int? {
        var best: (count: Int, position: Int, key: Key)?
        for position in open.indices where position < rule.base && shapes.isLiteral(rule.shapes[position]) {
            let key = Key(position: position, shape: rule.shapes[position])
            let count = (byLiteral[key]?.count ?? 0) + open[position].count
            if count < best?.count ?? Int.max { best = (count, position, key) }
        }
        guard let best else { return all.first(where: passes) }
        return byLiteral[best.key]?.first(where: passes) ?? open[best.position].first(where: passes)
    }
}
