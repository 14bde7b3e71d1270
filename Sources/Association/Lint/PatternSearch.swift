/// Searches texts that some patterns cover and others do not, shortest first, through all states of all patterns at
/// once.
///
/// With it rules are compared exactly, by the texts that they match and not by how they are written. The number of
/// steps is bounded for a whole file.
struct PatternSearch {
    enum Result {
        case found([UInt32])
        case none
        /// The bound was hit.
        case unknown
    }

    /// Where the texts come from: what a part of a URL cannot hold is not tried.
    enum Part {
        case path
        case query
        case fragment
        /// Text that was decoded.
        case decoded(isPath: Bool)
    }

    /// Whether the bound of a single search was hit, so that two rules were not compared to the end.
    private(set) var isCut = false

    /// Work that is left: a comparison is 1, a step of a search 40.
    private var budget: Int
    private static let stepsPerSearch = 4_000
    private static let costOfStep = 40

    init(budget: Int = 2_500_000) { self.budget = budget }

    /// Whether the bound was hit, so that nothing is searched any more.
    var isExhausted: Bool { budget <= 0 }

    /// Counts a comparison of two rules.
    mutating func compare() { budget -= 1 }

    private struct Situation: Hashable {
        let states: [[TextPattern.State]]
        /// Whether a path ends in a slash here: it is matched without it, so this is no end of one.
        let endsInSlash: Bool
    }

    /// Searches the shortest text.
    ///
    /// - Parameters:
    ///   - all: The text is covered by a pattern of each of these.
    ///   - none: The text is covered by none of these.
    ///   - part: Where the text stands.
    /// - Returns: The text.
    mutating func find(all: [[TextPattern]], none: [TextPattern] = [], in part: Part) -> Result {
        guard !isExhausted else { return .unknown }
        // What such a pattern matches is not known here, so nothing is said of it.
        guard !(all + [none]).joined().contains(where: \.isTooComplex) else { return .unknown }
        if let text = all.compactMap(Self.onlyText).first { return Self.judge(text, all, none, part) }
        let groups = all + [none]
        let patterns = groups.flatMap(\.self)
        // The alphabet costs too, most of all that of the predefined lists.
        budget -= patterns.reduce(0) { $0 + ($1.choices.isEmpty ? $1.tokens.count : 4_000) }
        let alphabet = PatternAlphabet(patterns, in: part).units
        let start = Situation(states: patterns.map(\.startStates), endsInSlash: false)
        var seen: Set<Situation> = [start]
        var queue: [(situation: Situation, from: Int, unit: UInt32)] = [(start, -1, 0)]
        var next = 0
        var steps = 0
        while next < queue.count {
            let situation = queue[next].situation
            if isGoal(situation, groups) {
                return .found(text(to: next, queue))
            }
            for unit in alphabet {
                steps += 1
                budget -= Self.costOfStep
                guard !isExhausted, steps < Self.stepsPerSearch else {
                    isCut = true
                    return .unknown
                }
                let after = Situation(
                    states: patterns.indices.map { index in
                        patterns[index].step(
                            situation.states[index], by: patterns[index].folds ? unit.foldedUnit : unit)
                    }, endsInSlash: part.isPath && unit == .slash)
                guard isAlive(after, all), seen.insert(after).inserted else { continue }
                queue.append((after, next, unit))
            }
            next += 1
        }
        return .none
    }

    /// The text of a group that has one only.
    private static func onlyText(_ group: [TextPattern]) -> [UInt32]? {
        guard group.count == 1, let pattern = group.first, !pattern.folds,
            pattern.tokens.allSatisfy({ $0.kind == .literal })
        else { return nil }
        return pattern.tokens.map(\.value)
    }

    private static func judge(
        _ text: [UInt32], _ all: [[TextPattern]], _ none: [TextPattern], _ part: Part
    ) -> Result {
        guard text.allSatisfy({ $0 >= 128 ? part.isDecoded : part.allows($0) }), !part.isPath || text.last != .slash
        else { return .none }
        let folded = text.map(\.foldedUnit)
        let covers = { (pattern: TextPattern) in pattern.matches(pattern.folds ? folded.span : text.span) }
        return all.allSatisfy { $0.contains(where: covers) } && !none.contains(where: covers) ? .found(text) : .none
    }

