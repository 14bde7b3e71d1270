/// Finds a text for each way in which patterns can cover one, the shortest: those of an item or a fragment.
struct ValueSearch {
    /// Texts at most.
    static let mostValues = 256
    private static let mostStates = 4_000

    /// A text, and the numbers of the patterns that cover it.
    struct Value {
        let text: String
        let patterns: Set<Int>
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - automaton: The patterns, all of them.
    ///   - grammar: What texts there are.
    ///   - budget: What it may cost.
    /// - Returns: The texts, the shortest first.
    static func values(
        _ automaton: inout PatternAutomaton, _ grammar: URLGrammar, _ budget: inout ComparisonBudget
    ) -> [Value] {
        let alphabet = LocalAlphabet(automaton, grammar)
        var values: [Value] = []
        var seen: Set<Set<Int>> = []
        var states = SearchStates()
        states.insert(automaton.start(automaton.starts.indices), grammar.start, from: -1, by: URLLetter(0))
        var next = 0
        while next < states.count {
            let set = states.positions(next)
            let grammarState = states.grammar(next)
            if grammar.isEnd(grammarState) {
                var patterns: Set<Int> = []
                for place in set where automaton.isAccepting(place) { patterns.insert(automaton.pattern(of: place)) }
                if seen.insert(patterns).inserted { values.append(Value(text: states.text(next), patterns: patterns)) }
            }
            let letters = alphabet.letters(set, automaton, grammarState)
            guard budget.spend((set.count + 1) * (letters.count + 1)), states.count < mostStates,
                values.count < mostValues
            else {
                budget.leaveOut()
                break
            }
            for letter in letters {
                guard let state = grammar.step(grammarState, by: letter) else { continue }
                states.insert(automaton.step(set, by: letter), state, from: next, by: letter)
            }
            next += 1
        }
        return values
    }
}

extension PatternAutomaton {
    /// Whether a pattern may end at a position.
    func isAccepting(_ place: UInt32) -> Bool {
        if case .accept = positions[Int(place)].kind { true } else { false }
    }

    /// The number of the pattern that a position is of.
    func pattern(of place: UInt32) -> Int { Int(positions[Int(place)].pattern) }
}

extension URLGrammar {
    /// The state behind a letter; `nil` where it cannot stand.
    func step(_ state: State, by letter: URLLetter) -> State? {
        var state = state
        for unit in letter.characters {
            guard let next = step(state, by: unit) else { return nil }
            state = next
        }
        return state
    }
}
