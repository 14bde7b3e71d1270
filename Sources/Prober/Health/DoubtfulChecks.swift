import Association
import Platform

/// A check whose files were compared with what was published.
struct JudgedCheck: Sendable {
    let check: FinishedCheck
    let files: [JudgedFile]
    /// When the newest revision was published; `nil` before the first.
    let published: UnixTime?

    /// Whether somebody did not answer.
    var isSilent: Bool {
        files.contains { $0.judgement.verdict == .unreachable || $0.judgement.verdict == .proberBroken }
    }
}

/// Checks that found silence, which may be the prober's own fault: they wait until another domain has answered, or so many
/// are silent that the prober is broken.
struct DoubtfulChecks {
    private struct Entry {
        let judged: JudgedCheck
        /// The streaks of silence that it is part of.
        let streaks: [ProberPart: Int]
        let until: MonotonicTime
    }

    private var entries: [Entry] = []

    /// How many there are.
    var count: Int { entries.count }

    /// Keeps a check, if it is doubtful.
    ///
    /// - Parameters:
    ///   - judged: The check.
    ///   - signs: What it says of the prober.
    ///   - health: The prober's health with it.
    ///   - time: When it is recorded whatever comes.
    /// - Returns: Whether it was kept.
    mutating func keep(
        _ judged: JudgedCheck, _ signs: ProbeSigns, in health: ProberHealth, for time: Duration
    ) -> Bool {
        // The prober's own faults move no state anyway.
        let parts = signs.failing.subtracting(health.broken).subtracting([.machinery])
        guard !parts.isEmpty else { return false }
        let streaks = Dictionary(uniqueKeysWithValues: parts.map { ($0, health.number(of: $0)) })
        entries.append(Entry(judged: judged, streaks: streaks, until: .now() + time))
        return true
    }

    /// The next check that is decided; it stays here.
    ///
    /// - Parameters:
    ///   - health: The prober's health.
    ///   - isLast: Whether no other check is to come.
    /// - Returns: The check; `nil` when none is decided.
    func next(by health: ProberHealth, isLast: Bool) -> JudgedCheck? {
        entries.first { entry in
            isLast || entry.until <= .now()
                || entry.streaks.allSatisfy { health.broken.contains($0.key) || health.number(of: $0.key) != $0.value }
        }?.judged
    }

    /// Forgets a check that was recorded.
    mutating func remove(_ judged: JudgedCheck) {
        entries.removeAll { $0.judged.check.domain.lease == judged.check.domain.lease }
    }
}
