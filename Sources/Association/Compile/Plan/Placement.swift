/// A rule in its place, before anything is left out.
struct Placement {
    /// Which part of the plan it stands in.
    enum Part: Equatable {
        /// Ahead of everything.
        case ahead
        /// Among the fixed rules.
        case fixed
        /// In the group of a depth, for that depth.
        case group(Int)
        /// In the group of a depth, as an unlimited rest for all depths.
        case rest(Int)
    }

    /// The index of the rule.
    let rule: Int
    /// Where it stands.
    let part: Part

    /// The depth of its group.
    var group: Int? {
        switch part {
        case .ahead, .fixed: nil
        case .group(let depth), .rest(let depth): depth
        }
    }
}
