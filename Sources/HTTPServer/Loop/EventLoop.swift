import Cryptography
import HTTP2
import HTTPWire
import Platform

/// One event loop: its connections, and what they are answered by.
///
/// Confined to its thread.
///
/// Readiness is level-triggered, and a connection is watched for the same events from its beginning to its end as long
/// as its peer keeps up: a request costs one receive and one send.
struct EventLoop: ~Copyable {
    let index: Int
    let shared: SharedState
    let share: LoopShare
    let limits: ServerLimits
    /// What a connection is watched for while nothing is in its way.
    let reading: Epoll.Events = [.readable, .peerClosed]
    /// The most bytes that are held of what a connection sent: a header block, and content behind it.
    let inputLimit: Int
    /// Where requests are received of connections that have no bytes waiting.
    let scratch: BufferPool.Block

    /// The TLS sessions of its connections.
    let secure = SecureSessions()
    /// The HTTP/2 sessions of its connections.
    let streams = StreamSessions()

    var exchange: Exchange
    var connections: ConnectionTable
    var buffers = BufferPool()
    var owedReplies: [Int: OwedReply] = [:]
    var streamReplies: StreamReplies
    /// Frames on their way to be encrypted.
    var frames = ResponseBuffer(capacity: 16_384)
    var listeners: [Listener] = []
    /// Steps of TLS handshakes in this turn.
    var handshakeSteps = 0
    /// When listening is taken up again after descriptors had run out.
    var listensAgain = MonotonicTime.distantFuture
    /// When listening and everything ends.
    var drain: (stop: MonotonicTime, end: MonotonicTime)?
    /// Whether another process accepts instead.
    var hasHandedOver = false
    /// Whether listening has ended for good.
    var hasStopped = false

    init(_ index: Int, _ shared: SharedState, _ handler: any RequestHandler) {
        self.index = index
        self.shared = shared
        share = shared.loops[index]
        limits = shared.configuration.limits
        inputLimit = limits.request.head + 16_384
        exchange = Exchange(handler, shared, share)
        streamReplies = StreamReplies(duration: shared.configuration.deadlines.deferredReply)
        connections = ConnectionTable(deadlines: shared.configuration.deadlines)
        scratch = buffers.makeBlock(capacity: inputLimit)
    }

    /// Runs until the drain has ended.
    mutating func run() {
        exchange.beginTurn()
        takeCommands()
        while true {
            advanceDrain()
            if hasStopped, connections.count == 0, share.mailbox.closeIfEmpty() { return }
            let wake = nextWake
            let count = share.epoll.wait(until: wake, now: exchange.clock.now)
            exchange.beginTurn()
            handshakeSteps = 0
            for index in 0..<count {
                let (token, events) = share.epoll.event(index)
                dispatch(token, events)
            }
            // What was started in this turn does not end in it.
            if exchange.clock.now >= wake { expireDeadlines() }
        }
    }

    private var nextWake: MonotonicTime {
        // By twos: `min` of more makes an array of them.
        var next = min(connections.nextDeadline, min(streamReplies.nextDeadline, listensAgain))
        if let drain { next = min(next, hasStopped ? drain.end : drain.stop) }
        return next
    }

    private mutating func dispatch(_ token: UInt64, _ events: Epoll.Events) {
        guard LoopToken.isConnection(token) else {
            if token == LoopToken.mailbox { return takeCommands() }
            return accept(Int(token - LoopToken.listener(0)))
        }
        guard let slot = connections.slot(of: token) else { return }
        switch connections[slot].phase {
        case .idle, .head, .body, .streaming: receive(slot)
        case .greeting: greet(slot)
        case .writing: sendPending(slot)
        case .deferred: watchDeferred(slot, events)
        case .handshaking: stepHandshake(slot)
        case .lingering: discard(slot)
        case .free: preconditionFailure("the token of no connection")
        }
    }

    private mutating func takeCommands() {
        var isTold = false
        for command in share.mailbox.takeAll() {
            switch command {
            case .listen(let listeners): self.listeners += listeners
            case .adopt(let descriptor, let peer, let listener): open(descriptor, peer, listener)
            case .complete(let token, let completion): complete(token, completion)
            case .turn: break
            case .drain(let stop, let end, let handsOver):
                drain = (stop, end)
                exchange.isDraining = true
                isTold = true
                if handsOver { hasHandedOver = true }
            }
        }
        // Also sockets that came only with the same commands.
        if hasHandedOver { leaveListeners() }
        if isTold { announceDrain() }
    }

    // MARK: - Deadlines

    private mutating func expireDeadlines() {
        let now = exchange.clock.now
        for kind in DeadlineKind.allCases {
            while let (slot, time) = connections.firstDeadline(kind), time <= now { expire(slot, kind) }
        }
        giveUpStreams(now)
        if listensAgain <= now { listenAgain() }
    }

    private mutating func expire(_ slot: Int, _ kind: DeadlineKind) {
        if connections[slot].isMultiplexed, expireStreams(slot, kind) { return }
        switch kind {
        case .header:
            if connections[slot].phase == .handshaking { return expireHandshake(slot) }
            if connections[slot].phase == .greeting { return expireGreeting(slot) }
            share.counters.add(.headerExpired)
            // A connection that never sent anything gets no answer: it may be one that a browser opened ahead of need.
            if connections[slot].phase == .idle { linger(slot) } else { refuse(slot, .requestTimeout) }
        case .body:
            share.counters.add(.bodyExpired)
            refuse(slot, .requestTimeout)
        case .idle:
            if endIdle(slot) { share.counters.add(.idleExpired) }
        case .write:
            share.counters.add(.writeExpired)
            close(slot)
        case .deferredReply:
            share.counters.add(.deferredReplyExpired)
            giveUpReply(slot)
        case .linger:
            share.counters.add(.lingerExpired)
            close(slot)
        }
    }

    /// Closes a connection that waits for another request, unless one has just come.
    ///
    /// - Returns: Whether it was closed.
    mutating func endIdle(_ slot: Int) -> Bool {
        let generation = connections[slot].generation
        let time = connections[slot].deadline.time
        receive(slot)
        guard connections[slot].generation == generation, connections[slot].phase == .idle,
            connections[slot].deadline.time == time
        else { return false }
        if connections[slot].isMultiplexed { finishStreams(slot, .noError) } else { linger(slot) }
        return true
    }
}
