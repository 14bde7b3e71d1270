/// A pattern of the path, with the slash rules that `swcutil` of macOS 27.0 shows.
///
/// Slashes at the beginning of the pattern are optional, slashes at the end do not count on either side, and a pattern
/// that ends in `/*` also matches without that segment. Texts come without the slash at the beginning and without those
/// at the end; see ``MatchableURL``.
struct PathPattern: Sendable {
    /// What the path has to be.
    let full: TextPattern
    /// What it may be instead: the pattern without its `/*`.
    let short: TextPattern?

    init(_ text: PatternText, variables: PatternVariables, folds: Bool, slashes: InnerSlashes) {
        let pattern = TextPattern(text, variables: variables, folds: folds)
        var tokens = pattern.tokens
        if slashes == .collapsed {
            tokens = tokens.indices.filter { $0 == 0 || tokens[$0] != .slash || tokens[$0 - 1] != .slash }.map {
                tokens[$0]
            }
        }
        tokens = Self.trimmed(Array(tokens.drop { $0 == .slash }))
        full = TextPattern(tokens: tokens, choices: pattern.choices, folds: folds)
        guard tokens.count >= 2, tokens.suffix(2) == [.slash, .star] else {
            short = nil
            return
        }
        short = TextPattern(
            tokens: Self.trimmed(Array(tokens.dropLast(2))), choices: pattern.choices, folds: folds)
    }

    private static func trimmed(_ tokens: [PatternToken]) -> [PatternToken] {
        Array(tokens.prefix((tokens.lastIndex { $0 != .slash } ?? -1) + 1))
    }

    /// Whether it covers a path.
    func matches(_ path: Span<UInt32>) -> Bool {
        full.matches(path) || (short?.matches(path) ?? false)
    }

    /// Whether it matches every path.
    var isEverything: Bool { full.isEverything }
}

/// What several slashes in a row inside a path are: nothing is known of Apple's systems.
package enum InnerSlashes: Sendable, CaseIterable {
    /// As many slashes as are written.
    case kept
    /// One slash, in patterns and in paths.
    case collapsed
}
