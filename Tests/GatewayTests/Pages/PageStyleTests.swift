import DeepLinks
import Foundation
import TestSupport
import Testing

@testable import Gateway

@Suite struct PageStyleTests {
    /// The variables of a block of declarations.
    private func colors(_ block: Substring) throws -> [String: PageColor] {
        var colors: [String: PageColor] = [:]
        for declaration in block.split(separator: ";") {
            let parts = declaration.split(separator: ":")
            colors[String(parts[0])] = try PageColor(String(parts[1]))
        }
        return colors
    }

    // WCAG 2.2, success criteria 1.4.3 and 1.4.11.
    @Test func `whatever colours a tenant takes, texts and frames can be seen`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let some = { (random: inout SeededGenerator) -> PageColor? in
                guard Bool.random(using: &random) else { return nil }
                return PageColor(
                    red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                    blue: .random(in: 0...255, using: &random))
            }
            let style = PageStyle(
                colors: PageColors(
                    accent: some(&random), background: some(&random), darkAccent: some(&random),
                    darkBackground: some(&random)))
            let blocks = style.text.components(separatedBy: ":root{").dropFirst().map { $0.prefix { $0 != "}" } }
            #expect(blocks.count == 2)
            for block in blocks {
                let colors = try colors(block)
                let accent = try #require(colors["--a"]), ink = try #require(colors["--i"])
                let frame = try #require(colors["--f"]), background = try #require(colors["--b"])
                let text = try #require(colors["--t"])
                #expect(ink.contrast(to: accent) >= 4.5)
                #expect(text.contrast(to: background) >= 4.5)
                #expect(frame.contrast(to: background) >= 3)
            }
        }
    }
}
