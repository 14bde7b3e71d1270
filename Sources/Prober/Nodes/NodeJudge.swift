import Association
import Platform

/// Compares what a gateway serves with what it should, byte for byte: a value, without input or output.
///
/// A gateway puts a change into service before it registers the change's number. So one whose number is not below the
/// tenant's last change must serve the current revision; one whose number is below may serve any earlier revision.
struct NodeJudge {
    /// What a look at a gateway told.
    enum Finding: Equatable {
        /// This.
        case judged(Judgement)
        /// Nothing, because the gateway went on meanwhile.
        case moved
        /// Nothing, because nobody is there to be judged.
        case absent
        /// Nothing, because the gateway was not asked.
        case unknown
    }

    private let kind: AssociationKind
    private let host: String
    private let revisions: [PublishedRevision]

    /// Takes the revisions of a domain and kind, one at least, and the host of the URLs that are shown.
    init(_ kind: AssociationKind, host: String, revisions: [PublishedRevision]) {
        self.kind = kind
        self.host = host
        self.revisions = revisions.sorted { $0.number > $1.number }
    }

    /// Judges what was seen.
    ///
    /// - Parameters:
    ///   - seen: The answer.
    ///   - before: The gateway as it was listed before it was asked.
    ///   - after: The gateway as it was listed when the revisions were read; `nil` when it was no more.
    /// - Returns: What that means.
    func judge(_ seen: Observation, before: FleetNode, after: FleetNode?) -> Finding {
        guard let after else { return .absent }
        guard let sighting = seen.sighting else { return .unknown }
        if case .notAsked = sighting { return .unknown }
        let served: PublishedRevision?
        let isNothing: Bool
        switch sighting {
        case .document(_, let digest):
            served = revisions.first { $0.digest == digest }
            isNothing = false
        case .missing:
            served = revisions.first { $0.digest == nil }
            isNothing = true
        // One that gives no sign of life and no answer serves nobody: 'postern gateways' lists it.
        case .unreachable where after.registration?.isSilent == true: return .absent
        default: return .judged(RevisionJudge(kind, host: host, revisions: revisions).judge(sighting, at: seen.time))
        }
        let current = revisions.first
        if let served, served.digest == current?.digest {
            return .judged(Judgement(.inSync, revision: current?.number))
        }
        let isEarlier = served != nil || isNothing && revisions.last?.number == 1
        guard let registration = after.registration else {
            return .judged(compare(sighting, served, isEarlier ? .nodeBehind : .nodeDivergent, of: nil, at: seen.time))
        }
        guard before.registration?.token == registration.token, before.registration?.cursor == registration.cursor
        else {
            return .moved
        }
        let verdict: Verdict = registration.mayLag && isEarlier ? .nodeBehind : .nodeDivergent
        return .judged(compare(sighting, served, verdict, of: registration, at: seen.time))
    }

    private func compare(
        _ sighting: Sighting, _ served: PublishedRevision?, _ verdict: Verdict,
        of registration: FleetNode.Registration?,
        at time: UnixTime
    ) -> Judgement {
        // The URLs that are decided otherwise; other bytes may decide the same.
        let compared = RevisionJudge(kind, host: host, revisions: revisions).judge(sighting, at: time)
        let newest = revisions.first?.number ?? 0
        let what =
            switch (sighting, served) {
            case (.missing, _): "it serves no file, not revision \(newest)"
            case (_, let served?): "it serves revision \(served.number) of \(newest)"
            case (_, nil): "it serves a file that was never published"
            }
        let standing =
            switch (registration, verdict) {
            case (nil, _): "it is not on the list of gateways, so how far it has come is not known"
            case (let one?, .nodeBehind):
                "it is \(one.lag) \(one.lag == 1 ? "change" : "changes") behind, at number \(one.cursor)"
            case (let one?, _): "it says that it has come to change \(one.cursor), by which it should have the newest"
            }
        var judgement = Judgement(verdict, reason: "\(what); \(standing)", revision: served?.number)
        if let served { judgement.replaced = revisions.last { $0.number > served.number }?.published }
        judgement.witnesses = compared.witnesses
        judgement.furtherWitnesses = compared.furtherWitnesses
        return judgement
    }
}
