/// What an association file says for one app, in order, before a platform's spelling.
///
/// First the fixed rules, then groups by depth, deepest first; see ``Planner`` for the steps.
struct AssociationPlan: Equatable {
    /// How a rule is written.
    enum Form: Equatable {
        /// For paths of as many segments; in the first group for all that are as deep or deeper.
        case depth(Int)
        /// An unlimited rest for all depths.
        case all
        /// An unlimited rest for all depths but its own, which other rules decide alike.
        case deeper
    }

    /// One rule of the file.
    enum Step: Equatable {
        /// A rule of the table: its index and its form.
        case rule(Int, Form)
        /// An exclude of all paths deeper than a group.
        case `guard`(depth: Int)
    }

    /// What is said, in order; empty where no rule opens the app.
    var steps: [Step] = []
}
