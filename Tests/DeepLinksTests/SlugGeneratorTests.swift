import DeepLinks
import TestSupport
import Testing

@Suite struct SlugGeneratorTests {
    @Test(arguments: [
        (0, 8), (1, 8), (100_000, 8), (208_827, 8), (208_828, 9), (1_000_000, 9), (5_429_503, 9), (5_429_504, 10),
    ])
    func `of a million guesses less than one finds a link`(count: Int, length: Int) {
        let slugs = SlugGenerator(linksAtMost: count)
        #expect(slugs.length == length)
        #expect(slugs.guesses(perLinkOf: count) >= 1_000_000)
    }

    @Test func `slugs have the alphabet's characters alone, no word, and hardly one comes twice`() {
        var random = SeededGenerator(seed: 5)
        let slugs = SlugGenerator(linksAtMost: 1)
        var seen: Set<String> = []
        for _ in 0..<20_000 {
            let slug = slugs.next(using: &random)
            seen.insert(slug)
            #expect(slug.utf8.count == 8)
            #expect(slug.utf8.allSatisfy(SlugGenerator.alphabet.contains))
            #expect(!slug.contains("fck") && !slug.contains("666"))
        }
        #expect(seen.count > 19_990)
        for lookalike in "0125lioaeu" { #expect(!SlugGenerator.alphabet.contains(lookalike.asciiValue ?? 0)) }
    }
}
