package import DeepLinks

/// How an import treats what is there.
package struct LinkImportOrder: Sendable {
    /// Whose links they are.
    package var tenant: TenantName

    /// Whether lines of links that are there already change them; else such lines are refused.
    package var updates: Bool

    /// Whether everything is checked and nothing kept.
    package var isDryRun: Bool

    /// Makes an import that refuses what is there; what it takes stays.
    package init(of tenant: TenantName, updates: Bool = false, isDryRun: Bool = false) {
        self.tenant = tenant
        self.updates = updates
        self.isDryRun = isDryRun
    }
}

/// A line of an import that can be taken so far.
package struct ImportedLine: Equatable, Sendable {
    /// The line of the file, from 1.
    package var number: Int

    /// Its link.
    package var link: Link

    /// Whether its slug was drawn at random, and may be drawn again should it be there already.
    package var isDrawn: Bool

    /// Whether it says that the operator has blocked the link or not; else a link that is there stays as it is in this.
    package var saysBlocked: Bool

    /// Makes a line; by default of a slug that was given, and silent about blocking.
    package init(number: Int, link: Link, isDrawn: Bool = false, saysBlocked: Bool = false) {
        self.number = number
        self.link = link
        self.isDrawn = isDrawn
        self.saysBlocked = saysBlocked
    }
}

/// A line of an import that cannot be taken.
package struct LineProblem: Equatable, Sendable {
    /// Problems that are told at most.
    package static let most = 100

    /// The line of the file, from 1.
    package var line: Int

    /// What is wrong with it.
    package var problem: String

    /// Makes a problem.
    package init(line: Int, problem: String) {
        self.line = line
        self.problem = problem
    }
}

/// What came of an import.
package enum LinkImportOutcome: Equatable, Sendable {
    /// All lines can be taken, and are unless it was a dry run: so many links are new, so many others than before.
    case taken(lines: Int, added: Int, changed: Int)
    /// Nothing was written, for these lines cannot be taken; ``LineProblem/most`` of them at most, in their order.
    case refused([LineProblem])
}
