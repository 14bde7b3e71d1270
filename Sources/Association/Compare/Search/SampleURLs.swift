/// Paths made of the patterns of rules, and near them, for where an exact search is too much.
struct SampleURLs {
    private let automaton: PatternAutomaton
    private let grammar: URLGrammar
    private let choices: [FateComparer.Choice]

    init(_ automaton: PatternAutomaton, _ grammar: URLGrammar, _ choices: [FateComparer.Choice]) {
        self.automaton = automaton
        self.grammar = grammar
        self.choices = choices
    }

    /// What stands behind the origin of each URL: of every rule one first, then others.
    ///
    /// - Parameter budget: The limits; as many steps as a comparison may take are planned for matching.
    /// - Returns: The texts, each once.
    func texts(_ budget: inout ComparisonBudget) -> [String] {
        var sources: [(path: [URLLetter], tail: URLTail)] = []
        var seen: Set<[Int]> = []
        for choice in choices {
            for rule in choice.old + choice.new where seen.insert(rule.patterns).inserted {
                for pattern in rule.patterns { sources.append((letters(of: pattern), choice.tail)) }
            }
        }
        var steps = budget.limits.steps
        var texts: [String] = []
        var known: Set<String> = []
        for change in Self.changes {
            for source in sources {
                let path = change(source.path)
                steps -= (path.count + 4) * automaton.positions.count / 2
                guard steps > 0 else { return texts }
                guard let written = written(path) else { continue }
                for tail in [source.tail, URLTail()] {
                    let text = written + tail.text
                    if known.insert(text).inserted { texts.append(text) }
                }
            }
        }
        return texts
    }

    /// A path near one.
    private static let changes: [@Sendable ([URLLetter]) -> [URLLetter]] = [
        { $0 },
        { $0 + [URLLetter(.slash), x] },
        { $0 + [x] },
        { path in Array(path[..<(path.lastIndex { $0.unit == .slash } ?? 0)]) },
        { Array($0.dropLast()) },
        { path in path.map { $0 == x ? URLLetter(0x79) : $0 } },
        { path in path.flatMap { $0 == x ? [x, URLLetter(.slash), x] : [$0] } },
        { path in path.map { $0.isEscaped ? $0 : URLLetter($0.unit.raisedUnit) } },
    ]

    private static let x = URLLetter(0x78)

    /// The text of a path, where an ordinary URL can have it.
    private func written(_ path: [URLLetter]) -> String? {
        var state = grammar.start
        var text = grammar.part == .trimmedPath ? "/" : ""
        for letter in path {
            guard let next = grammar.step(state, by: letter) else { return nil }
            state = next
            letter.write(to: &text)
        }
        return grammar.isEnd(state) ? text : nil
    }

    /// A text that a pattern covers, or nearly: a star is one letter.
    private func letters(of pattern: Int) -> [URLLetter] {
        var letters: [URLLetter] = []
        var place = Int(automaton.starts[pattern])
        while letters.count < 2_048 {
            let position = automaton.positions[place]
            switch position.kind {
            case .literal(let unit): letters.append(letter(unit))
            case .any, .star: letters.append(Self.x)
            case .set(let set): letters += set.units.prefix(1).map(letter)
            case .seek(let unit): letters += [Self.x, letter(unit)]
            case .accept, .never: return letters
            case .node:
                guard let word = word(from: place) else { return letters }
                letters += word.letters
                place = word.end
                continue
            }
            place += 1
        }
        return letters
    }

    /// A word of alternatives, and the position behind them.
    private func word(from start: Int) -> (letters: [URLLetter], end: Int)? {
        var queue: [(place: Int, letters: [URLLetter])] = [(start, [])]
        var seen: Set<Int> = [start]
        var next = 0
        while next < queue.count {
            let (place, letters) = queue[next]
            next += 1
            guard case .node = automaton.positions[place].kind else { return (letters, place) }
            let position = automaton.positions[place]
            var edges = position.jumps.map { (Int($0), letters) }
            for edge in position.edges {
                switch edge.label {
                case .any: edges.append((Int(edge.target), letters + [Self.x]))
                case .unit(let unit): edges.append((Int(edge.target), letters + [letter(unit)]))
                case .ascii(let set): edges.append((Int(edge.target), letters + set.units.prefix(1).map(letter)))
                }
            }
            for edge in edges where seen.insert(edge.0).inserted { queue.append(edge) }
        }
        return nil
    }

    private func letter(_ unit: UInt32) -> URLLetter {
        URLLetter(
            unit, isEscaped: automaton.hasDecoded && (unit == URLGrammar.percent || !grammar.plain.contains(unit)))
    }
}
