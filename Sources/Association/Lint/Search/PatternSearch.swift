/// Searches texts that some patterns cover and others do not.
///
/// With it rules are compared exactly, by the texts that they match and not by how they are written. Of the patterns
/// that are to cover a text one state each is followed, of those that are not to all states at once, so that only many
/// `?` behind a `*` make a search long. The work is bounded for each search and for a whole file.
struct PatternSearch {
    enum Result {
        case found([UInt32])
        case none
        /// A bound was hit.
        case unknown
    }

    /// Which texts are tried first.
    private enum Order {
        case shortest
        /// The shortest, and of paths only those without an empty segment.
        case plainest
        /// Those that go on, which find a text soon where most texts will do.
        case deepest
    }

    /// How many searches hit a bound.
    private(set) var cuts = 0
    /// Work that is left: a state followed by one unit is 1.
    private var budget: Int
    private static let mostWork = 200_000
    private static let costOfStep = 8

    init(budget: Int = 2_000_000) { self.budget = budget }

    /// Whether the bound of all searches was hit, so that nothing is searched any more.
    var isExhausted: Bool { budget <= 0 }

    /// Counts a comparison of two rules.
    mutating func compare() { budget -= 1 }

    /// Searches the shortest text that is covered by a pattern of each group.
    mutating func find(all: [[TextPattern]], in part: Part) -> Result {
        let texts = all.compactMap(Self.onlyText)
        guard let text = texts.first else { return search(all, none: [], .shortest, in: part) }
        return part.allows(text) && all.allSatisfy { Self.covers($0, text) } ? .found(text) : .none
    }

    /// Searches the shortest text that is covered by a pattern of each group, a path without empty segments if there is
    /// one.
    mutating func example(all: [[TextPattern]], in part: Part) -> Result {
        if part.isPath, case .found(let text) = search(all, none: [], .plainest, in: part) { return .found(text) }
        return find(all: all, in: part)
    }

    /// Whether some patterns cover all texts that some others do; `nil` where it is not known.
    mutating func covers(_ outer: [TextPattern], _ inner: [TextPattern], in part: Part) -> Bool? {
        if let text = Self.onlyText(inner) { return !part.allows(text) || Self.covers(outer, text) }
        let isWritten = inner.allSatisfy { pattern in
            !pattern.isTooComplex && outer.contains { $0.isAlike(pattern) }
        }
        if isWritten { return true }
        switch search([inner], none: outer, .deepest, in: part) {
        case .found: return false
        case .none: return true
        case .unknown: return nil
        }
    }

    /// The text of a group that has one only.
    private static func onlyText(_ group: [TextPattern]) -> [UInt32]? {
        guard group.count == 1, let pattern = group.first, !pattern.folds,
            pattern.tokens.allSatisfy({ $0.kind == .literal })
        else { return nil }
        return pattern.tokens.map(\.value)
    }

    private static func covers(_ group: [TextPattern], _ text: [UInt32]) -> Bool {
        group.contains { $0.covers(text) }
    }

    // MARK: - Searching

    /// A state of one pattern.
    private struct Place: Hashable {
        let pattern: Int
        let state: TextPattern.State
    }

    /// Where patterns stand behind a text.
    private struct Situation: Hashable {
        /// A state of one pattern of each group that is to cover the text.
        let places: [Place]
        /// All states of the patterns that are not to.
        let others: [[TextPattern.State]]
        /// Whether a path ends in a slash here: it is matched without it, so this is no end of one.
        let endsInSlash: Bool
    }

    /// A situation, and the text that leads to it.
    private struct Step {
        let situation: Situation
        let from: Int
        let unit: UInt32
    }

