import Association
import FleetStore
import Platform
import Testing

@testable import Prober

/// What a gateway's answer means, by how far the gateway says that it is.
@Suite struct NodeJudgeTests {
    private static let old = NodeCase.file("/old")
    private static let new = NodeCase.file("/new")

    private func judge(
        _ seen: Observation, of files: [[UInt8]?] = [old, new], before: FleetNode? = nil, after: FleetNode?
    ) throws -> NodeJudge.Finding {
        let judge = NodeJudge(.aasa, host: "go.acme.example", revisions: try NodeCase.revisions(files))
        return judge.judge(seen, before: try before ?? after ?? NodeCase.node(), after: after)
    }

    private func judgement(
        _ seen: Observation, of files: [[UInt8]?] = [old, new], at node: FleetNode
    ) throws -> Judgement {
        guard case .judged(let judgement) = try judge(seen, of: files, after: node) else {
            Issue.record("nothing is judged")
            return Judgement(.proberBroken)
        }
        return judgement
    }

    @Test func `the current revision is in sync, wherever the gateway says that it is`() throws {
        for node in [
            try NodeCase.node(), try NodeCase.node(mayLag: true), try NodeCase.listed(),
            try NodeCase.node(mayLag: true, isSilent: true),
        ] {
            #expect(try judgement(NodeCase.answer(Self.new), at: node) == Judgement(.inSync, revision: 2))
        }
        // It went on meanwhile, and that is of no matter.
        let finding = try judge(
            NodeCase.answer(Self.new), before: NodeCase.node(cursor: 8), after: NodeCase.node(cursor: 9))
        #expect(finding == .judged(Judgement(.inSync, revision: 2)))
    }

    @Test func `a gateway below the tenant's last change may serve an earlier revision, and is behind`() throws {
        let found = try judgement(NodeCase.answer(Self.old), at: NodeCase.node(cursor: 4, lag: 5, mayLag: true))
        #expect(found.verdict == .nodeBehind)
        #expect(found.reason == "it serves revision 1 of 2; it is 5 changes behind, at number 4")
        #expect(found.revision == 1)
        #expect(found.replaced == NodeCase.start + .seconds(60))
        #expect(
            Set(found.witnesses.map { "\($0.url) \($0.opensNow)" }) == [
                "https://go.acme.example/new false", "https://go.acme.example/old true",
            ])
        #expect(found.healing == nil)
    }

    @Test func `one that has come to the last change must serve what that published, byte for byte`() throws {
        let found = try judgement(NodeCase.answer(Self.old), at: NodeCase.node(cursor: 9))
        #expect(found.verdict == .nodeDivergent)
        #expect(
            found.reason
                == "it serves revision 1 of 2; it says that it has come to change 9, by which it should have the newest"
        )
        // White space that no platform would notice.
        let spaced = try judgement(NodeCase.answer(Self.new + [0x20]), at: NodeCase.node())
        #expect(spaced.verdict == .nodeDivergent && spaced.witnesses.isEmpty && spaced.revision == nil)
    }

    @Test func `a file that was never published is no lag`() throws {
        let node = try NodeCase.node(cursor: 4, lag: 5, mayLag: true)
        let found = try judgement(NodeCase.answer(NodeCase.file("/else")), at: node)
        #expect(found.verdict == .nodeDivergent)
        #expect(found.reason.hasPrefix("it serves a file that was never published; it says"))
    }

    @Test func `no file is right where it was withdrawn, a lag where there was none before, else a divergence`() throws
    {
        let behind = try NodeCase.node(cursor: 4, lag: 5, mayLag: true)
        #expect(try judgement(NodeCase.answer(nil), of: [Self.old, nil], at: NodeCase.node()).verdict == .inSync)
        #expect(try judgement(NodeCase.answer(nil), of: [Self.old], at: behind).verdict == .nodeBehind)
        #expect(try judgement(NodeCase.answer(nil), of: [nil, Self.old], at: behind).revision == 1)
        let gone = try judgement(NodeCase.answer(nil), at: NodeCase.node())
        #expect(gone.verdict == .nodeDivergent && gone.reason.hasPrefix("it serves no file, not revision 2;"))
        // Of a long history only the newest are compared: before them there was a file.
        let judge = NodeJudge(
            .aasa, host: "go.acme.example",
            revisions: Array(try NodeCase.revisions([Self.old, Self.new, Self.old]).dropFirst()))
        guard case .judged(let late) = judge.judge(NodeCase.answer(nil), before: behind, after: behind) else {
            Issue.record("nothing is judged")
            return
        }
        #expect(late.verdict == .nodeDivergent)
    }

    @Test func `one that is not registered is behind with an earlier revision, as far as anybody knows`() throws {
        let found = try judgement(NodeCase.answer(Self.old), at: NodeCase.listed())
        #expect(found.verdict == .nodeBehind)
        #expect(
            found.reason
                == "it serves revision 1 of 2; it is not on the list of gateways, so how far it has come is not known")
        let foreign = try judgement(NodeCase.answer(NodeCase.file("/else")), at: NodeCase.listed())
        #expect(foreign.verdict == .nodeDivergent)
    }

    @Test func `nothing is judged of a gateway that went on, restarted or went meanwhile`() throws {
        let seen = NodeCase.answer(Self.old)
        #expect(
            try judge(seen, before: NodeCase.node(cursor: 8), after: NodeCase.node(cursor: 9, mayLag: true)) == .moved)
        let other = try NodeCase.node(token: "00000000-0000-0000-0000-000000000002")
        #expect(try judge(seen, before: NodeCase.node(), after: other) == .moved)
        #expect(try judge(seen, after: nil) == .absent)
        for failure in [TransferFailure.cancelled, .deferred, .timedOut(.queue)] {
            #expect(try judge(NodeCase.answer(.failed(failure)), after: NodeCase.node()) == .unknown)
        }
    }

    @Test func `one that gives signs of life but no answer is unreachable; a silent one is not there`() throws {
        let seen = NodeCase.answer(.failed(.connectFailed(reason: "refused")))
        #expect(try judgement(seen, at: NodeCase.node()).verdict == .unreachable)
        #expect(try judge(seen, after: NodeCase.node(isSilent: true)) == .absent)
        #expect(try judgement(NodeCase.answer(.answered(status: 503)), at: NodeCase.node()).verdict == .failing)
    }

    @Test func `each fault of a gateway comes with what to do`() {
        for verdict in [Verdict.nodeBehind, .nodeDivergent, .blocked, .unreachable, .failing] {
            #expect(Judgement(verdict).advice(at: .node) != nil)
        }
        #expect(Judgement(.inSync).advice(at: .node) == nil)
        #expect(Judgement(.stale).advice(at: .appleCDN) == nil)
    }
}
