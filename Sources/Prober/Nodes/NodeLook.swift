import Association
import Platform

/// One file at one gateway, looked at until it is judged.
///
/// Whatever is not as it should be is looked at again after a pause: a gateway needs a moment for a publication, and a
/// divergence takes two looks that say so.
struct NodeLook: Sendable {
    /// What became of it.
    enum State: Sendable {
        /// The gateway has to be asked, after a pause.
        case open(after: Duration)
        /// It is judged.
        case judged(JudgedFile)
        /// Nothing is known: it was not asked, it would not stand still, or its domain has no such file.
        case unknown
        /// Nobody is there to be judged.
        case absent
    }

    /// How often a gateway that moves on meanwhile is asked again at once.
    private static let patience = 5

    let kind: AssociationKind
    /// The gateway as it is listed before it is asked.
    var node: FleetNode
    /// What it answered last.
    var seen: Observation?
    private(set) var state = State.open(after: .zero)
    private var suspicion: Verdict?
    private var moves = 0

    init(_ kind: AssociationKind, at node: FleetNode) {
        self.kind = kind
        self.node = node
    }

    /// Whether the gateway has to be asked.
    var isOpen: Bool { if case .open = state { true } else { false } }

    /// Ends it without a judgement.
    mutating func close(isAbsent: Bool) { state = isAbsent ? .absent : .unknown }

    /// Judges what was seen last.
    ///
    /// - Parameters:
    ///   - judge: Compares.
    ///   - after: The gateway as it is listed now; `nil` when it is no more.
    ///   - pause: The time between two looks.
    mutating func settle(_ judge: NodeJudge, after: FleetNode?, pause: Duration) {
        guard isOpen, let seen else { return }
        switch judge.judge(seen, before: node, after: after) {
        case .absent: state = .absent
        case .unknown: state = .unknown
        case .moved:
            moves += 1
            state = moves > Self.patience ? .unknown : .open(after: .zero)
        case .judged(let judgement):
            let isFinal =
                switch judgement.verdict {
                case .nodeDivergent: suspicion == .nodeDivergent
                case .nodeBehind: suspicion != nil
                default: true
                }
            suspicion = judgement.verdict
            state =
                isFinal
                ? .judged(JudgedFile(ObservedFile(.node, kind, node: node.name), judgement, seen))
                : .open(after: pause)
        }
    }
}
