/// The states of a search, each met once, with the way to it.
struct SearchStates {
    private struct Way {
        let from: Int32
        let letter: URLLetter
    }

    private var ways: [Way] = []
    private var grammars: [URLGrammar.State] = []
    private var places: [UInt32] = []
    private var ends: [Int] = []
    private var numbers: [Int32]

    init() { numbers = [Int32](repeating: -1, count: 64) }

    /// The number of states.
    var count: Int { ways.count }

    /// The numbers that all positions take.
    var size: Int { places.count }

    /// Where the text of a state stands.
    func grammar(_ state: Int) -> URLGrammar.State { grammars[state] }

    /// The positions of a state.
    func positions(_ state: Int) -> [UInt32] { Array(places[range(state)]) }

    private func range(_ state: Int) -> Range<Int> { (state == 0 ? 0 : ends[state - 1])..<ends[state] }

    /// Puts a state in; nothing where it is in already.
    mutating func insert(_ positions: [UInt32], _ grammar: URLGrammar.State, from: Int, by letter: URLLetter) {
        if 2 * (count + 1) > numbers.count { grow() }
        var slot = Self.hash(positions[...], grammar) & (numbers.count - 1)
        while numbers[slot] >= 0 {
            let state = Int(numbers[slot])
            if grammars[state] == grammar, places[range(state)].elementsEqual(positions) { return }
            slot = (slot + 1) & (numbers.count - 1)
        }
        numbers[slot] = Int32(count)
        ways.append(Way(from: Int32(from), letter: letter))
        grammars.append(grammar)
        places += positions
        ends.append(places.count)
    }

    private mutating func grow() {
        numbers = [Int32](repeating: -1, count: 2 * numbers.count)
        for state in 0..<count {
            var slot = Self.hash(places[range(state)], grammars[state]) & (numbers.count - 1)
            while numbers[slot] >= 0 { slot = (slot + 1) & (numbers.count - 1) }
            numbers[slot] = Int32(state)
        }
    }

    private static func hash(_ positions: ArraySlice<UInt32>, _ grammar: URLGrammar.State) -> Int {
        // Seeded, so that no file is made to collide.
        var hasher = Hasher()
        hasher.combine(grammar.code)
        for position in positions { hasher.combine(position) }
        return hasher.finalize() & Int.max
    }

    /// The text of a state, as a URL has it.
    func text(_ state: Int) -> String {
        var letters: [URLLetter] = []
        var state = state
        while ways[state].from >= 0 {
            letters.append(ways[state].letter)
            state = Int(ways[state].from)
        }
        var text = ""
        for letter in letters.reversed() { letter.write(to: &text) }
        return text
    }
}
