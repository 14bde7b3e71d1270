/// A letter for each kind of letter that makes a difference behind a text: most texts have few.
struct LocalAlphabet {
    private let grammar: URLGrammar
    private let decodes: Bool
    /// What is not ASCII and stands in a pattern, in order.
    private let scalars: [UInt32]
    /// Stands for what is not ASCII and in no pattern.
    private let other: UInt32

    /// Takes what all texts of a search have in common.
    init(_ automaton: PatternAutomaton, _ grammar: URLGrammar) {
        self.grammar = grammar
        decodes = automaton.hasDecoded
        let scalars = automaton.scalars.filter { Unicode.Scalar($0) != nil }
        self.scalars = scalars.sorted()
        other = (0xE9...0x2FF).first { !scalars.contains($0) } ?? 0x4E2D
    }

    /// The letters to try behind a text.
    ///
    /// - Parameters:
    ///   - set: The positions of the patterns.
    ///   - automaton: The patterns.
    ///   - state: Where the text stands.
    /// - Returns: Letters, the readable ones first.
    func letters(_ set: [UInt32], _ automaton: borrowing PatternAutomaton, _ state: URLGrammar.State) -> [URLLetter] {
        var named = Named()
        for place in set { named.take(automaton.positions[Int(place)]) }
        if state.escape != .none || state.utf8 != .start { return escape(state, named.single) }
        if grammar.isPath {
            named.single.insert(.slash)
            switch state.segment {
            case .root, .empty, .dot: named.single.insert(URLGrammar.dot)
            case .dots, .other, .tail, .slash: break
            }
        }
        var letters: [URLLetter] = []
        var seen: [UInt64] = []
        for unit in Self.preferred {
            let isPlain = unit != URLGrammar.percent && grammar.plain.contains(unit)
            let letter: URLLetter
            if isPlain {
                letter = URLLetter(unit)
            } else if decodes {
                if grammar.part == .decodedItem, unit == 0x26 || unit == 0x3B { continue }
                letter = URLLetter(unit, isEscaped: true)
            } else {
                // An escape begins; any other unit that no pattern names here stands for it as well.
                guard unit == URLGrammar.percent else { continue }
                letter = URLLetter(unit)
            }
            // Past 64 sets each unit is taken for one of a kind.
            if named.single.contains(unit) || named.sets.count > 64 {
                letters.append(letter)
                continue
            }
            let kind = named.kind(unit)
            if seen.contains(kind) { continue }
            seen.append(kind)
            letters.append(letter)
        }
        guard decodes else { return letters }
        if grammar.isPath { letters.append(URLLetter(.slash, isEscaped: true)) }
        for scalar in scalars where named.others.contains(first(scalar, automaton)) {
            letters.append(URLLetter(scalar, isEscaped: true))
        }
        if !seen.contains(0) { letters.append(URLLetter(other, isEscaped: true)) }
        return letters
    }

    private func first(_ scalar: UInt32, _ automaton: borrowing PatternAutomaton) -> UInt32 {
        guard automaton.isUTF16, scalar > 0xFFFF else { return scalar }
        return 0xD800 + (scalar - 0x1_0000) >> 10
    }

    /// How an escape goes on.
    private func escape(_ state: URLGrammar.State, _ single: ASCIISet) -> [URLLetter] {
        guard state.escape != .none else { return [URLLetter(URLGrammar.percent)] }
        let digits = "0123456789ABCDEF".unicodeScalars.map(\.value)
        return (digits + "abcdef".unicodeScalars.map(\.value).filter(single.contains)).map { URLLetter($0) }
    }

    /// What patterns name at their positions.
    private struct Named {
        var single = ASCIISet()
        var sets: [ASCIISet] = []
        var others: Set<UInt32> = []

        /// In which of the sets a unit is, a bit for each.
        func kind(_ unit: UInt32) -> UInt64 {
            var kind: UInt64 = 0
            for index in sets.indices where sets[index].contains(unit) { kind |= 1 << UInt64(index) }
            return kind
        }

        mutating func take(_ position: PatternPosition) {
            switch position.kind {
            case .literal(let unit), .seek(let unit): take(unit, position.folds)
            case .set(let set): take(set, position.folds)
            case .node:
                for edge in position.edges {
                    switch edge.label {
                    case .any: break
                    case .ascii(let set): take(set, position.folds)
                    case .unit(let unit): take(unit, position.folds)
                    }
                }
            case .any, .star, .accept, .never: break
            }
        }

        private mutating func take(_ unit: UInt32, _ folds: Bool) {
            guard unit < 128 else {
                others.insert(unit)
                return
            }
            single.insert(unit)
            if folds { single.insert(unit.raisedUnit) }
        }

        private mutating func take(_ set: ASCIISet, _ folds: Bool) {
            let set = folds ? set.raised : set
            if !sets.contains(set) { sets.append(set) }
        }
    }

    private static let preferred: [UInt32] = {
        let readable = Array("xyzabcdefghijklmnopqrstuvw0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.".unicodeScalars)
        let first = readable.map(\.value) + [UInt32.slash]
        return first + (0..<128).filter { !first.contains($0) && $0 != URLGrammar.percent } + [URLGrammar.percent]
    }()
}
