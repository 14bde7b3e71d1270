/// How much a comparison may cost, whatever the files are.
package struct ComparisonLimits: Sendable {
    /// Steps in all: an optimised build does about 40 million a second.
    ///
    /// By default 4,000,000.
    package var steps: Int
    /// States that one search may hold.
    ///
    /// By default 60,000.
    package var states: Int
    /// Combinations of query and fragment that are compared for an app.
    ///
    /// By default 1,024.
    package var combinations: Int
    /// Differences that are kept for an app; more are counted.
    ///
    /// By default 100.
    package var differences: Int

    /// Makes limits.
    package init(steps: Int = 4_000_000, states: Int = 60_000, combinations: Int = 1_024, differences: Int = 100) {
        self.steps = steps
        self.states = states
        self.combinations = combinations
        self.differences = differences
    }
}

/// What is left of ``ComparisonLimits/steps``.
struct ComparisonBudget {
    let limits: ComparisonLimits
    private(set) var steps: Int
    /// Why something was left out.
    private(set) var gaps: Set<ComparisonGap> = []
    /// Whether something was left out.
    var isSampled: Bool { !gaps.isEmpty }

    init(_ limits: ComparisonLimits) {
        self.limits = limits
        steps = limits.steps
    }

    /// Takes steps; `false` where too few are left.
    mutating func spend(_ count: Int) -> Bool {
        steps -= count
        if steps < 0 { leaveOut() }
        return steps >= 0
    }

    /// Notes that something is left out.
    mutating func leaveOut(_ gap: ComparisonGap = .limits) { gaps.insert(gap) }
}
