/// Draws slugs that nobody guesses: long enough for the number of links, of characters that nobody mistakes.
///
/// Small letters only, for domains that fold them. No vowels, so that hardly a word comes about, and what still reads as
/// one is skipped; none of `0`, `1`, `2`, `5`, `l`, `i` and `o`, which read as another.
package struct SlugGenerator: Sendable {
    /// The characters.
    package static let alphabet = Array("346789bcdfghjkmnpqrstvwxyz".utf8)

    /// Characters in a slug at least.
    package static let shortest = 8

    /// Guesses that it takes at least, on average, to find one link.
    package static let leastGuesses = 1_000_000

    /// The length of a slug.
    package let length: Int

    /// Makes a generator.
    ///
    /// - Parameter count: The most links that there will ever be: a slug stays as it is while others come.
    package init(linksAtMost count: Int) {
        var length = Self.shortest
        while Self.space(length) / Double(max(count, 1)) < Double(Self.leastGuesses) { length += 1 }
        self.length = length
    }

    /// How many guesses it takes on average to find one of so many links.
    package func guesses(perLinkOf count: Int) -> Double { Self.space(length) / Double(max(count, 1)) }

    /// Draws a slug.
    package func next(using generator: inout some RandomNumberGenerator) -> String {
        while true {
            var bytes: [UInt8] = []
            for _ in 0..<length { bytes.append(Self.alphabet.randomElement(using: &generator) ?? 0) }
            let slug = String(decoding: bytes, as: UTF8.self)
            if !Self.words.contains(where: { slug.contains($0) }) { return slug }
        }
    }

    private static func space(_ length: Int) -> Double {
        (0..<length).reduce(1.0) { product, _ in product * Double(alphabet.count) }
    }

    /// What people read as a rude word although it has no vowel.
    private static let words = [
        "88", "666", "bdsm", "btch", "cnt", "dck", "fck", "fgt", "fkn", "hmr", "kkk", "kys", "ngg", "ngr", "nzs", "pns",
        "prn", "psy", "pss", "sht", "slt", "sxx", "sxy", "tts", "vgn", "wtf", "xxx",
    ]
}
