import Platform

/// A bounded set of connections that threads borrow.
///
/// Safe from any thread that may wait; never used by one that serves requests. A checkout ends within its time, also
/// when the server is away (case 117); waiting threads are served in the order they came.
package final class Pool: Sendable {
    private let string: ConnectionString
    private let options: PoolOptions
    private let state = LockedValue(PoolState())

    /// Makes a pool; it connects at the first checkout.
    package init(_ string: ConnectionString, options: PoolOptions = PoolOptions()) {
        self.string = string
        self.options = options
    }

    /// How many connections there are, how many of them are idle, and how many threads wait; for metrics.
    package var counts: (open: Int, idle: Int, waiting: Int) {
        state.withLock { ($0.openCount, $0.idle.count, $0.waiters.count) }
    }

    /// Borrows a connection for the closure.
    ///
    /// It is closed instead of kept when it broke, expired, listens, or is left inside a transaction; when the server
    /// went down or became a standby all idle ones are closed too (case 127).
    ///
    /// - Parameters:
    ///   - within: The time until there is a connection; `nil` for the options' `checkoutTimeout`.
    ///   - body: Uses the connection and does not keep it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; or ``PostgresError`` wrapped in it: `poolTimeout`, `poolClosed`, or why the
    ///   server refuses us.
    package func withConnection<Result, Failure: PostgresFailure>(
        within: Duration? = nil, _ body: (Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pooled: PooledConnection
        do throws(PostgresError) {
            pooled = try checkOut(until: .after(within ?? options.checkoutTimeout))
        } catch {
            throw Failure(error)
        }
        defer { checkIn(pooled) }
        return try body(pooled.connection)
    }

    /// Closes idle connections now and the others when they come back; later checkouts fail.
    package func close() {
        let closed = state.withLock { state in
            state.isClosed = true
            return state.removeAllIdle()
        }
        withExtendedLifetime(closed) {}
        wakeAll()
    }

    // MARK: - Check out

    private enum Step {
        case use(PooledConnection)
        case connect
        case wait(Waiter, until: ContinuousClock.Instant?)
    }

    private func checkOut(until deadline: Deadline) throws(PostgresError) -> PooledConnection {
        var lastFailure: PostgresError?
        while true {
            switch try nextStep() {
            case .use(let pooled):
                if isFit(pooled) { return pooled }
                discard(pooled)
            case .connect:
                do throws(PostgresError) {
                    return try open(until: deadline)
                } catch {
                    guard error.isUnavailable else { throw error }
                    lastFailure = error
                }
            case .wait(let waiter, let instant):
                if let pooled = wait(waiter, until: deadline, or: instant) { return pooled }
            }
            guard !deadline.hasPassed else {
                // This thread may have been woken for a place that it now leaves free.
                wakeFirst()
                let reason = lastFailure.map { ": \($0.message)" } ?? ""
                throw PostgresError(
                    .poolTimeout, "no database connection was free in time\(reason)", sqlState: lastFailure?.sqlState)
            }
        }
    }

    private func nextStep() throws(PostgresError) -> Step {
        if let step = try nextStep(waiter: nil) { return step }
        let waiter: Waiter
        do throws(SystemError) {
            waiter = try Waiter()
        } catch {
            throw PostgresError(.poolTimeout, "no descriptor is left to wait with")
        }
        guard let step = try nextStep(waiter: waiter) else { return .wait(waiter, until: options.now()) }
        return step
    }

    /// Decides under the lock; `nil` when the thread has to wait and brings no waiter to queue.
    private func nextStep(waiter: Waiter?) throws(PostgresError) -> Step? {
        let now = options.now()
        let maximum = options.maximumCount
        let (step, expired, isClosed): (Step?, [PooledConnection], Bool) = state.withLock { state in
            guard !state.isClosed else { return (nil, [], true) }
            let expired = state.removeExpired(at: now)
            if let pooled = state.idle.popLast() { return (.use(pooled), expired, false) }
            let hasRoom = state.openCount < maximum
            if hasRoom && state.backoff.mayTry(at: now) {
                state.openCount += 1
                return (.connect, expired, false)
            }
            guard let waiter else { return (nil, expired, false) }
            state.waiters.append(waiter)
            return (.wait(waiter, until: hasRoom ? state.backoff.retryTime : nil), expired, false)
        }
        withExtendedLifetime(expired) {}
        guard !isClosed else { throw PostgresError(.poolClosed, "the pool is closed") }
        return step
    }

    private func wait(
        _ waiter: Waiter, until deadline: Deadline, or instant: ContinuousClock.Instant?
    ) -> PooledConnection? {
        var limit = deadline
        if let instant {
            limit = deadline.limited(to: options.now().duration(to: instant) + .milliseconds(1))
        }
        _ = Readiness.wait(for: waiter.event.rawValue, .readable, until: limit)
        return state.withLock { state in
            state.waiters.removeAll { $0 === waiter }
            return state.grants.removeValue(forKey: ObjectIdentifier(waiter))
        }
    }

    private func open(until deadline: Deadline) throws(PostgresError) -> PooledConnection {
        var connectionOptions = options.connection
        connectionOptions.connectTimeout = min(connectionOptions.connectTimeout, deadline.remaining)
        do throws(PostgresError) {
            let connection = try Connection.connect(to: string, options: connectionOptions)
            let life = options.lifetime * (1 - 0.25 * options.random())
            let pooled = PooledConnection(connection, expires: options.now().advanced(by: life))
            let wasDown = state.withLock { state in
                let wasDown = state.backoff.failures > 0
                state.backoff.succeed()
                return wasDown
            }
            if wasDown { wakeAll() }
            return pooled
        } catch {
            let now = options.now()
            let random = options.random()
            state.withLock { state in
                state.openCount -= 1
                if error.isUnavailable {
                    state.backoff.fail(at: now, random: random, isCrowded: error.sqlState == .tooManyConnections)
                } else {
                    state.backoff.abandon()
                }
            }
            wakeAll()
            throw error
        }
    }

    /// Whether an idle connection still works; asks the server when it was idle for long, or has said something.
    private func isFit(_ pooled: PooledConnection) -> Bool {
        switch pooled.connection.idleState() {
        case .closed: return false
        case .spoke: break
        case .silent:
            if pooled.idleSince.duration(to: options.now()) < options.idleBeforeCheck { return true }
        }
        do throws(PostgresError) {
            try pooled.connection.run(script: "SELECT 1", within: .seconds(2))
            return true
        } catch {
            return false
        }
    }

    // MARK: - Check in

    private func checkIn(_ pooled: PooledConnection) {
        let connection = pooled.connection
        let now = options.now()
        guard connection.isUsable, connection.transactionState == .idle, !connection.hasListened, now < pooled.expires
        else {
            if !connection.isUsable {
                let stale = state.withLock { $0.removeAllIdle() }
                withExtendedLifetime(stale) {}
            }
            discard(pooled)
            return
        }
        pooled.idleSince = now
        let (waiter, isClosed): (Waiter?, Bool) = state.withLock { state in
            if state.isClosed { return (nil, true) }
            if let waiter = state.waiters.first {
                state.waiters.removeFirst()
                state.grants[ObjectIdentifier(waiter)] = pooled
                return (waiter, false)
            }
            state.idle.append(pooled)
            return (nil, false)
        }
        if isClosed { discard(pooled) }
        waiter?.event.signal()
    }

    /// Counts a connection out and lets the next waiting thread make one in its place.
    private func discard(_ pooled: PooledConnection) {
        pooled.connection.giveUp()
        state.withLock { $0.openCount -= 1 }
        wakeFirst()
    }

    private func wakeFirst() {
        let waiter: Waiter? = state.withLock { $0.waiters.isEmpty ? nil : $0.waiters.removeFirst() }
        waiter?.event.signal()
    }

    private func wakeAll() {
        let waiters = state.withLock { state in
            let waiters = state.waiters
            state.waiters = []
            return waiters
        }
        for waiter in waiters { waiter.event.signal() }
    }
}

private struct PoolState {
    /// The most recently used one last.
    var idle: [PooledConnection] = []
    /// Idle, borrowed, and being connected.
    var openCount = 0
    var waiters: [Waiter] = []
    var grants: [ObjectIdentifier: PooledConnection] = [:]
    var backoff = ReconnectBackoff()
    var isClosed = false

    mutating func removeExpired(at now: ContinuousClock.Instant) -> [PooledConnection] {
        let expired = idle.filter { $0.expires <= now }
        idle.removeAll { $0.expires <= now }
        openCount -= expired.count
        return expired
    }

    mutating func removeAllIdle() -> [PooledConnection] {
        let removed = idle
        idle = []
        openCount -= removed.count
        return removed
    }
}

/// A thread that waits for a connection.
private final class Waiter: Sendable {
    let event: EventDescriptor

    init() throws(SystemError) {
        event = try EventDescriptor()
    }
}

// Sendable because: the pool gives it to one thread at a time, under its lock.
private final class PooledConnection: @unchecked Sendable {
    let connection: Connection
    let expires: ContinuousClock.Instant
    var idleSince: ContinuousClock.Instant

    init(_ connection: Connection, expires: ContinuousClock.Instant) {
        self.connection = connection
        self.expires = expires
        idleSince = expires
    }
}
