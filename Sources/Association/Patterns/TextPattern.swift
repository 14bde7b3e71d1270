/// A pattern of Apple's language, ready to be matched against a whole text.
///
/// `*` is any number of units and crosses slashes, `?` exactly one, `$(name)` one of the variable's alternatives; there
/// is no escape. A unit is a Unicode scalar, which for a URL as written is an ASCII character. Time is linear in the
/// text: a pattern without alternatives goes back to its last `*` only, one with alternatives goes through all its
/// states at once.
struct TextPattern: Sendable {
    let tokens: [PatternToken]
    let choices: [PatternChoice]
    /// Whether it meets text whose upper-case ASCII letters were turned to lower case.
    let folds: Bool
    /// Literals at the beginning.
    private let prefixCount: Int
    /// Units that a text has at least.
    let leastCount: Int
    private let canMatch: Bool

    /// States at most; a pattern that needs more matches nothing.
    ///
    /// Only a text that is made to be hostile has so many: many references to a long list.
    static let mostStates = 1 << 18

    init(tokens: [PatternToken], choices: [PatternChoice] = [], folds: Bool) {
        self.tokens = tokens
        self.choices = choices
        self.folds = folds
        prefixCount = tokens.prefix { $0.kind == .literal }.count
        leastCount = tokens.count { $0.kind != .star && $0.kind != .choice }
        let states = tokens.reduce(0) { sum, token in
            sum + (token.kind == .choice ? choices[Int(token.value)].nodes.count : 1)
        }
        canMatch = states < Self.mostStates && !tokens.contains { $0.kind == .never }
    }

    /// Reads a pattern.
    init(_ text: PatternText, variables: PatternVariables, folds: Bool, reading: AppleReading = AppleReading()) {
        var choices: [PatternChoice] = []
        var known: [String: Int] = [:]
        let tokens = text.pieces.map { piece -> PatternToken in
            switch piece {
            case .unit(0x2A): return .star
            case .unit(0x3F): return .any
            case .unit(let unit): return .literal(folds ? unit.foldedUnit(reading) : unit)
            case .unterminated: return variables.unterminated == nil ? .never : .star
            case .reference(let name):
                if let index = known[name] { return .choice(index) }
                switch variables.meaning(of: name, folds: folds) {
                case nil: return .never
                case .anything: return .star
                case .set(let set): return .set(set)
                case .choice(let choice):
                    known[name] = choices.count
                    choices.append(choice)
                    return .choice(choices.count - 1)
                }
            }
        }
        self.init(tokens: tokens, choices: choices, folds: folds)
    }

    /// What every text that it matches begins with.
    var literalPrefix: ArraySlice<UInt32> { tokens[..<prefixCount].map(\.value)[...] }

    /// What every text that it matches ends with.
    var literalSuffix: ArraySlice<UInt32> {
        let start = tokens.lastIndex { $0.kind != .literal }.map { $0 + 1 } ?? 0
        return tokens[start...].map(\.value)[...]
    }

    /// Whether it has more states than are followed.
    var isTooComplex: Bool { !canMatch && !tokens.contains { $0.kind == .never } }

    /// Whether it matches every text.
    var isEverything: Bool { !tokens.isEmpty && tokens.allSatisfy { $0.kind == .star } }

    /// Whether it is written as the other is.
    func isAlike(_ other: TextPattern) -> Bool {
        folds == other.folds && tokens == other.tokens && choices.count == other.choices.count
            && zip(choices, other.choices).allSatisfy { $0.nodes == $1.nodes }
    }

    /// Whether it covers the text, which is folded already where the pattern folds.
    ///
    /// - Complexity: O(length of the text), times the length of the pattern where the text is made for it.
    func matches(_ text: Span<UInt32>) -> Bool {
        guard canMatch, text.count >= leastCount else { return false }
        var index = 0
        while index < prefixCount {
            guard tokens[index].value == text[index] else { return false }
            index += 1
        }
        return choices.isEmpty ? matchesGlob(text) : matchesChoices(text)
    }

