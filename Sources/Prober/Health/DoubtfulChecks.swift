import Association
import Platform

/// A check whose files were compared with what was published.
struct JudgedCheck: Sendable {
    let check: FinishedCheck
    let files: [JudgedFile]
    /// When the newest revision was published; `nil` before the first.
    let published: UnixTime?

    /// Whether the domain itself did not answer.
    var isSilent: Bool {
        files.contains {
            $0.file.vantage == .origin
                && ($0.judgement.verdict == .unreachable || $0.judgement.verdict == .proberBroken)
        }
    }
}

/// Checks of domains that were silent, which may be the prober's own fault: they wait until another domain has answered, or
/// so many are silent that the prober is broken.
///
/// Silence of Apple's network and Google's API moves no state, so it needs no waiting.
struct DoubtfulChecks {
    private struct Entry {
        let judged: JudgedCheck
        /// The number of the streak of silence that it is part of.
        let streak: Int
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
        guard signs.failing.contains(.origin), !health.broken.contains(.origin) else { return false }
        entries.append(Entry(judged: judged, streak: health.number(of: .origin), until: .now() + time))
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
            isLast || entry.until <= .now() || health.broken.contains(.origin)
                || health.number(of: .origin) != entry.streak
        }?.judged
    }

    /// Forgets a check that was recorded.
    mutating func remove(_ judged: JudgedCheck) {
        entries.removeAll { $0.judged.check.domain.lease == judged.check.domain.lease }
    }
}
