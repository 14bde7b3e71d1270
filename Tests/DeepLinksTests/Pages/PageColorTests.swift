import DeepLinks
import TestSupport
import Testing

@Suite struct PageColorTests {
    // Ratios from the examples of WCAG's own tools.
    @Test(
        arguments: [
            ("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48), ("#767676", "#ffffff", 4.54),
            ("#0000ff", "#ffffff", 8.59), ("#ff0000", "#ffffff", 4.0), ("#00ff00", "#000000", 15.3),
            ("#123456", "#123456", 1),
        ]
    )
    func `contrast is that of WCAG`(one: String, other: String, ratio: Double) throws {
        let (one, other) = (try PageColor(one), try PageColor(other))
        #expect(abs(one.contrast(to: other) - ratio) < 0.006)
        #expect(one.contrast(to: other) == other.contrast(to: one))
    }

    @Test func `black or white can be read on every colour`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let color = PageColor(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random))
            #expect(color.ink.contrast(to: color) >= 4.5)
        }
        for grey in UInt8.min ... .max {
            let color = PageColor(red: grey, green: grey, blue: grey)
            #expect(color.ink.contrast(to: color) >= 4.5)
        }
    }

    @Test(arguments: ["#0A7d4f", "#000000"]) func `a colour is written in lower case`(text: String) throws {
        #expect(try PageColor(text).text == text.lowercased())
    }

    @Test(arguments: ["", "#", "#fff", "0a7d4f0", "#0a7d4g", "#0a7d4f0", "red", "#é0000"])
    func `anything else is no colour`(text: String) {
        #expect(throws: RuleViolation.self) { try PageColor(text) }
    }
}
