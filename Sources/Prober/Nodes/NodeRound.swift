import Association
import Cryptography
import DeepLinks
import FleetStore
import Platform

/// What the gateways serve of one domain: asked, judged, and asked again where it is not what it should be.
struct NodeRound: Sendable {
    private let target: ProbeTarget
    private(set) var looks: [NodeLook]
    /// What gateways presented, by name; `nil` where nothing was seen.
    private(set) var presented: [String: TLSEvidence?] = [:]

    /// Begins with all gateways and both files.
    init(_ target: ProbeTarget, nodes: [FleetNode]) {
        self.target = target
        looks = nodes.flatMap { node in [NodeLook(.aasa, at: node), NodeLook(.assetlinks, at: node)] }
    }

    /// The host that is asked for.
    var host: HostName { target.host }

    /// The certificates that the database holds for the host; empty where it holds none.
    var certificates: Set<SHA256Digest> { target.certificates }

    /// The gateways that were asked and were there.
    var names: Set<String> {
        let absent = looks.compactMap { if case .absent = $0.state { $0.node.name } else { nil } }
        return Set(looks.map(\.node.name)).subtracting(absent)
    }

    /// What is judged, of gateways that are there.
    var files: [JudgedFile] {
        let names = names
        return looks.compactMap { look in
            if case .judged(let file) = look.state, names.contains(look.node.name) { file } else { nil }
        }
    }

    /// Asks every gateway that has to be asked.
    ///
    /// - Parameters:
    ///   - checks: Asks.
    ///   - completion: Is called once, with the answers, on the calling thread or one of the checks.
    func ask(_ checks: any NodeChecking, completion: @escaping @Sendable (NodeRound) -> Void) {
        let open = looks.indices.filter { looks[$0].isOpen }
        let secure = open.filter { looks[$0].kind == .aasa && looks[$0].node.url.isSecure }.map { looks[$0].node }
        let unseen = certificates.isEmpty ? [] : secure.filter { presented[$0.name] == nil }
        guard !open.isEmpty else {
            completion(self)
            return
        }
        let waiting = LockedValue((round: self, count: open.count + unseen.count))
        let note: @Sendable ((inout NodeRound) -> Void) -> Void = { change in
            let whole = waiting.withLock { waiting -> NodeRound? in
                change(&waiting.round)
                waiting.count -= 1
                return waiting.count == 0 ? waiting.round : nil
            }
            if let whole { completion(whole) }
        }
        for index in open {
            checks.ask(looks[index].node, for: looks[index].kind, of: host) { seen in
                note { $0.looks[index].seen = seen }
            }
        }
        for node in unseen {
            checks.inspect(node, for: host) { tls in note { $0.presented[node.name] = .some(tls) } }
        }
    }

    /// Takes over how the gateways are listed now, before they are asked again.
    mutating func renew(_ nodes: [FleetNode]) {
        for index in looks.indices where looks[index].isOpen {
            if let node = nodes.first(where: { $0.name == looks[index].node.name }) {
                looks[index].node = node
            } else {
                looks[index].close(isAbsent: true)
            }
        }
    }

    /// Judges the answers.
    ///
    /// - Parameters:
    ///   - nodes: How the gateways are listed, in the snapshot of the revisions.
    ///   - revisions: What the domain has published.
    ///   - pause: The time between two looks at what is not as it should be.
    /// - Returns: After which time gateways have to be asked again; `nil` when all is judged.
    mutating func settle(
        _ nodes: [FleetNode], _ revisions: [AssociationKind: [PublishedRevision]], pause: Duration
    ) -> Duration? {
        for index in looks.indices {
            let look = looks[index]
            guard let own = revisions[look.kind] else {
                looks[index].close(isAbsent: false)
                continue
            }
            let after = nodes.first { $0.name == look.node.name }
            looks[index].settle(
                NodeJudge(look.kind, host: target.shownHost, revisions: own), after: after, pause: pause)
        }
        return looks.compactMap { if case .open(let pause) = $0.state { pause } else { nil } }.max()
    }
}
