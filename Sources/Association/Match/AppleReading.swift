/// How a file is read in what no source says of Apple's systems.
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

    /// What slashes in a row are.
    var slashes = InnerSlashes.kept
    /// What references to unknown variables, and to predefined names that the file defines too, stand for.
    var doubtfulReferences = DoubtfulReference.plain
    /// Whether an entry without rules opens every URL; else it opens none.
    var opensWithoutRules = false
}
