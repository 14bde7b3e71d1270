import FleetStore
import Platform
import Telemetry

/// Writes the fleet to disk when it has changed, on a thread of its own: not at every change of many, and never more than
/// a tenth of the time.
final class StateKeeper: Sendable {
    /// The time after a change in which others may follow.
    private static let pause = Duration.seconds(1)
    /// The time to the next attempt after one that failed.
    private static let retry = Duration.seconds(30)
    /// How often an unchanged file is confirmed.
    private static let confirmation = Duration.seconds(10)

    private struct Known {
        var state = FleetState()
        /// What is served of it.
        var table: RoutingTable?
        /// How many changes were taken, and how many of them are on disk.
        var changes = 0
        var written = 0
        var isStopping = false
    }

    let directory: StateDirectory
    private let numbers: RecordNumbers
    private let log: Log
    private let failed: @Sendable (String) -> Void
    private let known = LockedValue(Known())
    private let wake: EventDescriptor
    private let threads = ThreadGroup()
    private let confirmed = LockedValue(MonotonicTime(nanoseconds: 0))

    /// Makes a keeper that does nothing yet.
    ///
    /// - Parameters:
    ///   - directory: Where it writes.
    ///   - numbers: The record numbers that tables have.
    ///   - log: Where it says that it cannot.
    ///   - failed: Is told of every failure, on the keeper's thread.
    /// - Throws: ``SystemError`` when no descriptor is left.
    init(
        _ directory: StateDirectory, numbers: RecordNumbers, log: Log, failed: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        self.directory = directory
        self.numbers = numbers
        self.log = log
        self.failed = failed
        wake = try EventDescriptor()
    }

    /// Starts the thread; to be called once.
    ///
    /// - Throws: ``SystemError`` when the system has no thread left.
    func start() throws(SystemError) {
        let waiter = try Epoll(capacity: 1)
        try waiter.add(wake.rawValue, .readable, token: 0)
        try threads.start(name: "state") { [waiter] in self.run(waiter) }
    }

    /// Writes what is not written yet, and ends the thread.
    func stop() {
        known.withLock { $0.isStopping = true }
        wake.signal()
        threads.join()
    }

    /// Takes a change, and the table in which it is served, from the thread of the feed.
    func take(_ change: FleetChange, _ table: RoutingTable) {
        known.withLock { known in
            known.state.take(change)
            known.table = table
            known.changes += 1
        }
        wake.signal()
    }

    /// Hears that the database has no change beyond what was taken; any thread may tell, as often as it likes.
    func confirm() {
        let isDue = confirmed.withLock { last in
            guard last + Self.confirmation <= .now() else { return false }
            last = .now()
            return true
        }
        guard isDue, known.withLock({ $0.changes > 0 && $0.changes == $0.written }) else { return }
        directory.confirm()
    }

    private func run(_ waiter: borrowing Epoll) {
        var next = MonotonicTime.distantFuture
        var earliest = MonotonicTime.now()
        while true {
            _ = waiter.wait(until: next, now: .now())
            wake.drain()
            let (isDirty, isStopping) = known.withLock { ($0.changes > $0.written, $0.isStopping) }
            guard isDirty else {
                if isStopping { return }
                next = .distantFuture
                continue
            }
            if next == .distantFuture { next = max(earliest, .now() + Self.pause) }
            guard isStopping || next <= .now() else { continue }
            let began = MonotonicTime.now()
            let isWritten = write()
            earliest = .now() + max(Self.pause, (MonotonicTime.now() - began) * 9)
            next = isWritten ? .distantFuture : .now() + Self.retry
            if isStopping { return }
        }
    }

    private func write() -> Bool {
        let known = known.withLock { $0 }
        guard let table = known.table else { return true }
        do throws(GatewayError) {
            try directory.write(known.state, table, numbers.lists)
        } catch {
            log.warning("the fleet could not be kept on disk", [.file: .string(directory.file), .error: .error(error)])
            failed(error.description)
            return false
        }
        self.known.withLock { $0.written = known.changes }
        return true
    }
}
