package import Platform

/// When a domain is probed next: a pure function of what the last probe found.
package struct ProbeInterval: Hashable, Sendable {
    /// The time between two probes of a healthy domain.
    ///
    /// Default 15 minutes.
    package var healthy: Duration = .seconds(900)

    /// When to look after a publication that Apple does not have yet, counted from it; ascending.
    ///
    /// Default 1, 5, 15 and 60 minutes.
    package var afterPublication: [Duration] = [.seconds(60), .seconds(300), .seconds(900), .seconds(3600)]

    /// The longest time between two probes of a domain that fails.
    ///
    /// Default 2 hours.
    package var longest: Duration = .seconds(7200)

    /// Makes the defaults.
    package init() {}

    /// What a probe found.
    package struct Finding: Hashable, Sendable {
        /// When the newest revision was published; `nil` before the first.
        package var published: UnixTime?

        /// Whether the copies at Apple and Google are the newest revision.
        package var isSpread: Bool

        /// Probes in a row, this one too, in which the domain itself did not answer as it should; 0 for none.
        package var failures: Int

        /// The pause that the domain's own server asked for; `nil` (the default) for none.
        package var pause: Duration?

        /// Makes a finding.
        package init(published: UnixTime?, isSpread: Bool, failures: Int) {
            self.published = published
            self.isSpread = isSpread
            self.failures = failures
        }
    }

    /// The time from a probe to the next.
    ///
    /// - Parameters:
    ///   - finding: What the probe found.
    ///   - time: When it ended.
    ///   - jitter: 0 to 1, random: spreads domains evenly that began together. A tenth of the time either way; what is
    ///     due after a publication is not put off.
    /// - Returns: A second or more.
    package func next(after finding: Finding, at time: UnixTime, jitter: Double) -> Duration {
        let regular = healthy * (1 << min(max(finding.failures - 1, 0), 16))
        var next = min(regular, max(longest, healthy)) * (0.9 + 0.2 * jitter)
        if !finding.isSpread, let published = finding.published {
            let due = afterPublication.map { (published + $0) - time }.first { $0 > .zero }
            if let due { next = due }
        }
        return max(next, min(finding.pause ?? .zero, longest), .seconds(1))
    }
}
