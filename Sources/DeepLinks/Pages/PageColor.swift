/// A colour in sRGB: `#0a7d4f`.
package struct PageColor: Hashable, Sendable {
    /// The channels.
    package let red: UInt8, green: UInt8, blue: UInt8

    /// Makes a colour.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#` and six hexadecimal digits.
    ///
    /// - Throws: The rule, for any other text.
    package init(_ text: String) throws(RuleViolation) {
        let digits = text.utf8.dropFirst().compactMap { URLCharacter.hexValue($0) }
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else {
            throw RuleViolation("a colour is # and six hexadecimal digits, like #0a7d4f")
        }
        self.init(
            red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
    }

    /// `#` and six lower-case hexadecimal digits.
    package var text: String {
        let digits = [red, green, blue].flatMap { [$0 >> 4, $0 & 15] }
        return "#" + digits.map { String($0, radix: 16) }.joined()
    }

    /// Black.
    package static let black = PageColor(red: 0, green: 0, blue: 0)
    /// White.
    package static let white = PageColor(red: 255, green: 255, blue: 255)

    /// Black or white, whichever differs more.
    ///
    /// The two contrasts multiply to 21, so the larger is 4.58 or more, which is enough for text of any size
    /// (WCAG 2.2, success criterion 1.4.3).
    package var ink: PageColor { contrast(to: .black) >= contrast(to: .white) ? .black : .white }

    /// How much two colours differ: 1 for equal ones to 21 for black and white (WCAG 2.2, contrast ratio).
    package func contrast(to other: PageColor) -> Double {
        let (own, others) = (luminance, other.luminance)
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    /// WCAG 2.2, relative luminance.
    private var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    private static func linear(_ channel: UInt8) -> Double {
        let value = Double(channel) / 255
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base to the power of 2.4: its square times the fifth root of its square.
        return base * base * fifthRoot(base * base)
    }

    /// The fifth root of a number in 0...1, by Newton's method from above.
    private static func fifthRoot(_ number: Double) -> Double {
        var root = 1.0
        for _ in 0..<40 {
            let fourth = root * root * root * root
            root -= (root * fourth - number) / (5 * fourth)
        }
        return root
    }
}
