/// The variables that the patterns of a file may refer to: the predefined ones and the file's own.
///
/// A predefined name keeps its meaning where the file defines it too; what Apple does with such a file is not known.
struct PatternVariables: Sendable {
    /// A variable of the file, for patterns by whether they fold.
    private struct Own {
        let plain: PatternChoice
        let folded: PatternChoice
    }

    private let own: [String: Own]
    /// The file's own that are predefined too, have no values, or have values that refer to others.
    private let doubtfulNames: Set<String>
    private let doubtful: AppleReading.DoubtfulReference

    init(_ variables: [AppleVariable] = [], doubtful: AppleReading.DoubtfulReference = .plain) {
        self.doubtful = doubtful
        doubtfulNames = Set(
            variables.filter { variable in
                Self.predefined.contains(variable.name) || variable.values.isEmpty
                    || variable.values.contains { $0.value.contains("$(") }
            }.map(\.name))
        own = Dictionary(
            variables.map { variable in
                let values = variable.values.map { $0.value.unicodeScalars.map(\.value) }
                let folded = values.map { $0.map(\.foldedUnit) }
                let plain = PatternChoice(values)
                return (variable.name, Own(plain: plain, folded: folded == values ? plain : PatternChoice(folded)))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The predefined classes of one ASCII character (Apple, "applinks.SubstitutionVariables").
    static let classes: [String: ASCIISet] = [
        "alpha": ASCIISet("A"..."Z", "a"..."z"), "upper": ASCIISet("A"..."Z"), "lower": ASCIISet("a"..."z"),
        "alnum": ASCIISet("A"..."Z", "a"..."z", "0"..."9"), "digit": ASCIISet("0"..."9"),
        "xdigit": ASCIISet("0"..."9", "A"..."F", "a"..."f"),
    ]

    /// The predefined names.
    static let predefined = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]

    /// What a reference stands for.
    enum Meaning {
        case set(ASCIISet)
        case choice(PatternChoice)
        case anything
    }

    /// What a reference without an end stands for; `nil` where the pattern matches nothing.
    var unterminated: Meaning? { doubtful == .anything ? .anything : nil }

    /// What a name stands for; `nil` for an unknown one.
    func meaning(of name: String, folds: Bool) -> Meaning? {
        let isDoubtful = doubtfulNames.contains(name) || own[name] == nil && !Self.predefined.contains(name)
        switch doubtful {
        case .anything where isDoubtful: return .anything
        case .nothing where isDoubtful: return nil
        case .plain, .nothing, .anything: return plainMeaning(of: name, folds: folds)
        }
    }

    private func plainMeaning(of name: String, folds: Bool) -> Meaning? {
        if let set = Self.classes[name] { return .set(folds ? set.folded : set) }
        switch name {
        case "region": return .choice(folds ? Self.foldedRegions : Self.regions)
        case "lang": return .choice(Self.languages)
        default:
            guard let own = own[name] else { return nil }
            return .choice(folds ? own.folded : own.plain)
        }
    }

    private static let regions = PatternChoice(units(of: AppleCodes.regions))
    private static let foldedRegions = PatternChoice(units(of: AppleCodes.regions).map { $0.map(\.foldedUnit) })
    private static let languages = PatternChoice(units(of: AppleCodes.languages))

    private static func units(of words: [String]) -> [[UInt32]] { words.map { $0.unicodeScalars.map(\.value) } }
}
