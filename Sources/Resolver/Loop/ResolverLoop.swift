import Platform

/// The resolver's thread: all look-ups under way, and those that wait for their turn.
final class ResolverLoop {
    private let configuration: ResolverConfiguration
    private let mailbox: ResolverMailbox
    private var active: [UInt32: LookUp] = [:]
    private var waiting: [Request] = []
    private var lastNumber: UInt32 = 0

    init(_ configuration: ResolverConfiguration, mailbox: ResolverMailbox) {
        self.configuration = configuration
        self.mailbox = mailbox
    }

    /// Serves requests until the resolver is stopped.
    func run() {
        while true {
            let mail = mailbox.take(waiting: waiting.count)
            waiting += mail.requests
            guard !mail.isStopped else { break }
            begin()
            waitOnce()
        }
        for request in waiting { request.fail(.unavailable) }
        for lookUp in active.values { lookUp.request.fail(.unavailable) }
        active = [:]
    }

    /// Begins what has room, and ends what waited beyond its deadline.
    private func begin() {
        guard !waiting.isEmpty else { return }
        let now = MonotonicTime.now()
        var rest: [Request] = []
        for request in waiting {
            if request.deadline <= now {
                request.fail(.timedOut)
            } else if active.count < configuration.concurrency {
                begin(request)
            } else {
                rest.append(request)
            }
        }
        waiting = rest
    }

    private func begin(_ request: Request) {
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        let lookUp = LookUp(request, number: lastNumber, configuration: configuration, mailbox: mailbox)
        do throws(ResolutionError) {
            try lookUp.begin()
        } catch {
            request.fail(error)
            return
        }
        if lookUp.isDone { lookUp.end() } else { active[lastNumber] = lookUp }
    }

    private func waitOnce() {
        let earliest = active.values.reduce(MonotonicTime.distantFuture) { min($0, $1.wake) }
        let due = waiting.reduce(earliest) { min($0, $1.deadline) }
        let count = mailbox.epoll.wait(until: due, now: .now())
        for index in 0..<count {
            let (token, events) = mailbox.epoll.event(index)
            guard token != ResolverMailbox.token else {
                mailbox.drain()
                continue
            }
            let number = UInt32(truncatingIfNeeded: token >> 32)
            // What ended in this turn leaves events behind.
            guard let lookUp = active[number] else { continue }
            lookUp.process(Int32(truncatingIfNeeded: token), events)
            endIfDone(lookUp, number, now: nil)
        }
        let now = MonotonicTime.now()
        for (number, lookUp) in active where lookUp.wake <= now {
            lookUp.process(nil, [])
            endIfDone(lookUp, number, now: now)
        }
    }

    private func endIfDone(_ lookUp: LookUp, _ number: UInt32, now: MonotonicTime?) {
        guard lookUp.isDone || now.map({ lookUp.request.deadline <= $0 }) == true else { return }
        active[number] = nil
        lookUp.end()
    }
}
