import Platform

/// A domain that was checked, and what its gateways answered.
struct FinishedCheck: Sendable {
    let domain: LeasedDomain
    let report: DomainReport
    /// `nil` where no gateway is asked.
    var nodes: NodeRound?
}

/// Waits for the two halves of a check, which end on different threads in any order.
final class CheckHalves: Sendable {
    private let halves = LockedValue<(report: DomainReport?, round: NodeRound?)>((nil, nil))
    private let completion: @Sendable (DomainReport, NodeRound) -> Void

    init(completion: @escaping @Sendable (DomainReport, NodeRound) -> Void) {
        self.completion = completion
    }

    /// Takes the report.
    func take(_ report: DomainReport) {
        finish(
            halves.withLock { halves in
                halves.report = report
                return halves
            })
    }

    /// Takes the gateways' answers.
    func take(_ round: NodeRound) {
        finish(
            halves.withLock { halves in
                halves.round = round
                return halves
            })
    }

    private func finish(_ halves: (report: DomainReport?, round: NodeRound?)) {
        if let report = halves.report, let round = halves.round { completion(report, round) }
    }
}
