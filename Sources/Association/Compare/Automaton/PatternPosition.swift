/// A place in one of many patterns that are followed together.
struct PatternPosition {
    enum Kind {
        /// One unit, this one.
        case literal(UInt32)
        /// One unit, any.
        case any
        /// One unit of a set.
        case set(ASCIISet)
        /// Any number of units.
        case star
        /// Any number of units up to the first of these, and this one.
        case seek(UInt32)
        /// A node of alternatives, which has edges.
        case node
        /// The pattern may end here.
        case accept
        /// Nothing at all.
        case never
    }

    let kind: Kind
    /// The number of the pattern.
    let pattern: Int32
    /// Whether it meets upper-case letters turned to lower case.
    let folds: Bool
    /// Whether it meets decoded text.
    let decodes: Bool
    /// What is reached without a unit.
    var jumps: [UInt32] = []
    /// What is reached by a unit, beside the next position.
    var edges: [(label: PatternChoice.Edge.Label, target: UInt32)] = []
    /// Whether every text is covered from here on.
    var coversAll = false
}
