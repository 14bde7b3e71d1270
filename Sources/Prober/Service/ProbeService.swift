package import Platform
package import Postgres
package import Telemetry

/// Probes domains as they fall due: takes them, has them checked, records what was seen.
///
/// Any number of processes may do so on one database. A thread and a connection of its own; safe from any thread.
package final class ProbeService: Sendable {
    /// How the service behaves.
    package struct Options: Sendable {
        /// When a domain is probed next.
        package var interval = ProbeInterval()

        /// How long a drift may last before it is an alert.
        package var grace = DriftGrace()

        /// How many domains are checked at once.
        ///
        /// Default 32.
        package var concurrency = 32

        /// When a domain that was taken is anybody's again; longer than all checks of a domain may take.
        ///
        /// Default 2 minutes.
        package var lapse: Duration = .seconds(120)

        /// The time between two looks for domains that are due.
        ///
        /// Default 1 s.
        package var poll: Duration = .seconds(1)

        /// The time after which a gateway is asked again that does not serve what it should.
        ///
        /// Default 10 s.
        package var nodePause: Duration = .seconds(10)

        /// Whether every domain is probed at once and only once, rather than as they fall due.
        ///
        /// Default false.
        package var isOnce = false

        /// The bounds of the pauses between attempts to connect: the first, doubled up to the last.
        ///
        /// Each pause is random from zero to its bound. Default 100 ms to 10 s.
        package var backoff: (first: Duration, last: Duration) = (.milliseconds(100), .seconds(10))

        /// Makes the defaults.
        package init() {}
    }

    /// How the service is doing.
    package struct Status: Equatable, Sendable {
        /// Whether the database answered last time.
        package var isConnected = false

        /// Probes that were recorded.
        package var probes = 0

        /// Probes that took longer than their lease, so that nothing was recorded.
        package var lost = 0

        /// Domains that are being checked.
        package var underWay = 0

        /// Whether all that was to be probed once is recorded.
        package var isDone = false

        /// How all domains of the database stand; counted a few times a minute.
        package var survey = ProbeSurvey()

        /// What is wrong, in one line for people; `nil` when nothing is.
        package var problem: String?
    }

    let address: ConnectionString
    let checking: any DomainChecking
    let nodes: (any NodeChecking)?
    let options: Options
    let log: Log
    let mailbox = LockedValue<[FinishedCheck]>([])
    private let current = LockedValue(Status())
    private let isStopping = LockedValue(false)
    private let wake: EventDescriptor
    private let threads = ThreadGroup()

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The database, which must take writes.
    ///   - checking: What checks a domain.
    ///   - nodes: What asks the gateways of the fleet; `nil` (the default) asks none.
    ///   - options: How it behaves.
    ///   - log: Where alerts and problems go.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(
        database address: ConnectionString, checking: any DomainChecking, nodes: (any NodeChecking)? = nil,
        options: Options = Options(), log: Log = .none
    ) throws(SystemError) {
        self.address = address
        self.checking = checking
        self.nodes = nodes
        self.options = options
        self.log = log
        wake = try EventDescriptor()
    }

    /// How it is doing.
    package var status: Status { current.withLock { $0 } }

    /// Starts the thread; to be called once.
    ///
    /// - Parameter measure: Is told how long the checks of each domain took, on a thread of the checks; must be short.
    /// - Throws: ``SystemError`` when the system has no thread left.
    package func start(measure: @escaping @Sendable (Duration) -> Void = { _ in }) throws(SystemError) {
        try threads.start(name: "prober") { self.run(measure) }
    }

    /// Ends the thread and waits for it; domains that are being checked are given back and due at once.
    package func stop() {
        isStopping.withLock { $0 = true }
        wake.signal()
        threads.join()
    }

    var stops: Bool { isStopping.withLock { $0 } }

    func update(_ change: (inout Status) -> Void) { current.withLock { change(&$0) } }

    func finished(_ check: FinishedCheck) {
        mailbox.withLock { $0.append(check) }
        wake.signal()
    }

    private func run(_ measure: @escaping @Sendable (Duration) -> Void) {
        guard let waiter = try? Epoll(capacity: 1), (try? waiter.add(wake.rawValue, .readable, token: 0)) != nil else {
            log.error("the prober has no descriptor left")
            return
        }
        var run = ProbeRun(self, measure: measure)
        var failures = 0
        while !stops, !run.isDone {
            do throws(ProbeRun.Failure) {
                try run.connect()
                while !stops, !run.isDone {
                    try run.turn()
                    failures = 0
                    _ = waiter.wait(timeout: options.poll)
                    wake.drain()
                }
            } catch {
                failures += 1
                report("\(error)")
                let bound = min(options.backoff.last, options.backoff.first * (1 << min(failures - 1, 16)))
                // Several attempts at once by all probers would be a storm (case 129).
                if !stops { _ = waiter.wait(timeout: bound * Double.random(in: 0...1)) }
                wake.drain()
            }
        }
        run.end()
    }

    private func report(_ text: String) {
        let isNews = current.withLock { status in
            let isNews = status.problem != text
            status.isConnected = false
            status.problem = text
            return isNews
        }
        if isNews { log.warning("probing is interrupted", [.reason: .string(text)]) }
    }
}
