/// How a language wants names: what it keeps for itself.
struct NamingRules {
    /// Words that cannot be names, or cannot be without quoting them.
    let keywords: Set<String>
    /// Names of types that the code uses itself.
    let types: Set<String>
    /// Names of cases that mean something else.
    let cases: Set<String>
    /// Names that the code uses where captures have theirs.
    let labels: Set<String>
    /// Whether each link is a type of its own.
    let linksAreTypes: Bool
    /// How the name of a listed value is written.
    var valueSpelling: @Sendable (String) -> String = { $0 }
}

/// Gives names that are all different, always the same for the same wishes in the same order.
struct NameScope {
    private var taken: Set<String>
    private let spelling: @Sendable (String) -> String

    /// A scope in which some names are taken already.
    ///
    /// - Parameters:
    ///   - reserved: Those.
    ///   - spelling: How a name is written in the end: two must differ as they are written.
    init(reserved: Set<String>, spelling: @escaping @Sendable (String) -> String = { $0 }) {
        taken = Set(reserved.map(spelling))
        self.spelling = spelling
    }

    /// The wish, else the wish with the suffix, else that with a number from 2.
    mutating func name(_ wish: String, suffix: String) -> String {
        var name = wish
        var number = 1
        while !taken.insert(spelling(name)).inserted {
            name =
                number == 1 && !suffix.isEmpty ? wish + suffix : "\(wish)\(suffix)\(number + (suffix.isEmpty ? 1 : 0))"
            number += 1
        }
        return name
    }
}

/// Spells words as identifiers of ASCII letters and digits.
enum Identifier {
    /// `item-1` as `item1`, `product_id` as `productId`, `ID` as `id`; of a text without letters or digits `fallback`.
    static func lowerCamel(_ text: String, fallback: String) -> String {
        let words = words(text)
        guard let first = words.first else { return fallback }
        let name = lowered(first) + words.dropFirst().map(raised).joined()
        guard let start = name.utf8.first, isLetter(start) else { return fallback + raised(name) }
        return name
    }

    /// `recipes` as `Recipes`, `acme-corp` as `AcmeCorp`.
    static func upperCamel(_ text: String) -> String { words(text).map(raised).joined() }

    /// The words of a name in camel case: `item`, `ID` of `itemID`, and `URL`, `Path` of `URLPath`.
    static func camelWords(_ name: some StringProtocol) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        for (index, character) in characters.enumerated() {
            let isInRun = index > 0 && characters[index - 1].isUppercase
            let endsRun = index + 1 < characters.count && characters[index + 1].isLowercase
            if words.isEmpty || (character.isUppercase && (!isInRun || endsRun)) { words.append("") }
            words[words.count - 1].append(character)
        }
        return words
    }

    private static func words(_ text: String) -> [String] {
        text.utf8.split { !isLetter($0) && !isDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func raised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Makes the capitals at the beginning small, but for one that begins the next word: `ItemID` as `itemID`.
    private static func lowered(_ word: String) -> String {
        let isCapital = { (character: Character) in character.isUppercase }
        let capitals = word.prefix(while: isCapital).count
        let count = capitals > 1 && capitals < word.count ? capitals - 1 : capitals
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }
}
