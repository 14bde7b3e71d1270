package import Platform

/// How a file stands at a vantage over time.
package struct DriftState: Hashable, Sendable {
    /// What is new about a domain.
    package enum Event: Hashable, Sendable {
        /// The verdict is another one.
        case changed(from: Verdict?, to: Verdict)
        /// The drift has outlived its grace.
        case raised
        /// What was raised is over.
        case cleared
    }

    /// A time in which nothing could be learnt.
    package struct Gap: Hashable, Sendable {
        /// When it began.
        package let since: UnixTime
        /// Why, in a clause without a full stop.
        package let reason: String

        /// Makes a gap.
        package init(since: UnixTime, reason: String) {
            self.since = since
            self.reason = reason
        }
    }

    /// Where it is seen.
    package let vantage: Vantage

    /// What was judged last; ``Verdict/proberBroken`` while nothing was ever learnt.
    package private(set) var judgement: Judgement

    /// Since when the verdict is this one.
    package private(set) var since: UnixTime

    /// Since when it is not in sync, whatever the verdict; `nil` while it is.
    package private(set) var driftSince: UnixTime?

    /// When it was seen last.
    package private(set) var lastSeen: UnixTime

    /// Probes in a row that found a drift which does not heal by itself.
    package private(set) var badProbes: Int

    /// Whether an alert was raised and not cleared.
    package private(set) var isRaised: Bool

    /// Since when nothing could be learnt, so that all else tells of the time before; `nil` where the last probe learnt
    /// something.
    package private(set) var gap: Gap?

    /// Makes a state of its parts, as they were stored.
    package init(
        vantage: Vantage, judgement: Judgement, since: UnixTime, driftSince: UnixTime?, lastSeen: UnixTime,
        badProbes: Int, isRaised: Bool, gap: Gap? = nil
    ) {
        self.vantage = vantage
        self.judgement = judgement
        self.since = since
        self.driftSince = driftSince
        self.lastSeen = lastSeen
        self.badProbes = badProbes
        self.isRaised = isRaised
        self.gap = gap
    }

    /// When it should be right again by itself; `nil` where somebody has to act, or where it should have been.
    package var expectedHealing: UnixTime? { judgement.healing.flatMap { $0 > lastSeen ? $0 : nil } }

    /// Since when it should have been right by itself; `nil` where it need not be.
    package var overdueSince: UnixTime? { judgement.healing.flatMap { $0 > lastSeen ? nil : $0 } }

    /// What becomes of a state with the next judgement: a pure function.
    ///
    /// An alert belongs to the drift and not to a verdict: it is raised once, stays while one fault follows another, and
    /// is cleared once. A probe that learns nothing neither raises nor clears: what was known stays, with the gap since.
    ///
    /// - Parameters:
    ///   - state: What was known; `nil` at the first probe.
    ///   - judgement: What was judged.
    ///   - vantage: Where.
    ///   - time: When; a judgement from before the state's last is left out.
    ///   - grace: How long a drift may last before it is an alert.
    ///   - isSilenced: Whether no alert is to be raised now; a drift that outlasts the silence is raised after it.
    /// - Returns: The new state, and what is new, in order.
    package static func advance(
        _ state: DriftState?, with judgement: Judgement, at vantage: Vantage, time: UnixTime,
        grace: DriftGrace = DriftGrace(), isSilenced: Bool = false
    ) -> (state: DriftState, events: [Event]) {
        guard judgement.isKnown(at: vantage) else {
            let nothing = Judgement(.proberBroken, reason: judgement.reason)
            var next = state ?? DriftState(vantage: vantage, first: nothing, at: time)
            guard time >= next.lastSeen else { return (next, []) }
            next.gap = Gap(since: next.gap?.since ?? time, reason: judgement.reason)
            return (next, [])
        }
        guard var next = state, next.judgement.verdict != .proberBroken else {
            return DriftState(vantage: vantage, first: judgement, at: time).settled(from: nil, time, grace, isSilenced)
        }
        guard time >= next.lastSeen else { return (next, []) }
        let before = next.judgement.verdict
        next.judgement = judgement
        next.lastSeen = time
        next.gap = nil
        if before != judgement.verdict { next.since = time }
        return next.settled(from: before, time, grace, isSilenced)
    }

    private init(vantage: Vantage, first judgement: Judgement, at time: UnixTime) {
        self.init(
            vantage: vantage, judgement: judgement, since: time, driftSince: nil, lastSeen: time, badProbes: 0,
            isRaised: false)
    }

    private func settled(
        from before: Verdict?, _ time: UnixTime, _ grace: DriftGrace, _ isSilenced: Bool
    ) -> (state: DriftState, events: [Event]) {
        var next = self
        var events: [Event] = []
        if next.judgement.fresh?.asked == nil { next.judgement.fresh?.asked = time }
        if before != judgement.verdict { events.append(.changed(from: before, to: judgement.verdict)) }
        if judgement.verdict == .inSync {
            if next.isRaised { events.append(.cleared) }
            next.driftSince = nil
            next.badProbes = 0
            next.isRaised = false
            return (next, events)
        }
        let since = next.driftSince ?? time
        next.driftSince = since
        if grace.tolerates(judgement, since: since, at: vantage, now: time) {
            next.badProbes = 0
            return (next, events)
        }
        next.badProbes += 1
        if !next.isRaised, !isSilenced, next.badProbes >= grace.probes {
            next.isRaised = true
            events.append(.raised)
        }
        return (next, events)
    }
}
