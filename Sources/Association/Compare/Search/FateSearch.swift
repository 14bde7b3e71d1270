/// Searches the shortest paths that two ordered lists of rules decide differently, through all states of all patterns
/// at once.
struct FateSearch {
    /// A path, for the two rules that decide it.
    struct Witness {
        let path: String
        /// The places of the rules in their lists; `nil` where none matches.
        let old: Int?
        let new: Int?
    }

    /// One of the two lists.
    private struct Side {
        let rules: [ComparedRule]
        /// The rank of the first rule that has each pattern.
        private(set) var ranks: [Int32]

        init(_ rules: [ComparedRule], patternCount: Int) {
            self.rules = rules
            ranks = [Int32](repeating: .max, count: patternCount)
            for (rank, rule) in rules.enumerated() {
                for pattern in rule.patterns where ranks[pattern] == .max { ranks[pattern] = Int32(rank) }
            }
        }

        func outcome(_ rank: Int32) -> Bool { rank != .max && rules[Int(rank)].opens }

        func index(_ rank: Int32) -> Int? { rank == .max ? nil : rules[Int(rank)].index }
    }

    private struct Pair: Hashable {
        let old: Int32
        let new: Int32
    }

    private let grammar: URLGrammar
    private let old: Side
    private let new: Side

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - old: The rules of the one list, in order.
    ///   - new: Those of the other.
    ///   - patternCount: The number of patterns that there are.
    ///   - grammar: What paths there are.
    init(_ old: [ComparedRule], _ new: [ComparedRule], patternCount: Int, _ grammar: URLGrammar) {
        self.grammar = grammar
        self.old = Side(old, patternCount: patternCount)
        self.new = Side(new, patternCount: patternCount)
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - automaton: The patterns of both lists.
    ///   - budget: What it may cost.
    /// - Returns: A path for each pair of rules, the shortest first; all pairs unless the budget says that it was hit.
    func witnesses(_ automaton: inout PatternAutomaton, _ budget: inout ComparisonBudget) -> [Witness] {
        let alphabet = LocalAlphabet(automaton, grammar)
        let patterns = automaton.starts.indices.filter { old.ranks[$0] != .max || new.ranks[$0] != .max }
        var states = SearchStates()
        if let start = relevant(automaton.start(patterns), automaton) {
            states.insert(start, grammar.start, from: -1, by: URLLetter(0))
        }
        var witnesses: [Witness] = []
        var pairs: Set<Pair> = []
        var next = 0
        while next < states.count {
            let set = states.positions(next)
            let state = states.grammar(next)
            if grammar.isEnd(state) {
                let pair = decision(set, automaton)
                if old.outcome(pair.old) != new.outcome(pair.new), pairs.insert(pair).inserted {
                    witnesses.append(
                        Witness(
                            path: states.text(next), old: old.index(pair.old), new: new.index(pair.new)))
                }
            }
            let letters = alphabet.letters(set, automaton, state)
            guard budget.spend((set.count + 4) * (letters.count + 1)), states.count < budget.limits.states,
                states.size < 32 * budget.limits.states
            else {
                budget.leaveOut()
                break
            }
            for letter in letters {
                guard let state = grammar.step(state, by: letter),
                    let after = relevant(automaton.step(set, by: letter), automaton)
                else { continue }
                states.insert(after, state, from: next, by: letter)
            }
            next += 1
        }
        return witnesses
    }

    /// The rules that decide a text that ends here.
    private func decision(_ set: [UInt32], _ automaton: borrowing PatternAutomaton) -> Pair {
        var (first, second) = (Int32.max, Int32.max)
        for place in set where automaton.isAccepting(place) {
            let pattern = automaton.pattern(of: place)
            first = min(first, old.ranks[pattern])
            second = min(second, new.ranks[pattern])
        }
        return Pair(old: first, new: second)
    }

    // MARK: - What may still differ

    /// The positions that can still decide; `nil` where both lists decide every longer text alike.
    private func relevant(_ set: [UInt32], _ automaton: borrowing PatternAutomaton) -> [UInt32]? {
        guard !set.isEmpty else { return nil }
        var patterns: [Int] = []
        var (oldEnd, newEnd) = (Int32.max, Int32.max)
        for place in set {
            let pattern = automaton.pattern(of: place)
            if patterns.last != pattern { patterns.append(pattern) }
            guard automaton.positions[Int(place)].coversAll else { continue }
            oldEnd = min(oldEnd, old.ranks[pattern])
            newEnd = min(newEnd, new.ranks[pattern])
        }
        // Behind a rule that covers every longer text no other is asked.
        let olds = patterns.filter { old.ranks[$0] != .max && old.ranks[$0] <= oldEnd }
        let news = patterns.filter { new.ranks[$0] != .max && new.ranks[$0] <= newEnd }
        if form(olds, old) == form(news, new) { return nil }
        guard oldEnd != .max || newEnd != .max else { return set }
        let kept = Set(olds).union(news)
        return kept.count == patterns.count ? set : set.filter { kept.contains(automaton.pattern(of: $0)) }
    }

    /// What a list comes to: neighbours of one outcome stand in any order, and what keeps in the browser at the end is
    /// nothing.
    private func form(_ patterns: [Int], _ side: Side) -> [Int] {
        var form: [Int] = []
        var run: [Int] = []
        var opens = false
        for pattern in patterns.sorted(by: { side.ranks[$0] < side.ranks[$1] }) {
            let outcome = side.outcome(side.ranks[pattern])
            if outcome != opens {
                form += [-1] + run.sorted()
                (run, opens) = ([], outcome)
            }
            run.append(pattern)
        }
        return opens ? form + [-1] + run.sorted() : form
    }
}
