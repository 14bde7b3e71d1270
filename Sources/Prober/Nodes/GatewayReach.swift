package import Platform

/// Whether a gateway answers probers at all, whatever the domain.
///
/// A gateway that none reaches is one alarm, and no domain's: a domain's own silence there counts once the gateway has
/// answered for another one meanwhile.
package struct GatewayReach: Hashable, Sendable {
    /// What a probe says of a gateway.
    enum Sign: Equatable {
        /// It answered for some file.
        case answers
        /// It answered for none.
        case silent(Verdict, reason: String)
    }

    /// For how long silence may be another prober's, or a moment's: a minute.
    static let patience = Duration.seconds(60)

    /// After which time a gateway that no prober asks any more is forgotten: five minutes.
    static let lapse = Duration.seconds(300)

    /// After which time a gateway is forgotten that was on a prober's own list and that none asks any more: an hour.
    static let listedLapse = Duration.seconds(3600)

    /// The gateway's name.
    package let node: String

    /// When it last answered a prober, some seconds more or less; `nil` for one that never has.
    package internal(set) var answered: UnixTime?

    /// Since when it answers none; `nil` while it does.
    package internal(set) var silentSince: UnixTime?

    /// How often it was silent since.
    var looks = 0

    /// What was seen of it last while it was silent: ``Verdict/unreachable`` or ``Verdict/blocked``.
    var verdict = ""

    /// Why, in a clause without a full stop.
    package internal(set) var reason = ""

    /// Whether an alert was raised and not cleared.
    var isRaised = false

    /// When it was asked last, some seconds more or less.
    var seen: UnixTime

    /// What to do about its silence, in a clause without a full stop.
    package var advice: String? { Verdict(rawValue: verdict).flatMap { Judgement($0).advice(at: .node) } }

    init(node: String, seen: UnixTime) {
        self.node = node
        self.seen = seen
    }

    /// What a probe says of each gateway that it asked.
    static func signs(_ files: [JudgedFile]) -> [String: Sign] {
        var signs: [String: Sign] = [:]
        for seen in files where seen.file.vantage == .node {
            let (verdict, reason) = (seen.judgement.verdict, seen.judgement.reason)
            let isSilent = verdict == .unreachable || verdict == .blocked
            guard isSilent || verdict != .proberBroken else { continue }
            // An answer for one file makes up for silence about the other.
            if isSilent, signs[seen.file.node] != nil { continue }
            signs[seen.file.node] = isSilent ? .silent(verdict, reason: reason) : .answers
        }
        return signs
    }

    /// Whether a sign tells enough that is new to be noted.
    func isNews(_ sign: Sign, at time: UnixTime) -> Bool {
        sign != .answers || silentSince != nil || time - seen >= .seconds(10)
    }

    /// What becomes of it with a probe's sign: a pure function.
    ///
    /// - Returns: The event of an alert; `nil` where there is none.
    mutating func note(_ sign: Sign, at time: UnixTime, grace: DriftGrace) -> AlertEvent? {
        seen = time
        switch sign {
        case .answers:
            let wasRaised = isRaised
            (answered, silentSince, looks, isRaised) = (time, nil, 0, false)
            return wasRaised ? .cleared : nil
        case .silent(let verdict, let reason):
            let since = silentSince ?? time
            (silentSince, self.verdict, self.reason) = (since, verdict.rawValue, reason)
            looks += 1
            guard !isRaised, looks >= grace.probes, time - since >= Self.patience else { return nil }
            isRaised = true
            return .raised
        }
    }

    /// Whether a domain's drift there is the gateway's own: it has answered nobody since the domain's silence began.
    func excuses(_ judgement: Judgement, known state: DriftState?) -> Bool {
        guard judgement.verdict == .unreachable || judgement.verdict == .blocked else { return false }
        guard let answered, let state, state.judgement.verdict == judgement.verdict else { return true }
        return answered <= state.since
    }
}