    private func isGoal(_ situation: Situation, _ groups: [[TextPattern]]) -> Bool {
        if situation.endsInSlash { return false }
        var index = 0
        for (number, group) in groups.enumerated() {
            let isCovered = group.indices.contains { group[$0].accepts(situation.states[index + $0]) }
            if isCovered == (number == groups.count - 1) { return false }
            index += group.count
        }
        return true
    }

    /// Whether each group has a pattern that can still match.
    private func isAlive(_ situation: Situation, _ all: [[TextPattern]]) -> Bool {
        var index = 0
        for group in all {
            guard group.indices.contains(where: { !situation.states[index + $0].isEmpty }) else { return false }
            index += group.count
        }
        return true
    }

    private func text(
        to end: Int, _ queue: [(situation: Situation, from: Int, unit: UInt32)]
    ) -> [UInt32] {
        var text: [UInt32] = []
        var index = end
        while queue[index].from >= 0 {
            text.append(queue[index].unit)
            index = queue[index].from
        }
        return text.reversed()
    }
}

extension PatternSearch.Part {
    var isPath: Bool {
        switch self {
        case .path, .decoded(isPath: true): true
        case .query, .fragment, .decoded: false
        }
    }

    var isDecoded: Bool { if case .decoded = self { true } else { false } }

    /// Whether a text of the part can hold the ASCII character.
    func allows(_ unit: UInt32) -> Bool {
        switch self {
        case .decoded: return unit >= 0x20 && unit != 0x7F
        case .path: if unit == 0x3F || unit == 0x23 { return false }
        case .query, .fragment: if unit == 0x23 { return false }
        }
        return unit > 0x20 && unit < 0x7F && !"\"<>\\^`{|}".unicodeScalars.contains { $0.value == unit }
    }
}

/// A unit for each kind of unit that patterns tell apart.
struct PatternAlphabet {
    let units: [UInt32]

    init(_ patterns: [TextPattern], in part: PatternSearch.Part) {
        var classes = [Int](repeating: 0, count: 128)
        var count = 1
        var others: Set<UInt32> = []
        func divide(by holds: (UInt32) -> Bool) {
            var numbers: [Int: Int] = [:]
            for unit in classes.indices where holds(UInt32(unit)) {
                if numbers[classes[unit]] == nil {
                    numbers[classes[unit]] = count
                    count += 1
                }
                classes[unit] = numbers[classes[unit]] ?? 0
            }
        }
        func tell(_ unit: UInt32, _ folds: Bool) {
            if unit < 128 { divide { (folds ? $0.foldedUnit : $0) == unit } } else { others.insert(unit) }
        }
        tell(.slash, false)
        var known: [Set<PatternToken>] = [[], []]
        for pattern in patterns {
            for token in pattern.tokens where known[pattern.folds ? 1 : 0].insert(token).inserted {
                if token.kind == .literal { tell(token.value, pattern.folds) }
                if token.kind == .set { divide { token.set.contains(pattern.folds ? $0.foldedUnit : $0) } }
            }
            var labels: Set<PatternChoice.Edge.Label> = []
            for node in pattern.choices.flatMap(\.nodes) {
                for edge in node.edges where labels.insert(edge.label).inserted {
                    switch edge.label {
                    case .any: break
                    case .unit(let unit): others.insert(unit)
                    case .ascii(let set): divide { set.contains(pattern.folds ? $0.foldedUnit : $0) }
                    }
                }
            }
        }
        // Readable units first: the first of a class stands for it.
        var seen: Set<Int> = []
        var units: [UInt32] = []
        for unit in Self.preferred + (0..<128).map(UInt32.init) where part.allows(unit) {
            if seen.insert(classes[Int(unit)]).inserted { units.append(unit) }
        }
        if case .decoded = part { units += others.sorted() }
        self.units = units
    }

    private static let preferred = "xyzabcdefghijklmnopqrstuvw0123456789".unicodeScalars.map(\.value)
}
