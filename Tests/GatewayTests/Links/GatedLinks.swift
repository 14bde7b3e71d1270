import FleetStore
import Platform

@testable import Gateway

/// A source of links that answers when a test says so.
final class GatedLinks: LinkSource {
    private struct State {
        var asked: [LinkQuery] = []
        var lanes: [LookupLane] = []
        var waiting: [@Sendable (LookupAnswer) -> Void] = []
    }

    private let state = LockedValue(State())

    /// What was asked, in order.
    var asked: [LinkQuery] { state.withLock { $0.asked } }

    /// In which lanes, in the same order.
    var lanes: [LookupLane] { state.withLock { $0.lanes } }

    func find(_ query: LinkQuery, lane: LookupLane, completion: @escaping @Sendable (LookupAnswer) -> Void) {
        state.withLock { state in
            state.asked.append(query)
            state.lanes.append(lane)
            state.waiting.append(completion)
        }
    }

    /// Answers all that wait.
    func answer(_ answer: LookupAnswer) {
        for completion in takeWaiting() { completion(answer) }
    }

    /// Takes what all that wait are answered by, in the order they asked.
    func takeWaiting() -> [@Sendable (LookupAnswer) -> Void] {
        state.withLock { state in
            let all = state.waiting
            state.waiting = []
            return all
        }
    }
}
