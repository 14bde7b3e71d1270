import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform
import Testing

@testable import Prober

/// Looking again at gateways that do not serve what they should.
@Suite struct NodeRoundTests {
    private static let old = NodeCase.file("/old")
    private static let new = NodeCase.file("/new")
    private static let pause = Duration.seconds(10)
    private let revisions: [AssociationKind: [PublishedRevision]]
    private let host: HostName

    init() throws {
        revisions = [.aasa: try NodeCase.revisions([Self.old, Self.new])]
        host = try HostName("go.acme.example")
    }

    /// Gateways that answer what they are told to, one answer after the other.
    private final class Nodes: NodeChecking {
        let listed: [NodeURL] = []
        let answers: LockedValue<[[UInt8]?]>
        let asked = LockedValue(0)

        init(_ answers: [[UInt8]?]) {
            self.answers = LockedValue(answers)
        }

        func ask(
            _ node: FleetNode, for kind: AssociationKind, of host: HostName,
            completion: @escaping @Sendable (Observation) -> Void
        ) {
            guard kind == .aasa else { return completion(NodeCase.answer(nil, from: node.name)) }
            asked.withLock { $0 += 1 }
            completion(
                NodeCase.answer(answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }, from: node.name))
        }
    }

    /// Looks until all is judged, each time at nodes that say the next.
    private func look(
        _ answers: [[UInt8]?], at nodes: [FleetNode?]
    ) throws -> (round: NodeRound, pauses: [Duration], asked: Int) {
        let checks = Nodes(answers)
        var left = nodes
        func next() -> [FleetNode] { [left.count > 1 ? left.removeFirst() : left[0]].compactMap(\.self) }
        var round = NodeRound(ProbeTarget(try DomainName(host.text)), nodes: next())
        var pauses: [Duration] = []
        while pauses.count < 20 {
            let given = Handover<NodeRound>()
            round.ask(checks) { given.give($0) }
            round = given.take()
            guard let pause = round.settle(next(), revisions, pause: Self.pause) else { break }
            pauses.append(pause)
            round.renew(next())
        }
        return (round, pauses, checks.asked.withLock { $0 })
    }

    /// Gateways that present the one certificate or nothing.
    private struct Presenting: NodeChecking {
        let listed: [NodeURL] = []
        let tls: TLSEvidence?

        func ask(
            _ node: FleetNode, for kind: AssociationKind, of host: HostName,
            completion: @escaping @Sendable (Observation) -> Void
        ) { completion(NodeCase.answer(NodeRoundTests.new, from: node.name)) }

        func inspect(
            _ node: FleetNode, for host: HostName, completion: @escaping @Sendable (TLSEvidence?) -> Void
        ) { completion(tls) }
    }

    @Test func `a gateway's certificate is one of those that the database holds, where it holds any`() throws {
        let (own, other) = (try SHA256.digest(of: [1]), try SHA256.digest(of: [2]))
        let tls = TLSEvidence(chain: [
            .init(
                fingerprint: own, subject: "CN=go.acme.example", issuer: "CN=x", names: [], notBefore: NodeCase.start,
                notAfter: NodeCase.start)
        ])
        var secure = try NodeCase.node()
        secure.url = try #require(NodeURL("https://10.0.0.7:8443"))
        let domain = try DomainName(host.text)
        func round(_ node: FleetNode, _ held: Set<SHA256Digest>, _ tls: TLSEvidence?) -> NodeRound {
            let given = Handover<NodeRound>()
            NodeRound(ProbeTarget(domain, certificates: held), nodes: [node]).ask(Presenting(tls: tls)) {
                given.give($0)
            }
            return given.take()
        }
        #expect(round(secure, [own, other], tls).findings.isEmpty)
        let differing = round(secure, [other], tls)
        #expect(differing.findings.map(\.code) == [.nodeCertificateDiffers])
        let finding = try #require(differing.findings.first)
        #expect(finding.subject == "one" && differing.unseen.isEmpty)
        #expect(
            finding.message == "the gateway one presents the certificate \(own.hex.prefix(16))… for go.acme.example,"
                + " and the database holds \(other.hex.prefix(16))…")
        #expect(round(secure, [], tls).findings.isEmpty)
        #expect(round(try NodeCase.node(), [other], tls).findings.isEmpty)
        let unseen = round(secure, [other], nil)
        #expect(unseen.findings.isEmpty && unseen.unseen == ["one"])
    }

    @Test func `what is in sync is looked at once`() throws {
        let (round, pauses, asked) = try look([Self.new], at: [NodeCase.node()])
        #expect(pauses == [] && asked == 1)
        #expect(round.files.map(\.file) == [ObservedFile(.node, .aasa, node: "one")])
        #expect(round.files.map(\.judgement.verdict) == [.inSync])
        #expect(round.names == ["one"])
    }

    @Test(
        arguments: [
            ([new], [.inSync], 1), ([old, new], [.inSync], 2), ([old, old], [.nodeDivergent], 2),
            ([nil, old, old], [.nodeDivergent], 2),
        ] as [([[UInt8]?], [Verdict], Int)])
    func `a divergence takes two looks`(answers: [[UInt8]?], verdicts: [Verdict], looks: Int) throws {
        let (round, pauses, asked) = try look(answers, at: [NodeCase.node()])
        #expect(round.files.map(\.judgement.verdict) == verdicts)
        #expect(asked == looks)
        #expect(pauses == Array(repeating: Self.pause, count: looks - 1))
    }

    @Test func `a lag is looked at again, and no divergence is told that was a lag before`() throws {
        let behind = try NodeCase.node(cursor: 4, lag: 5, mayLag: true)
        let (round, pauses, _) = try look([Self.old], at: [behind])
        #expect(round.files.map(\.judgement.verdict) == [.nodeBehind])
        #expect(pauses == [Self.pause])
        // It catches up by its own word, and a look later it does serve the newest.
        let (later, more, _) = try look(
            [Self.old, Self.old, Self.new], at: [behind, behind, NodeCase.node(), NodeCase.node()])
        #expect(later.files.map(\.judgement.verdict) == [.inSync])
        #expect(more == [Self.pause, Self.pause])
    }

    @Test func `one that goes on meanwhile is asked again at once, but not for ever`() throws {
        let (first, second) = (try NodeCase.node(cursor: 8, mayLag: true), try NodeCase.node(cursor: 9))
        let (round, pauses, _) = try look([Self.old, Self.new], at: [first, second, second])
        #expect(round.files.map(\.judgement.verdict) == [.inSync])
        #expect(pauses == [.zero])
        let restless = try (0..<40).map { try NodeCase.node(cursor: Int64($0), mayLag: true) }
        let (endless, many, _) = try look([Self.old], at: restless)
        #expect(endless.files == [] && endless.names == ["one"])
        #expect(many == Array(repeating: .zero, count: 5))
    }

    @Test func `one that goes is neither judged nor named`() throws {
        let (round, pauses, _) = try look([Self.old], at: [NodeCase.node(), NodeCase.node(), nil])
        #expect(pauses == [Self.pause])
        #expect(round.files == [] && round.names == [])
    }

    @Test func `gateways of one name are told by their URL, a successor is taken, and the list is added`() throws {
        func row(_ name: String, _ url: String?, _ cursor: Int64 = 9) throws -> NodeRow {
            let registration = try #require(try NodeCase.node(cursor: cursor).registration)
            return NodeRow(name: name, url: url.flatMap { NodeURL($0) }, registration: registration)
        }
        let listed = try ["http://10.0.0.7:80", "http://10.0.0.9:80"].map { try #require(NodeURL($0)) }
        let nodes = FleetNode.all(
            [
                try row("one", "http://10.0.0.7"), try row("two", "http://10.0.0.1"), try row("two", "http://10.0.0.2"),
                try row("two", "http://10.0.0.2", 3), try row("three", nil),
            ], listed: listed)
        #expect(nodes.map(\.name) == ["one", "two http://10.0.0.1:80", "two http://10.0.0.2:80", "http://10.0.0.9:80"])
        #expect(nodes.map(\.registration?.cursor) == [9, 9, 9, nil])
    }
}
