import Platform

/// What other threads ask of a loop.
enum LoopCommand: Sendable {
    /// Accept from these sockets; they are in the loop's epoll instance already.
    case listen([Listener])
    /// Take over a connection that another loop accepted.
    case adopt(descriptor: Int32, peer: IPAddress, listener: UInt16)
    /// A deferred reply can be finished.
    case complete(DeferredToken, any DeferredCompletion)
    /// Run a turn, so that the handler sees what is new.
    case turn
    /// Stop accepting at the first time, or now if another process accepts instead, and end at the second whatever is
    /// still open.
    case drain(stopListening: MonotonicTime, end: MonotonicTime, handsOver: Bool)
}

/// The way into a loop from any thread: a list of commands and an event that wakes the loop.
final class LoopMailbox: Sendable {
    private struct State {
        var commands: [LoopCommand] = []
        var isClosed = false
    }

    private let state = LockedValue(State())
    private let event: EventDescriptor

    /// Makes an empty mailbox.
    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    /// The number that becomes readable when there are commands.
    var rawValue: Int32 { event.rawValue }

    /// Adds a command; the first one since the loop last looked wakes it.
    ///
    /// - Returns: Whether the loop will see it; not so after its end.
    @discardableResult
    func send(_ command: LoopCommand) -> Bool {
        let count = state.withLock { state in
            guard !state.isClosed else { return 0 }
            state.commands.append(command)
            return state.commands.count
        }
        if count == 1 { event.signal() }
        return count > 0
    }

    /// Takes all commands, in the order they were sent.
    ///
    /// For the loop.
    func takeAll() -> [LoopCommand] {
        event.drain()
        return state.withLock { state in
            let all = state.commands
            state.commands = []
            return all
        }
    }

    /// Refuses commands from now on, unless some are waiting.
    ///
    /// For the loop, before it ends.
    ///
    /// - Returns: Whether the mailbox is closed.
    func closeIfEmpty() -> Bool {
        state.withLock { state in
            state.isClosed = state.commands.isEmpty
            return state.isClosed
        }
    }
}
