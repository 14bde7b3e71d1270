import Platform

/// What other threads give to the engine's thread, and who waits for it.
///
/// Whoever takes a transfer out of the table, the engine's thread or the watchdog, calls its completion: so it is called
/// once.
final class TransferMailbox: Sendable {
    typealias Completion = @Sendable (TransferRecord) -> Void

    /// Something for the engine's thread to do.
    enum Letter: Sendable {
        case begin(UInt64, TransferRequest, MonotonicTime)
        case resolved(UInt64, Result<(addresses: [IPAddress], holds: Duration), ResolvingFailure>)
    }

    /// Why a name has no addresses.
    struct ResolvingFailure: Error {
        let failure: TransferFailure
    }

    private struct State {
        var letters: [Letter] = []
        var pending: [UInt64: Pending] = [:]
        var last: UInt64 = 0
        var isStopped = false
    }

    private struct Pending {
        let completion: Completion
        var latest: MonotonicTime
    }

    private let state = LockedValue(State())
    private let multi: MultiHandle

    init(_ multi: MultiHandle) {
        self.multi = multi
    }

    /// Hands a request over.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - latest: When the watchdog gives it up.
    ///   - completion: Is called once; at once when the engine has stopped.
    func begin(_ request: TransferRequest, latest: MonotonicTime, completion: @escaping Completion) {
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return false }
            state.last += 1
            state.pending[state.last] = Pending(completion: completion, latest: latest)
            state.letters.append(.begin(state.last, request, .now()))
            return true
        }
        if isTaken { multi.wake() } else { completion(TransferRecord(time: .now(), outcome: .failed(.cancelled))) }
    }

    /// Tells what a look-up came to.
    func post(_ letter: Letter) {
        state.withLock { $0.letters.append(letter) }
        multi.wake()
    }

    /// Ends the engine's thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        multi.wake()
    }

    /// Takes what was posted.
    func take() -> (letters: [Letter], isStopped: Bool) {
        state.withLock { state in
            defer { state.letters = [] }
            return (state.letters, state.isStopped)
        }
    }

    /// Moves the time at which the watchdog gives a transfer up.
    func expect(_ id: UInt64, by latest: MonotonicTime) {
        state.withLock { $0.pending[id]?.latest = latest }
    }

    /// Whether somebody still waits for the transfer.
    func isPending(_ id: UInt64) -> Bool {
        state.withLock { $0.pending[id] != nil }
    }

    /// Gives a transfer's record to who waits for it, if nobody did before.
    func finish(_ id: UInt64, _ record: TransferRecord) {
        let pending = state.withLock { $0.pending.removeValue(forKey: id) }
        pending?.completion(record)
    }

    /// The transfers that are not done.
    var pendingIDs: [UInt64] { state.withLock { Array($0.pending.keys) } }

    /// The transfers whose latest time has passed.
    func overdue(at now: MonotonicTime) -> [UInt64] {
        state.withLock { state in state.pending.filter { $0.value.latest < now }.map(\.key) }
    }
}
