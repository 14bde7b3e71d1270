/// How a file and a URL are read in what no source says of Apple's systems.
struct AppleReading: Sendable {
    /// What a reference to a variable stands for where that is not known.
    enum DoubtfulReference: Sendable {
        /// To a predefined name what is predefined, to an unknown one nothing.
        case plain
        /// Nothing, so that the pattern matches nothing.
        case nothing
        /// Any text.
        case anything
    }

    /// What a rule is of which a part has the wrong type.
    enum UnreadPart: Sendable {
        /// The rule without the part.
        case absent
        /// No rule, where the part is a pattern.
        case never
        /// The rule with what the part is not by default, where it is true or false.
        case turned
    }

    /// How a query is taken apart.
    enum Items: Sendable {
        case plain
        /// Names are decoded where values are not, and the other way round.
        case otherNames
        /// Names are folded where values are.
        case foldedNames
        /// `+` is a space.
        case spaces
        /// An empty item is the last.
        case upToEmpty
    }

    /// What slashes in a row are.
    var slashes = InnerSlashes.kept
    /// What references to unknown variables, and to predefined names that the file defines too, stand for.
    var doubtfulReferences = DoubtfulReference.plain
    /// Whether `*` at the beginning of a pattern may stand for nothing ahead of the slash that paths begin with.
    var leadingStarsMeetSlash = false
    /// Whether `paths` beside `components` count, after these; else they do not.
    var readsPathsToo = false
    /// Whether an entry without rules opens every URL; else it opens none.
    var opensWithoutRules = false
    /// What rules with parts of a wrong type are.
    var unreadParts = UnreadPart.absent
    /// How queries are taken apart.
    var items = Items.plain
    /// Whether `/a/*/` asks for its segment, and `/a/**` for none; else as `/a/*` and `/a/?*` would with one star more.
    var turnsTrailingStars = false
    /// Whether a decoded slash at the end of a path counts; else it does not, as one that is written.
    var keepsEscapedSlash = false
    /// Whether slashes count in `paths` as any other character; else they are as in `components`.
    var hasPlainPaths = false
    /// Whether case is that of all letters; else of those of ASCII.
    var foldsAllLetters = false
}

extension UInt32 {
    /// The unit as a pattern meets it that folds, with letters beyond ASCII turned to lower case too.
    func foldedUnit(_ reading: AppleReading) -> UInt32 {
        guard reading.foldsAllLetters, self >= 128, let scalar = Unicode.Scalar(self) else { return foldedUnit }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? self
    }
}
