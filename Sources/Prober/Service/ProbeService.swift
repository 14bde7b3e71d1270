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

        /// The prober's name, under which it notes its own faults.
        ///
        /// Default the machine's.
        package var name = Machine.name

        /// How long a domain that falls silent is doubted: whether it is the prober's fault is known when another answers.
        ///
        /// Default a minute.
        package var doubt: Duration = .seconds(60)

        /// The time to the next probe of a domain that the prober could not see by its own fault, half of it more or less.
        ///
        /// Default a minute.
        package var blindPause: Duration = .seconds(60)

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
    package struct Status: ServiceStatus {
        /// Whether the database answered last time.
        package var isConnected = false

        /// Probes that were recorded.
        package var probes = 0

        /// Probes that took longer than their lease, so that nothing was recorded.
        package var lost = 0

        /// Domains that are being checked.
        package var underWay = 0

        /// What is broken about the prober itself.
        package var broken: Set<ProberPart> = []

        /// Whether all that was to be probed once is recorded.
        package var isDone = false

        /// How all domains of the database stand; counted a few times a minute.
        package var survey = ProbeSurvey()

        /// What is wrong, in one line for people; `nil` when nothing is.
        package var problem: String?

        /// Nothing was probed yet.
        package init() {}

        mutating func interrupt(by problem: String) {
            isConnected = false
            self.problem = problem
        }
    }

    let address: ConnectionString
    let checking: any DomainChecking
    let nodes: (any NodeChecking)?
    let ownership: (any OwnershipChecking)?
    let options: Options
    let log: Log
    let mailbox = LockedValue<[FinishedCheck]>([])
    private let record: ServiceRecord<Status>
    private let thread: DatabaseThread

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The database, which must take writes.
    ///   - checking: What checks a domain.
    ///   - nodes: What asks the gateways of the fleet; `nil` (the default) asks none.
    ///   - ownership: What looks for the proofs of pending names; `nil` (the default) leaves them pending.
    ///   - options: How it behaves.
    ///   - log: Where alerts and problems go.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(
        database address: ConnectionString, checking: any DomainChecking, nodes: (any NodeChecking)? = nil,
        ownership: (any OwnershipChecking)? = nil,
        options: Options = Options(), log: Log = .none
    ) throws(SystemError) {
        self.address = address
        self.checking = checking
        self.nodes = nodes
        self.ownership = ownership
        self.options = options
        self.log = log
        record = ServiceRecord(log, interruption: "probing is interrupted", resumption: "probing goes on")
        thread = try DatabaseThread(.init(poll: options.poll, backoff: options.backoff))
    }

    /// How it is doing.
    package var status: Status { record.status }

    /// Starts the thread; to be called once.
    ///
    /// - Parameter measure: Is told how long the checks of each domain took, on a thread of the checks; must be short.
    /// - Throws: ``SystemError`` when the system has no thread left.
    package func start(measure: @escaping @Sendable (Duration) -> Void = { _ in }) throws(SystemError) {
        try thread.start("prober", { ProbeRun(self, measure: measure) }, report: { self.record.report($0) })
    }

    /// Ends the thread and waits for it; domains that are being checked are given back and due at once.
    package func stop() {
        thread.tellToStop()
        thread.join()
    }

    func update(_ change: (inout Status) -> Void) { record.update(change) }

    func finished(_ check: FinishedCheck) {
        mailbox.withLock { $0.append(check) }
        thread.signal()
    }
}
