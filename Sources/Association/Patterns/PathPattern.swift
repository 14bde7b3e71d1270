/// A pattern of the path, with the slash rules that `swcutil` of macOS 27.0 shows.
///
/// Slashes at the beginning of the pattern are optional, slashes at the end do not count on either side, and a pattern
/// that ends in `/*` also matches without that segment; so it is when they come with the value of a variable. Texts come
/// without the slash at the beginning and without those at the end; see ``MatchableURL``.
struct PathPattern: Sendable {
    /// What the path has to be: one of these.
    let alternatives: [TextPattern]
    /// What every path that it matches begins with.
    let stem: TextPattern

    /// Reads a pattern, of a component or of `paths`.
    init(
        _ text: PatternText, variables: PatternVariables, folds: Bool, reading: AppleReading, isLegacy: Bool = false
    ) {
        let pattern = TextPattern(text, variables: variables, folds: folds, reading: reading)
        guard !isLegacy || !reading.hasPlainPaths else {
            alternatives = [pattern]
            stem = pattern
            return
        }
        var tokens = pattern.tokens
        if reading.slashes == .collapsed {
            tokens = tokens.indices.filter { $0 == 0 || tokens[$0] != .slash || tokens[$0 - 1] != .slash }.map {
                tokens[$0]
            }
        }
        var ends = PathEnds(choices: pattern.choices, turnsStars: reading.turnsTrailingStars)
        var lists = ends.withoutSlashes(tokens)
        if reading.leadingStarsMeetSlash {
            // The slash that texts come without.
            lists += lists.compactMap { list in
                let rest = list.drop { $0 == .star }
                return rest.count < list.count && [.slash, .any].contains(rest.first) ? Array(rest.dropFirst()) : nil
            }
        }
        let choices = ends.choices
        alternatives = lists.map { TextPattern(tokens: $0, choices: choices, folds: folds) }
        // The last is the shortest: what they have in common is at most that.
        let shortest = lists.last ?? []
        let isStem = lists.allSatisfy { $0.starts(with: shortest) }
        if isStem, let last = alternatives.last {
            stem = last
        } else {
            stem = TextPattern(tokens: Self.opening(lists), folds: folds)
        }
    }

    private init(_ only: TextPattern) {
        alternatives = [only]
        stem = only
    }

    /// A pattern that matches no path.
    static let never = PathPattern(TextPattern(tokens: [.never], folds: false))

    /// The literals that all begin with.
    private static func opening(_ lists: [[PatternToken]]) -> [PatternToken] {
        guard var opening = lists.first?.prefix(while: { $0.kind == .literal }) else { return [] }
        for list in lists { opening = opening.prefix(zip(opening, list).prefix { $0 == $1 }.count) }
        return Array(opening)
    }

    /// Whether it covers a path.
    func matches(_ path: Span<UInt32>) -> Bool {
        for index in alternatives.indices where alternatives[index].matches(path) { return true }
        return false
    }

    /// Whether it matches every path.
    var isEverything: Bool { alternatives.contains(where: \.isEverything) }
}

/// What several slashes in a row inside a path are: nothing is known of Apple's systems.
package enum InnerSlashes: Sendable, CaseIterable {
    /// As many slashes as are written.
    case kept
    /// One slash, in patterns and in paths.
    case collapsed
}