    /// The single restore point: what stands before the last `*` was matched as early as can be, and stays.
    private func matchesGlob(_ text: Span<UInt32>) -> Bool {
        var token = prefixCount
        var unit = prefixCount
        var afterStar = -1
        var retry = 0
        while true {
            if token < tokens.count, tokens[token].kind == .star {
                token += 1
                if token == tokens.count { return true }
                (afterStar, retry) = (token, unit)
            } else if unit < text.count, token < tokens.count, tokens[token].accepts(text[unit]) {
                token += 1
                unit += 1
            } else if token == tokens.count, unit == text.count {
                return true
            } else {
                guard afterStar >= 0, retry < text.count else { return false }
                retry += 1
                (token, unit) = (afterStar, retry)
            }
        }
    }

    private func matchesChoices(_ text: Span<UInt32>) -> Bool {
        var states = startStates
        for index in text.indices {
            // Beside alternatives there is mostly one state, in fixed text.
            if states.count == 1, leadsToOneState(states[0].token) {
                guard tokens[states[0].token].accepts(text[index]) else { return false }
                states[0] = State(token: states[0].token + 1, node: 0)
            } else {
                states = step(states, by: text[index])
                if states.isEmpty { return false }
            }
        }
        return accepts(states)
    }

    /// Whether a token is one unit, and only its successor stands behind it.
    private func leadsToOneState(_ token: Int) -> Bool {
        guard token < tokens.count, tokens[token].isUnit else { return false }
        return token + 1 == tokens.count || tokens[token + 1].isUnit
    }
}

extension PatternToken {
    /// Whether it is one unit.
    var isUnit: Bool { kind == .literal || kind == .any || kind == .set }

    /// Whether it is one unit and takes this one.
    @inline(__always)
    func accepts(_ unit: UInt32) -> Bool {
        switch kind {
        case .literal: value == unit
        case .any: true
        case .set: set.contains(unit)
        case .star, .choice, .never: false
        }
    }
}

// MARK: - All states at once

extension TextPattern {
    /// Where a match may stand: before a token, and in which node of it.
    struct State: Hashable, Sendable {
        let token: Int
        let node: Int
    }

    /// The states before the first unit.
    var startStates: [State] {
        guard canMatch else { return [] }
        var set = StateSet()
        add(State(token: 0, node: 0), to: &set)
        return set.states
    }

    /// The states after a unit, folded already where the pattern folds.
    func step(_ states: [State], by unit: UInt32) -> [State] {
        var set = StateSet()
        for state in states where state.token < tokens.count {
            let token = tokens[state.token]
            if token.kind == .star {
                add(state, to: &set)
            } else if token.kind == .choice {
                for edge in choices[Int(token.value)].nodes[state.node].edges where edge.accepts(unit) {
                    add(State(token: state.token, node: edge.target), to: &set)
                }
            } else if token.accepts(unit) {
                add(State(token: state.token + 1, node: 0), to: &set)
            }
        }
        return set.states(from: lastStar(in: set.states))
    }

    /// The last star that is reached: what stands ahead of it matches nothing that the star does not.
    private func lastStar(in states: [State]) -> Int {
        states.reduce(0) { $1.token > $0 && $1.token < tokens.count && tokens[$1.token].kind == .star ? $1.token : $0 }
    }

    /// Whether the pattern may end here.
    func accepts(_ states: [State]) -> Bool { states.contains { $0.token == tokens.count } }

    /// Puts a state in with those that are reached without a unit.
    private func add(_ state: State, to set: inout StateSet) {
        var pending = [state]
        while let state = pending.popLast() {
            guard set.insert(state) else { continue }
            guard state.token < tokens.count else { continue }
            let token = tokens[state.token]
            if token.kind == .star {
                pending.append(State(token: state.token + 1, node: 0))
            } else if token.kind == .choice {
                let node = choices[Int(token.value)].nodes[state.node]
                pending += node.jumps.map { State(token: state.token, node: $0) }
                if node.isFinal { pending.append(State(token: state.token + 1, node: 0)) }
            }
        }
    }

    /// States without repetition: a few are compared, many are hashed.
    private struct StateSet {
        private(set) var states: [State] = []
        private var hashed: Set<State> = []

        /// The states that stand at a token or behind it.
        func states(from token: Int) -> [State] {
            token == 0 ? states : states.filter { $0.token >= token }
        }

        mutating func insert(_ state: State) -> Bool {
            if states.count < 12 {
                guard !states.contains(state) else { return false }
            } else {
                if hashed.isEmpty { hashed = Set(states) }
                guard hashed.insert(state).inserted else { return false }
            }
            states.append(state)
            return true
        }
    }
}
