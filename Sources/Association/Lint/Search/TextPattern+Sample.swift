extension TextPattern {
    /// Whether it covers a text that is not folded.
    func covers(_ text: [UInt32]) -> Bool {
        let text = folds ? text.map(\.foldedUnit) : text
        return matches(text.span)
    }

    /// A text that it covers, where one is at hand.
    func sample(in part: PatternSearch.Part) -> [UInt32]? {
        var text: [UInt32] = []
        for token in tokens {
            switch token.kind {
            case .literal: text.append(token.value)
            case .any: text.append(Self.anyUnit)
            case .set: text += token.set.readableUnit.map { [$0] } ?? []
            case .choice: text += choices[Int(token.value)].word ?? []
            case .star, .never: break
            }
        }
        return part.allows(text) && covers(text) ? text : nil
    }

    private static let anyUnit: UInt32 = 0x78

    /// Whether their beginnings tell that no text goes on behind what both cover.
    ///
    /// They are compared as far as each unit of a text has its place in them: up to a star, and through a variable of
    /// both only where no value has the character behind it.
    func isApart(from other: TextPattern) -> Bool {
        let isFolded = folds || other.folds
        for (index, token) in tokens.enumerated() {
            guard index < other.tokens.count else { return false }
            let otherToken = other.tokens[index]
            switch (token.kind, otherToken.kind) {
            case (.literal, .literal) where token.value == otherToken.value: continue
            case (.literal, .literal):
                if !isFolded || token.value.foldedUnit != otherToken.value.foldedUnit { return true }
            case (.literal, .any), (.literal, .set), (.any, .literal), (.any, .any), (.any, .set), (.set, .literal),
                (.set, .any), (.set, .set):
                continue
            case (.choice, .choice): if !endsAlike(index, other) { return false }
            default: return false
            }
        }
        return false
    }

    /// Whether a text shows where the value of a variable ends that both have at a place.
    private func endsAlike(_ index: Int, _ other: TextPattern) -> Bool {
        guard folds == other.folds, index + 1 < tokens.count, index + 1 < other.tokens.count,
            tokens[index + 1].kind == .literal, tokens[index + 1] == other.tokens[index + 1]
        else { return false }
        let end = tokens[index + 1].value
        let choice = choices[Int(tokens[index].value)]
        return end < 128 && !choice.units.contains(end)
            && choice.nodes == other.choices[Int(other.tokens[index].value)].nodes
    }
}
