import FleetStore
import Platform

/// Work that is done turn by turn on a database connection of its own, which may be lost.
protocol DatabaseWork: SendableMetatype {
    /// Whether there is nothing left to do, ever.
    var isDone: Bool { get }

    /// Connects anew.
    mutating func connect() throws(StoreError)

    /// Does what is to be done now.
    mutating func turn() throws(StoreError)

    /// Puts everything back at the end.
    mutating func end()
}

/// A thread that does ``DatabaseWork`` until it is done or stopped, and connects again whenever the database comes back;
/// safe from any thread.
final class DatabaseThread: Sendable {
    /// When it does what.
    struct Rhythm {
        /// The time between two turns.
        let poll: Duration
        /// The bounds of the pauses between attempts to connect: the first, doubled up to the last.
        let backoff: (first: Duration, last: Duration)
    }

    private let rhythm: Rhythm
    private let isStopping = LockedValue(false)
    private let wake: EventDescriptor
    private let threads = ThreadGroup()

    init(_ rhythm: Rhythm) throws(SystemError) {
        self.rhythm = rhythm
        wake = try EventDescriptor()
    }

    /// Whether it was told to end.
    var stops: Bool { isStopping.withLock { $0 } }

    /// Starts the thread; to be called once.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - work: Makes the work, on the thread.
    ///   - report: Is told why a turn failed.
    /// - Throws: ``SystemError`` when the system has no thread left.
    func start<Work: DatabaseWork>(
        _ name: String, _ work: @escaping @Sendable () -> Work, report: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        try threads.start(name: name) {
            var work = work()
            self.run(&work, report)
        }
    }

    /// Begins the next turn early.
    func signal() { wake.signal() }

    /// Tells it to end; ``join()`` waits until it has.
    func tellToStop() {
        isStopping.withLock { $0 = true }
        wake.signal()
    }

    /// Waits for the end.
    func join() { threads.join() }

    private func run(_ work: inout some DatabaseWork, _ report: (String) -> Void) {
        guard let waiter = try? Epoll(capacity: 1), (try? waiter.add(wake.rawValue, .readable, token: 0)) != nil else {
            report("no descriptor is left")
            return
        }
        var failures = 0
        while !stops, !work.isDone {
            do throws(StoreError) {
                try work.connect()
                while !stops, !work.isDone {
                    try work.turn()
                    failures = 0
                    _ = waiter.wait(timeout: rhythm.poll)
                    wake.drain()
                }
            } catch {
                failures += 1
                report("\(error)")
                let bound = min(rhythm.backoff.last, rhythm.backoff.first * (1 << min(failures - 1, 16)))
                // Several attempts at once by all probers would be a storm (case 129).
                if !stops { _ = waiter.wait(timeout: bound * Double.random(in: 0...1)) }
                wake.drain()
            }
        }
        work.end()
    }
}
