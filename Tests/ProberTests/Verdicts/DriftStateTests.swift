import Platform
import TestSupport
import Testing

@testable import Prober

/// How a drift becomes an alert and ceases to be one.
@Suite struct DriftStateTests {
    private static let start = UnixTime(seconds: 1_800_000_000)
    private static func hour(_ hours: Double) -> UnixTime { start + .seconds(hours * 3600) }

    /// Feeds judgements, and gives the events of each.
    private func events(
        _ steps: [(Double, Judgement)], at vantage: Vantage = .origin
    ) -> [[DriftState.Event]] {
        var state: DriftState?
        return steps.map { hours, judgement in
            let result = DriftState.advance(state, with: judgement, at: vantage, time: Self.hour(hours))
            state = result.state
            return result.events
        }
    }

    @Test func `a fault at the origin is an alert at the second probe, one only, and is cleared once`() {
        let bad = Judgement(.unreachable)
        let good = Judgement(.inSync)
        let events = events([(0, good), (1, bad), (2, bad), (3, Judgement(.invalid)), (4, bad), (5, good), (6, good)])
        #expect(
            events == [
                [.changed(from: nil, to: .inSync)], [.changed(from: .inSync, to: .unreachable)], [.raised],
                [.changed(from: .unreachable, to: .invalid)], [.changed(from: .invalid, to: .unreachable)],
                [.changed(from: .unreachable, to: .inSync), .cleared], [],
            ])
    }

    @Test func `one bad probe between good ones is no alert`() {
        let steps = (0..<20).map { (Double($0), Judgement($0 % 2 == 0 ? .foreign : .inSync)) }
        #expect(!events(steps).joined().contains(.raised))
    }

    @Test func `an old copy at Apple is an alert 26 h after it should have been replaced, not before (case 30)`() {
        let stale = Judgement(.stale, revision: 1, replaced: Self.hour(-1))
        let steps = (0...27).map { (Double($0), stale) }
        let raised = events(steps, at: .appleCDN).map { $0.contains(.raised) }
        #expect(raised.firstIndex(of: true) == 26)
        #expect(raised.filter { $0 }.count == 1)
    }

    @Test func `publishing again and again does not put an alert off`() {
        // What Apple holds should have been replaced by revision 2, however many follow.
        let steps = (0...30).map { (Double($0), Judgement(.stale, revision: 1, replaced: Self.start)) }
        #expect(events(steps, at: .appleCDN).joined().contains(.raised))
    }

    @Test func `an old copy is tolerated only where there are copies`() {
        let stale = Judgement(.stale, revision: 1, replaced: Self.start)
        #expect(events([(0, stale), (1, stale)], at: .origin).last == [.raised])
        #expect(events([(0, stale), (1, stale)], at: .googleDAL).last == [])
    }

    @Test func `a broken prober changes nothing`() {
        let bad = Judgement(.failing)
        let broken = Judgement(.proberBroken)
        #expect(events([(0, broken), (1, bad), (2, broken), (3, broken), (4, bad)]).map(\.count) == [0, 1, 0, 0, 1])
    }

    @Test(arguments: [Vantage.appleCDN, .googleDAL], [Verdict.unreachable, .blocked, .proberBroken])
    func `a service that could not be asked neither raises nor clears, and the gap is kept`(
        vantage: Vantage, silence: Verdict
    ) throws {
        let (bad, silent) = (Judgement(.failing, reason: "why"), Judgement(silence, reason: "it answers 503"))
        var state: DriftState?
        var events: [[DriftState.Event]] = []
        func advance(_ hours: Double, _ judgement: Judgement) throws -> DriftState {
            let next = DriftState.advance(state, with: judgement, at: vantage, time: Self.hour(hours))
            state = next.state
            events.append(next.events)
            return next.state
        }
        let first = try advance(0, silent)
        #expect(first.judgement.verdict == .proberBroken && first.driftSince == nil)
        #expect(first.gap == DriftState.Gap(since: Self.start, reason: "it answers 503"))
        _ = try advance(1, bad)
        _ = try advance(2, silent)
        _ = try advance(3, bad)
        // What was raised stays raised, with all that was known of it.
        _ = try advance(4, silent)
        let kept = try advance(5, silent)
        #expect(kept.isRaised && kept.judgement == bad)
        #expect(kept.since == Self.hour(1) && kept.lastSeen == Self.hour(3))
        #expect(kept.gap == DriftState.Gap(since: Self.hour(4), reason: "it answers 503"))
        let healed = try advance(6, Judgement(.inSync))
        #expect(!healed.isRaised && healed.gap == nil)
        #expect(
            events == [
                [], [.changed(from: nil, to: .failing)], [], [.raised], [], [],
                [.changed(from: .failing, to: .inSync), .cleared],
            ])
    }

    @Test func `silence of the domain itself is known`() {
        let silent = Judgement(.unreachable)
        #expect(events([(0, silent), (1, silent)]).last == [.raised])
        #expect(events([(0, silent), (1, silent)], at: .node).last == [.raised])
    }

    @Test func `what Apple gets when it asks anew decides whether a copy is tolerated`() {
        func raised(_ verdict: Verdict, _ finding: String) -> Int? {
            var judgement = Judgement(verdict, replaced: Self.start)
            judgement.fresh = FreshLook(finding: finding)
            return events((0...30).map { (Double($0), judgement) }, at: .appleCDN)
                .firstIndex { $0.contains(.raised) }
        }
        // The second probe after 26 hours, or the second at all.
        #expect(raised(.stale, "") == 27 && raised(.foreign, "") == 27 && raised(.failing, "") == 27)
        #expect(raised(.stale, "it gets no file") == 1 && raised(.foreign, "it gets no file") == 1)
    }

    @Test func `healing that is past is overdue`() {
        let judgement = Judgement(.stale, healing: Self.hour(2))
        func state(_ hours: Double) -> DriftState {
            DriftState.advance(nil, with: judgement, at: .appleCDN, time: Self.hour(hours)).state
        }
        #expect(state(1).expectedHealing == Self.hour(2) && state(1).overdueSince == nil)
        #expect(state(3).expectedHealing == nil && state(3).overdueSince == Self.hour(2))
    }

    @Test func `what comes late is left out`() {
        #expect(
            events([(2, Judgement(.failing)), (1, Judgement(.inSync)), (3, Judgement(.failing))]).last == [.raised])
    }

    @Test(arguments: 0..<40)
    func `alerts alternate between raised and cleared, and none is raised before its grace`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let vantage = Vantage.allCases.randomElement(using: &generator) ?? .origin
        let grace = DriftGrace()
        var state: DriftState?
        var time = Self.start
        var history: [(time: UnixTime, judgement: Judgement)] = []
        var isOpen = false
        for _ in 0..<400 {
            time = time + .seconds(Int.random(in: 1...20_000, using: &generator))
            // Runs of the same verdict are what happens.
            var judgement = history.last?.judgement ?? Judgement(.inSync)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let verdict = Verdict.allCases.randomElement(using: &generator) ?? .inSync
                judgement = Judgement(verdict, replaced: Bool.random(using: &generator) ? time : nil)
            }
            let result = DriftState.advance(state, with: judgement, at: vantage, time: time, grace: grace)
            state = result.state
            if !judgement.isKnown(at: vantage) {
                #expect(result.events.isEmpty)
                continue
            }
            history.append((time, judgement))
            if result.events.contains(.raised) {
                #expect(!isOpen)
                isOpen = true
                let last = history.suffix(2).map(\.judgement.verdict)
                #expect(last.count == 2 && !last.contains(.inSync))
                if judgement.verdict == .stale, vantage == .appleCDN || vantage == .googleDAL {
                    let run = history.reversed().prefix { $0.judgement.verdict != .inSync }
                    let since = judgement.replaced ?? run.last?.time ?? time
                    #expect(time - since >= grace.stale)
                }
            }
            if result.events.contains(.cleared) {
                #expect(isOpen && judgement.verdict == .inSync)
                isOpen = false
            }
            #expect(state?.isRaised == isOpen)
            #expect((state?.driftSince == nil) == (judgement.verdict == .inSync))
        }
    }
}
