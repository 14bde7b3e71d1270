package import Platform

/// A server of HTTP/1.1 and HTTP/1.0: listening sockets, and event loops that answer by their handlers.
///
/// Several may live in one process, each with loops of its own. Safe from any thread.
package final class HTTPServer: Sendable {
    /// Where the server listens, in the order of the configuration, with the ports that the system chose.
    package let boundAddresses: [SocketAddress]

    /// Where the server listens for TLS, in the order of the configuration, with the ports that the system chose.
    package let boundTLSAddresses: [SocketAddress]

    /// Where completions of deferred replies go.
    package let replies: DeferredReplies

    private let shared: SharedState
    private let listeners: LockedValue<[Listener]>
    private let threads = ThreadGroup()
    private let drain = LockedValue<(stop: MonotonicTime, end: MonotonicTime)?>(nil)
    private let makeHandler: @Sendable (HandlerContext) -> any RequestHandler

    /// Binds the addresses; connections wait from now on, and are accepted after ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: Addresses, loops, limits, deadlines.
    ///   - given: Sockets that take the place of new ones where kind and address fit: the kind is the server's name, with
    ///     an `s` for TLS.
    ///   - makeHandler: Makes a loop's handler, in start(), before the loop runs.
    /// - Throws: ``SystemError`` that names the address that cannot be bound.
    package init(
        _ configuration: ServerConfiguration, given: GivenSockets? = nil,
        makeHandler: @escaping @Sendable (HandlerContext) -> any RequestHandler
    ) throws(SystemError) {
        precondition((1...255).contains(configuration.loops), "1 to 255 loops")
        var listeners: [Listener] = []
        for address in configuration.addresses {
            listeners.append(try Listener(configuration.name, address, given))
        }
        boundAddresses = listeners.map { $0.socket.address }
        precondition(configuration.tlsAddresses.isEmpty || configuration.tls != nil, "TLS needs certificates")
        var secure: [Listener] = []
        for address in configuration.tlsAddresses {
            secure.append(try Listener(configuration.name + "s", address, tls: configuration.tls, given))
        }
        boundTLSAddresses = secure.map { $0.socket.address }
        listeners += secure
        shared = try SharedState(configuration)
        replies = DeferredReplies(mailboxes: shared.loops.map { $0.mailbox })
        self.listeners = LockedValue(listeners)
        self.makeHandler = makeHandler
    }

    /// Starts the loops; to be called once.
    ///
    /// - Throws: ``SystemError`` when the system has no thread or descriptor left; then nothing runs.
    package func start() throws(SystemError) {
        // Neither the server nor a thread's closure keeps a listener: the last loop to let one go closes it.
        let listeners = self.listeners.withLock { listeners in
            let all = listeners
            listeners = []
            return all
        }
        do throws(SystemError) {
            for loop in shared.loops {
                for (index, listener) in listeners.enumerated() {
                    let number = listener.socket.rawValue
                    try loop.epoll.add(number, [.readable, .exclusive], token: LoopToken.listener(index))
                }
                loop.mailbox.send(.listen(listeners))
            }
            for index in shared.loops.indices {
                let context = HandlerContext(loop: index, loopCount: shared.loops.count, replies: replies)
                try threads.start(name: "\(shared.configuration.name)-\(index)") { [shared, makeHandler] in
                    var loop = EventLoop(index, shared, makeHandler(context))
                    loop.run()
                }
            }
        } catch {
            beginDrain(delay: .zero, limit: .zero)
            wait()
            throw error
        }
    }

    /// Copies of the listening sockets, for a process that takes them over; before ``start()``.
    ///
    /// - Returns: The sockets, whose descriptors are the caller's to close.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package func copyListeners() throws(SystemError) -> [GivenSockets.Entry] {
        var entries: [GivenSockets.Entry] = []
        for listener in listeners.withLock({ $0 }) {
            let descriptor = try listener.socket.duplicate()
            entries.append(
                GivenSockets.Entry(
                    kind: listener.kind, address: listener.wanted, descriptor: descriptor, isShared: listener.isShared))
        }
        return entries
    }

    /// Lets every loop run a turn, so that its handler takes what is new.
    package func wake() {
        for loop in shared.loops { loop.mailbox.send(.turn) }
    }

    /// Begins to end without losing a request.
    ///
    /// From now on every answer says `Connection: close`. For the length of the delay new connections are accepted as
    /// before; then the listening sockets are emptied and closed, and connections that wait for another request are
    /// closed. What is left is closed at the limit. A later call can only shorten.
    ///
    /// - Parameters:
    ///   - delay: Until listening ends, from now.
    ///   - limit: Until everything ends, from the end of the delay.
    ///   - handsOver: Whether another process has the listening sockets too: then no connection is accepted any more from
    ///     now on, and those that wait are left to it.
    package func beginDrain(delay: Duration, limit: Duration, handsOver: Bool = false) {
        let stop = MonotonicTime.now() + delay
        let times = drain.withLock { drain in
            let stop = min(stop, drain?.stop ?? .distantFuture)
            let times = (stop: stop, end: min(stop + limit, drain?.end ?? .distantFuture))
            drain = times
            return times
        }
        for loop in shared.loops {
            loop.mailbox.send(.drain(stopListening: times.stop, end: times.end, handsOver: handsOver))
        }
    }

    /// Waits until all loops have ended, which they do after ``beginDrain(delay:limit:)``.
    package func wait() {
        threads.join()
    }

    /// What was counted so far.
    package var statistics: ServerStatistics {
        var statistics = ServerStatistics()
        for loop in shared.loops {
            statistics.add(loop.counters)
            statistics.recordsDropped += loop.records.dropped
        }
        statistics.openConnections = shared.openConnections
        statistics.owedReplies = shared.owed
        statistics.handshakesUnderWay = shared.handshakesUnderWay
        return statistics
    }

    /// Takes the records that the loops have written, oldest first per loop.
    ///
    /// All that were there when the call began, and no more of a loop than its ring holds: a busy one does not keep the
    /// others waiting. For one thread at a time.
    ///
    /// - Parameter body: Called for each record.
    /// - Returns: How many there were.
    @discardableResult
    package func takeRecords(_ body: (RequestRecord) -> Void) -> Int {
        var count = 0
        for loop in shared.loops { count += loop.records.takeAll(body) }
        return count
    }
}