    private mutating func search(
        _ all: [[TextPattern]], none: [TextPattern], _ order: Order, in part: Part
    ) -> Result {
        let patterns = all.flatMap(\.self)
        // What such a pattern matches is not known here, so nothing is said of it.
        guard !(patterns + none).contains(where: \.isTooComplex) else { return .unknown }
        guard !isExhausted else { return cut() }
        let bound = budget - Self.mostWork
        var steps: [Step] = []
        var seen: Set<Situation> = []
        let others = none.map(\.startStates)
        for places in Self.starts(of: all) {
            // A slash stands ahead of every path.
            let start = Situation(places: places, others: others, endsInSlash: order == .plainest)
            if seen.insert(start).inserted { steps.append(Step(situation: start, from: -1, unit: 0)) }
        }
        var pending = Array(steps.indices)
        var next = 0
        while next < pending.count {
            let index: Int
            switch order {
            case .deepest: index = pending.removeLast()
            case .shortest, .plainest:
                index = pending[next]
                next += 1
            }
            let situation = steps[index].situation
            if isEnd(situation, patterns, none) { return .found(Self.text(to: index, steps)) }
            let count = steps.count
            for unit in letters(behind: situation, patterns, none, in: part) {
                budget -= Self.costOfStep + situation.others.reduce(0) { $0 + $1.count }
                guard !isExhausted, budget > bound else { return cut() }
                let others = none.indices.map { none[$0].step(situation.others[$0], by: none[$0].form(of: unit)) }
                if order == .plainest, unit == .slash, situation.endsInSlash { continue }
                for places in Self.places(behind: situation.places, unit, patterns) {
                    let next = Situation(places: places, others: others, endsInSlash: part.isPath && unit == .slash)
                    if seen.insert(next).inserted { steps.append(Step(situation: next, from: index, unit: unit)) }
                }
            }
            let after = count..<steps.count
            // What was found first is taken first.
            if order == .deepest { pending += after.reversed() } else { pending += after }
        }
        return .none
    }

    private mutating func cut() -> Result {
        cuts += 1
        return .unknown
    }

    /// Each choice of a pattern of every group, and of a state that it begins in.
    private static func starts(of groups: [[TextPattern]]) -> [[Place]] {
        var starts: [[Place]] = [[]]
        var pattern = 0
        for group in groups {
            var places: [Place] = []
            for choice in group {
                places += choice.startStates.map { Place(pattern: pattern, state: $0) }
                pattern += 1
            }
            starts = starts.flatMap { start in places.map { start + [$0] } }
        }
        return starts
    }

    /// Each choice of states that a unit leads to.
    private static func places(behind places: [Place], _ unit: UInt32, _ patterns: [TextPattern]) -> [[Place]] {
        var choices: [[Place]] = [[]]
        for place in places {
            let pattern = patterns[place.pattern]
            let next = pattern.step([place.state], by: pattern.form(of: unit))
            choices = choices.flatMap { choice in
                next.map { choice + [Place(pattern: place.pattern, state: $0)] }
            }
        }
        return choices
    }

    private func isEnd(_ situation: Situation, _ patterns: [TextPattern], _ none: [TextPattern]) -> Bool {
        !situation.endsInSlash && situation.places.allSatisfy { patterns[$0.pattern].accepts([$0.state]) }
            && !none.indices.contains { none[$0].accepts(situation.others[$0]) }
    }

    /// A unit of each kind that the patterns tell apart, first of those that `none` does not name.
    private func letters(
        behind situation: Situation, _ patterns: [TextPattern], _ none: [TextPattern], in part: Part
    ) -> [UInt32] {
        var kinds = UnitKinds(part.units)
        for place in situation.places { kinds.restrict(to: patterns[place.pattern].units(from: place.state)) }
        for (pattern, states) in zip(none, situation.others) {
            for state in states { kinds.divide(by: pattern.units(from: state)) }
        }
        if part.isPath { kinds.divide(by: UnitSet(.slash)) }
        return kinds.units(withOthers: part.isDecoded)
    }

    private static func text(to end: Int, _ steps: [Step]) -> [UInt32] {
        var text: [UInt32] = []
        var index = end
        while steps[index].from >= 0 {
            text.append(steps[index].unit)
            index = steps[index].from
        }
        return text.reversed()
    }
}
