import Platform

/// How other threads reach the resolver's thread.
final class ResolverMailbox: Sendable {
    private struct State {
        var requests: [Request] = []
        var waiting = 0
        var isStopped = false
    }

    private let state = LockedValue(State())
    private let wake: EventDescriptor
    private let limit: Int

    /// What the resolver's thread, and no other, waits with.
    let epoll: Epoll

    /// The token with which ``epoll`` tells of mail.
    static let token: UInt64 = 0

    init(limit: Int) throws(SystemError) {
        self.limit = limit
        wake = try EventDescriptor()
        epoll = try Epoll()
        try epoll.add(wake.rawValue, .readable, token: Self.token)
    }

    /// Hands a request over.
    ///
    /// - Throws: ``ResolutionError/overloaded``, ``ResolutionError/unavailable``.
    func post(_ request: Request) throws(ResolutionError) {
        try state.withLock { (state) throws(ResolutionError) in
            guard !state.isStopped else { throw .unavailable }
            guard state.requests.count + state.waiting < limit else { throw .overloaded }
            state.requests.append(request)
        }
        wake.signal()
    }

    /// Takes no more requests, and ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
    }

    /// Takes what was posted.
    ///
    /// - Parameter waiting: How many requests the thread has taken and not begun.
    /// - Returns: The requests, and whether the thread has to end.
    func take(waiting: Int) -> (requests: [Request], isStopped: Bool) {
        state.withLock { state in
            defer { state.requests = [] }
            state.waiting = waiting + state.requests.count
            return (state.requests, state.isStopped)
        }
    }

    /// Forgets that there is mail, before it is taken.
    func drain() {
        wake.drain()
    }
}
