package import Platform
package import Postgres
package import Telemetry

/// Tells a webhook of alerts, each at least once: takes them from the outbox, posts them, tries again.
///
/// Any number of processes may do so on one database. A thread and a connection of its own; safe from any thread.
package final class AlertDelivery: Sendable {
    /// How deliveries are made.
    package struct Options: Sendable {
        /// The time between two looks for alerts.
        ///
        /// Default 1 s.
        package var poll: Duration = .seconds(1)

        /// How long an alert waits for others of its cause.
        ///
        /// Default a minute, which is also the most.
        package var patience = AlertBatch.window

        /// When messages that were taken are anybody's again; longer than a few deliveries may take.
        ///
        /// Default a minute.
        package var lapse: Duration = .seconds(60)

        /// How many messages are taken at once.
        ///
        /// Default 4.
        package var batch = 4

        /// Whether it ends as soon as nothing is left that may be told now.
        ///
        /// Default false.
        package var isOnce = false

        /// The pause after so many failed attempts; the second number is random, 0 to 1.
        package var pause: @Sendable (_ attempts: Int, _ jitter: Double) -> Duration = {
            WebhookAnswer.pause(after: $0, jitter: $1)
        }

        /// The bounds of the pauses between attempts to connect to the database: the first, doubled up to the last.
        ///
        /// Default 100 ms to 10 s.
        package var backoff: (first: Duration, last: Duration) = (.milliseconds(100), .seconds(10))

        /// Makes the defaults.
        package init() {}
    }

    /// How the delivery is doing.
    package struct Status: ServiceStatus {
        /// Alerts that were told.
        package var told = 0

        /// Deliveries that failed.
        package var failures = 0

        /// Whether there was nothing more to tell, with ``Options/isOnce``.
        package var isDone = false

        /// What is wrong, in one line for people; `nil` when nothing is.
        package var problem: String?

        /// Nothing was told yet.
        package init() {}

        mutating func interrupt(by problem: String) { self.problem = problem }
    }

    let address: ConnectionString
    let webhook: Webhook
    let engine: TransferEngine
    let options: Options
    let log: Log
    private let record: ServiceRecord<Status>
    private let underWay = LockedValue<Handover<TransferRecord?>?>(nil)
    private let thread: DatabaseThread

    /// Makes a delivery that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The database, which must take writes.
    ///   - webhook: Whom to tell.
    ///   - engine: Posts.
    ///   - options: How.
    ///   - log: Where deliveries and problems go.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(
        database address: ConnectionString, to webhook: Webhook, by engine: TransferEngine,
        options: Options = Options(), log: Log = .none
    ) throws(SystemError) {
        self.address = address
        self.webhook = webhook
        self.engine = engine
        self.options = options
        self.log = log
        record = ServiceRecord(
            log, interruption: "the delivery of alerts is interrupted", resumption: "alerts are delivered again")
        thread = try DatabaseThread(.init(poll: options.poll, backoff: options.backoff))
    }

    /// How it is doing.
    package var status: Status { record.status }

    /// Starts the thread; to be called once.
    ///
    /// - Throws: ``SystemError`` when the system has no thread left.
    package func start() throws(SystemError) {
        try thread.start("alerts", { AlertRun(self) }, report: { self.record.report($0) })
    }

    /// Ends the thread and waits for it; a message that is being posted is put back and told again later.
    package func stop() {
        thread.tellToStop()
        underWay.withLock { $0?.give(nil) }
        thread.join()
    }

    var stops: Bool { thread.stops }

    func update(_ change: (inout Status) -> Void) { record.update(change) }

    /// Makes a transfer and waits for it; `nil` when the delivery is stopped meanwhile.
    func fetch(_ request: TransferRequest) -> TransferRecord? {
        let handover = Handover<TransferRecord?>()
        underWay.withLock { $0 = handover }
        defer { underWay.withLock { $0 = nil } }
        guard !stops else { return nil }
        engine.fetch(request) { handover.give($0) }
        return handover.take()
    }
}
