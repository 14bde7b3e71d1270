import Platform

/// Ends transfers that the engine's thread should have ended: a watch outside libcurl (case 105).
final class TransferWatchdog: Sendable {
    /// How much later than its deadline a transfer is given up.
    static let grace = Duration.seconds(3)

    private let mailbox: TransferMailbox
    private let stop: EventDescriptor
    private let given = LockedValue(0)
    private let interval: Duration

    init(_ mailbox: TransferMailbox, interval: Duration = .seconds(1)) throws(SystemError) {
        self.mailbox = mailbox
        self.interval = interval
        stop = try EventDescriptor()
    }

    /// How many transfers were given up.
    var count: Int { given.withLock { $0 } }

    /// Watches until ``end()``; the body of a thread.
    func run() {
        guard let epoll = try? Epoll(capacity: 1), (try? epoll.add(stop.rawValue, .readable, token: 0)) != nil else {
            return
        }
        var last = MonotonicTime.now()
        while epoll.wait(timeout: interval) == 0 {
            let now = MonotonicTime.now()
            // A watch that is late itself has seen a machine that stood still: the engine's thread is given another round.
            let isLate = now - last > interval + Self.grace / 2
            last = now
            if isLate { continue }
            for id in mailbox.overdue(at: now) {
                given.withLock { $0 += 1 }
                let failure = TransferFailure.internalFault(reason: "the thread of transfers does not answer")
                mailbox.finish(id, TransferRecord(time: .now(), outcome: .failed(failure)))
            }
        }
    }

    /// Ends the watch.
    func end() {
        stop.signal()
    }
}
