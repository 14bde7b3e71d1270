import Association
import Platform
import Testing

@testable import Prober

/// Whether a gateway answers probers at all, and whose alarm its silence is.
@Suite struct GatewayReachTests {
    private static let start = UnixTime(seconds: 1_800_000_000)
    private static let silent = GatewayReach.Sign.silent(.unreachable, reason: "refused")

    /// The events of signs, each at so many seconds.
    private func events(_ signs: [(Int, GatewayReach.Sign)]) -> [AlertEvent?] {
        var reach = GatewayReach(node: "one", seen: Self.start)
        return signs.map { reach.note($0.1, at: Self.start + .seconds($0.0), grace: DriftGrace()) }
    }

    @Test func `a gateway is an alarm when it was silent twice and for a minute, once, until it answers`() {
        #expect(
            events([(0, Self.silent), (59, Self.silent), (60, Self.silent), (70, Self.silent)])
                == [nil, nil, .raised, nil])
        #expect(
            events([(0, Self.silent), (900, Self.silent), (901, .answers), (902, .answers)])
                == [nil, .raised, .cleared, nil])
        // Another prober reaches it: the first one alone does not.
        #expect(
            events([(0, Self.silent), (50, .answers), (60, Self.silent), (90, Self.silent), (110, .answers)])
                == [nil, nil, nil, nil, nil])
    }

    @Test func `an answer for one file makes up for silence about the other, and the prober's own fault says nothing`()
    {
        let file = { (kind: AssociationKind, node: String, verdict: Verdict) in
            JudgedFile(ObservedFile(.node, kind, node: node), Judgement(verdict, reason: "r"), NodeCase.answer(nil))
        }
        let signs = GatewayReach.signs([
            file(.aasa, "one", .unreachable), file(.assetlinks, "one", .nodeBehind),
            file(.aasa, "two", .failing), file(.assetlinks, "two", .unreachable),
            file(.aasa, "three", .blocked), file(.aasa, "four", .proberBroken),
        ])
        #expect(signs == ["one": .answers, "two": .answers, "three": .silent(.blocked, reason: "r")])
    }

    @Test func `a domain is excused until the gateway has answered for another since`() {
        let down = Judgement(.unreachable)
        func state(since seconds: Int) -> DriftState {
            DriftState(
                vantage: .node, judgement: down, since: Self.start + .seconds(seconds), driftSince: Self.start,
                lastSeen: Self.start + .seconds(seconds), badProbes: 1, isRaised: false)
        }
        var reach = GatewayReach(node: "one", seen: Self.start)
        #expect(reach.excuses(down, known: nil) && reach.excuses(down, known: state(since: 0)))
        _ = reach.note(.answers, at: Self.start + .seconds(10), grace: DriftGrace())
        #expect(reach.excuses(down, known: nil))
        #expect(reach.excuses(down, known: state(since: 20)))
        #expect(!reach.excuses(down, known: state(since: 5)))
        #expect(!reach.excuses(Judgement(.failing), known: nil))
    }
}
