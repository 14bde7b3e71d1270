/// The slashes at both ends of a pattern of the path, which do not count, wherever they come from.
struct PathEnds {
    /// The alternatives of variables, with those that values leave without their slashes.
    private(set) var choices: [PatternChoice]
    /// Whether `/*/` asks for its segment and `/**` for none; see ``AppleReading/turnsTrailingStars``.
    private let turnsStars: Bool

    init(choices: [PatternChoice], turnsStars: Bool) {
        self.choices = choices
        self.turnsStars = turnsStars
    }

    /// What a pattern is without them: one list, or several of which one is enough, the shortest the last.
    mutating func withoutSlashes(_ tokens: [PatternToken]) -> [[PatternToken]] {
        withoutFirst(tokens[...]).flatMap { withoutLast($0[...]) }
    }

    private mutating func withoutFirst(_ tokens: ArraySlice<PatternToken>) -> [[PatternToken]] {
        let tokens = tokens.drop { $0 == .slash }
        guard let values = bendingValues(tokens.first) else { return [Array(tokens)] }
        let bare = values.map { Array($0.drop { $0 == .slash }) }
        var lists = choice(of: bare).map { [[$0] + tokens.dropFirst()] } ?? []
        if bare.contains([]) { lists += withoutFirst(tokens.dropFirst()) }
        return lists
    }

    /// - Parameters:
    ///   - tokens: The pattern.
    ///   - isShort: Whether an optional segment was left out behind it: there is one at most.
    /// - Returns: What it is without its last slashes.
    private mutating func withoutLast(_ tokens: ArraySlice<PatternToken>, isShort: Bool = false) -> [[PatternToken]] {
        let trimmed = Self.trimmed(tokens)
        if let values = bendingValues(trimmed.last) { return withoutLast(trimmed.dropLast(), values, isShort: isShort) }
        let end = trimmed.lastIndex { $0 != .star } ?? -1
        let stars = trimmed.endIndex - 1 - end
        let isOptional = turnsStars ? stars >= 1 && trimmed.endIndex == tokens.endIndex : stars == 1
        guard !isShort, isOptional, end >= trimmed.startIndex, trimmed[end] == .slash else { return [Array(trimmed)] }
        return [Array(trimmed)] + withoutLast(trimmed[..<end], isShort: true)
    }

    /// The same where the last is a variable with such values.
    private mutating func withoutLast(
        _ rest: ArraySlice<PatternToken>, _ values: [[UInt32]], isShort: Bool
    ) -> [[PatternToken]] {
        let bare = values.map { Array(Self.trimmed($0[...])) }
        // A star behind a slash is optional, with the slash.
        let short = bare.compactMap { value -> [UInt32]? in
            guard !isShort, value.last == Self.star,
                value.count == 1 ? rest.last == .slash : value.dropLast().last == .slash
            else { return nil }
            return Array(Self.trimmed(value.dropLast()))
        }
        var lists = choice(of: bare + short).map { [Array(rest) + [$0]] } ?? []
        if bare.contains([]) {
            lists += withoutLast(rest, isShort: isShort)
        } else if short.contains([]) {
            lists += withoutLast(rest, isShort: true)
        }
        return lists
    }

    /// The values of a variable, where the slashes of one would be at the end.
    private func bendingValues(_ token: PatternToken?) -> [[UInt32]]? {
        guard let token, token.kind == .choice, choices[Int(token.value)].bendsSlashes else { return nil }
        return choices[Int(token.value)].values
    }

    /// A token for some values; `nil` where none has a text.
    private mutating func choice(of values: [[UInt32]]) -> PatternToken? {
        let values = values.filter { !$0.isEmpty }
        guard !values.isEmpty else { return nil }
        choices.append(PatternChoice(values))
        return .choice(choices.count - 1)
    }

    private static func trimmed(_ tokens: ArraySlice<PatternToken>) -> ArraySlice<PatternToken> {
        tokens.prefix(upTo: tokens.lastIndex { $0 != .slash }.map { $0 + 1 } ?? tokens.startIndex)
    }

    private static func trimmed(_ value: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        value.prefix(upTo: value.lastIndex { $0 != .slash }.map { $0 + 1 } ?? value.startIndex)
    }

    private static let star: UInt32 = 0x2A
}
