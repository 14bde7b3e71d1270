package import Platform

/// A finding about a domain over time.
package struct KeptFinding: Hashable, Sendable {
    /// What is the matter, as it was seen last.
    package private(set) var finding: ProbeFinding

    /// Since when.
    package let since: UnixTime

    /// When it was seen last.
    package private(set) var lastSeen: UnixTime

    /// Probes that found it.
    package private(set) var probes: Int

    /// Whether an alert was raised and not cleared.
    package private(set) var isRaised: Bool

    /// Makes a finding of its parts, as they were stored.
    package init(_ finding: ProbeFinding, since: UnixTime, lastSeen: UnixTime, probes: Int, isRaised: Bool) {
        self.finding = finding
        self.since = since
        self.lastSeen = lastSeen
        self.probes = probes
        self.isRaised = isRaised
    }

    /// What becomes of a domain's findings with the next report: a pure function.
    ///
    /// An alert is raised once a finding was made by some probes in a row, and cleared once it is made no more; a report
    /// that cannot tell changes nothing.
    ///
    /// - Parameters:
    ///   - known: What was known.
    ///   - report: What a probe says.
    ///   - time: When.
    ///   - grace: How many probes have to find it.
    ///   - isSilenced: Whether no alert is to be raised now; what outlasts the silence is raised after it.
    /// - Returns: What was found, what is over, and the alerts.
    package static func advance(
        _ known: [KeptFinding], with report: ReportFindings, time: UnixTime, grace: DriftGrace = DriftGrace(),
        isSilenced: Bool = false
    ) -> Change {
        var change = Change()
        for finding in report.found {
            var next =
                known.first { $0.finding.isSameThing(as: finding) }
                ?? KeptFinding(finding, since: time, lastSeen: time, probes: 0, isRaised: false)
            (next.finding, next.lastSeen) = (finding, time)
            next.probes += 1
            if !next.isRaised, !isSilenced, next.probes >= grace.probes {
                next.isRaised = true
                change.news.append(FindingNews(event: .raised, finding: next))
            }
            change.found.append(next)
        }
        change.over = known.filter { one in
            report.settles(one.finding) && !report.found.contains { $0.isSameThing(as: one.finding) }
        }
        change.news += change.over.filter(\.isRaised).map { FindingNews(event: .cleared, finding: $0) }
        return change
    }

    /// What a report changes.
    package struct Change: Hashable, Sendable {
        /// What was found, as it is known now.
        package var found: [KeptFinding] = []
        /// What is over, as it was known.
        package var over: [KeptFinding] = []
        /// What has to be told, in order.
        package var news: [FindingNews] = []

        /// Makes a change of nothing.
        package init() {}
    }
}

/// An alert of a finding.
package struct FindingNews: Hashable, Sendable {
    /// Whether it has outlived its grace, or is over.
    package let event: AlertEvent
    /// The finding.
    package let finding: KeptFinding
}

extension ProbeFinding {
    /// Whether two findings, of different probes, are about the same thing.
    fileprivate func isSameThing(as other: ProbeFinding) -> Bool { code == other.code && subject == other.subject }
}
