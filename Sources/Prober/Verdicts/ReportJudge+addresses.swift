import Association
import Platform

extension ReportJudge {
    /// What the origin serves of a file, and how that stands to what was published.
    typealias OriginSight = (seen: Observation, judgement: Judgement)

    /// Judges the addresses of a name with several, each asked singly: who asks the name meets any of them, by chance.
    ///
    /// One that answers otherwise than published decides, and is named; one that does not answer is a finding beside, as
    /// long as another does.
    ///
    /// - Parameters:
    ///   - report: What was seen.
    ///   - kind: The kind of the file.
    ///   - judge: Compares with what was published.
    /// - Returns: What decides; `nil` when the name has one address, or no address answers.
    static func worstAddress(
        of report: DomainReport, _ kind: AssociationKind, _ judge: RevisionJudge
    ) -> OriginSight? {
        let single = report.observations.filter { if case .fileAt(kind, _) = $0.thing { true } else { false } }
            .sorted { $0.thing.text < $1.thing.text }
        var judged: [ProbeOutcome: [(bytes: [UInt8], judgement: Judgement)]] = [:]
        var sights: [OriginSight] = []
        for seen in single where seen.outcome.failure?.isSilence != true {
            guard let sighting = seen.sighting else { continue }
            // Most addresses answer alike.
            let known = judged[seen.outcome]?.first { $0.bytes == seen.body }?.judgement
            var judgement = known ?? judge.judge(sighting, at: report.time)
            judgement.advise(seen)
            judged[seen.outcome, default: []].append((seen.body, judgement))
            sights.append((seen, judgement))
        }
        guard var odd = sights.first(where: { $0.judgement.verdict != .inSync }) else { return sights.first }
        guard let address = odd.seen.address else { return odd }
        odd.judgement.reason = "\(address), one of \(single.count) addresses: \(odd.judgement.reason)"
        return odd
    }
}

extension TransferFailure {
    /// Whether nobody answered, which at one of several addresses is no matter of the file.
    fileprivate var isSilence: Bool {
        switch self {
        case .unresolved, .nameServerFailed, .noNameServer, .connectFailed, .noRoute, .tls, .timedOut, .closed,
            .deferred, .cancelled, .internalFault:
            true
        case .blocked, .bodyTooLarge, .headersTooLarge, .malformed, .cutShort, .undecodable: false
        }
    }
}
