package import Platform
package import Postgres
package import Telemetry

/// Follows the fleet: delivers everything at first, then whatever changes.
///
/// On a thread and a direct connection of its own. A poll alone is enough; notifications only shorten the wait. After a
/// lost connection it compares what it delivered with what there is. Safe from any thread.
package final class ChangeFeed: Sendable {
    /// How the feed behaves.
    package struct Options: Sendable {
        /// The time between two polls.
        ///
        /// Default 1 s; half of the bound within which a change is served without notifications.
        package var pollInterval: Duration = .seconds(1)

        /// Whether it listens for notifications.
        ///
        /// Default true.
        package var listens = true

        /// The bounds of the pauses between attempts to connect: the first, doubled up to the last.
        ///
        /// Each pause is random from zero to its bound. Default 100 ms to 5 s.
        package var backoff: (first: Duration, last: Duration) = (.milliseconds(100), .seconds(5))

        /// The time between two calls of what forgets old changes.
        ///
        /// Default an hour.
        package var pruneInterval: Duration = .seconds(3600)

        /// Whether certificates are read; challenges are in any case.
        ///
        /// Default false.
        package var readsCertificates = false

        /// Makes the defaults.
        package init() {}
    }

    private let address: ConnectionString
    private let options: Options
    private let log: Log
    private let deliver: @Sendable (FleetChange) -> Void
    private let deliverCertificates: @Sendable (CertificateChange) -> Void
    private let current = LockedValue(FeedStatus())
    private let isStopping = LockedValue(false)
    private let wake: EventDescriptor
    private let threads = ThreadGroup()

    /// Makes a feed that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The database. Through a pooler, which passes no notifications on, and of a standby it polls.
    ///   - options: How it behaves.
    ///   - log: Where problems go.
    ///   - deliver: Takes each change on the feed's thread, one at a time, the whole fleet first. While it runs nothing
    ///     is read.
    ///   - deliverCertificates: Takes changes of certificates and challenges, on the same thread.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(
        database address: ConnectionString, options: Options = Options(), log: Log = .none,
        deliver: @escaping @Sendable (FleetChange) -> Void,
        deliverCertificates: @escaping @Sendable (CertificateChange) -> Void = { _ in }
    ) throws(SystemError) {
        self.address = address
        self.options = options
        self.log = log
        self.deliver = deliver
        self.deliverCertificates = deliverCertificates
        wake = try EventDescriptor()
    }

    /// Makes a feed from a connection string as text.
    ///
    /// - Throws: ``StoreError/database(_:)`` for a text that is no connection string, ``StoreError/internal(_:)`` when
    ///   no descriptor is left.
    package convenience init(
        connectionString text: String, options: Options = Options(), log: Log = .none,
        deliver: @escaping @Sendable (FleetChange) -> Void,
        deliverCertificates: @escaping @Sendable (CertificateChange) -> Void = { _ in }
    ) throws(StoreError) {
        let address = try inDatabase { () throws(PostgresError) in try ConnectionString(text) }
        do throws(SystemError) {
            try self.init(
                database: address, options: options, log: log, deliver: deliver,
                deliverCertificates: deliverCertificates)
        } catch {
            throw .internal(error.description)
        }
    }

    /// How far it has come.
    package var status: FeedStatus { current.withLock { $0 } }

    /// Starts the thread; to be called once.
    ///
    /// - Parameter registration: What to list the process as among the gateways, from its first delivery to its end;
    ///   `nil` lists it not.
    /// - Throws: ``SystemError`` when the system has no thread left.
    package func start(as registration: GatewayRegistration? = nil) throws(SystemError) {
        let waiter = try Epoll(capacity: 1)
        try waiter.add(wake.rawValue, .readable, token: 0)
        let pauses = EpollReference(waiter)
        try threads.start(name: "change-feed") { self.run(pauses, as: registration) }
    }

    /// Ends the thread and waits for it; a call that is under way is given its time.
    package func stop() {
        isStopping.withLock { $0 = true }
        wake.signal()
        threads.join()
    }

    private var stops: Bool { isStopping.withLock { $0 } }

    private func run(_ pauses: EpollReference, as registration: GatewayRegistration?) {
        var cursor = FeedCursor()
        var heartbeat = registration.map(GatewayHeartbeat.init)
        var failures = 0
        while !stops {
            do throws(StoreError) {
                try follow(&cursor, &heartbeat) { failures = 0 }
            } catch {
                failures += 1
                report(error)
                let bound = min(options.backoff.last, options.backoff.first * (1 << min(failures - 1, 16)))
                // Several attempts at once by all gateways would be a storm (case 129).
                if !stops { _ = pauses.epoll.wait(timeout: bound * Double.random(in: 0...1)) }
            }
        }
        current.withLock { status in
            status.isConnected = false
            status.isListed = false
        }
    }

    /// Reads over one connection until it breaks or the feed stops.
    private func follow(
        _ cursor: inout FeedCursor, _ heartbeat: inout GatewayHeartbeat?, onRead: () -> Void
    ) throws(StoreError) {
        let connection = try connect()
        var reader = FeedReader(connection, from: cursor, readsCertificates: options.readsCertificates)
        defer { cursor = reader.cursor }
        var lastPrune = ContinuousClock.now
        while !stops {
            let change = try inDatabase { () throws(PostgresError) in try reader.read() }
            if let change { deliver(change) }
            if let certificates = reader.certificates { deliverCertificates(certificates) }
            onRead()
            current.withLock { status in
                status.isConnected = true
                status.problem = nil
                status.lastRead = .now
                status.generation = reader.cursor.position?.generation
            }
            if let generation = reader.cursor.position?.generation {
                try beat(
                    &heartbeat, over: connection, at: generation, hasNews: change != nil || reader.certificates != nil)
            }
            try inDatabase { () throws(PostgresError) in
                if lastPrune.duration(to: .now) > options.pruneInterval, connection.isStandby != true {
                    lastPrune = .now
                    _ = try connection.queryOne(.pruneChanges)
                }
                _ = try connection.waitForNotifications(within: pause(heartbeat), interruptedBy: wake.rawValue)
            }
        }
        heartbeat?.end(over: connection)
    }

    /// The time to the next poll, or to the next sign of life.
    private func pause(_ heartbeat: GatewayHeartbeat?) -> Duration {
        min(options.pollInterval, max(heartbeat?.untilNext ?? options.pollInterval, .milliseconds(1)))
    }

    private func beat(
        _ heartbeat: inout GatewayHeartbeat?, over connection: Connection, at generation: Int64, hasNews: Bool
    ) throws(StoreError) {
        guard heartbeat?.isDue(hasNews: hasNews) == true else { return }
        let outcome = try inDatabase { () throws(PostgresError) in
            try heartbeat?.beat(over: connection, cursor: generation)
        }
        let problem: String? = if case .unlisted(let reason) = outcome { reason } else { nil }
        let isNews = current.withLock { status in
            let isNews = problem != nil && status.listingProblem != problem
            status.isListed = problem == nil
            status.listingProblem = problem
            return isNews
        }
        if isNews { log.warning("not listed among the gateways", [.reason: .string(problem ?? "")]) }
    }

    private func connect() throws(StoreError) -> Connection {
        var settings = ConnectionOptions()
        settings.applicationName = "postern feed"
        settings.connectTimeout = .seconds(5)
        settings.callTimeout = .seconds(120)
        let connection = try inDatabase { () throws(PostgresError) in
            try Connection.connect(to: address, options: settings)
        }
        try SchemaCheck.reading(connection)
        // A pooler may give the next transaction to another session, which hears nothing: the poll is enough.
        var listens = options.listens && connection.isStandby != true && !connection.isPooled
        if listens {
            do throws(PostgresError) {
                try connection.listen(to: "fleet", within: .seconds(5))
            } catch {
                guard connection.isUsable else { throw .database(error) }
                listens = false
            }
        }
        current.withLock { $0.listens = listens }
        return connection
    }

    private func report(_ error: StoreError) {
        let text = error.description
        let isNews = current.withLock { status in
            let isNews = status.problem != text
            status.isConnected = false
            status.isListed = false
            status.listens = false
            status.problem = text
            return isNews
        }
        if isNews { log.warning("the change feed is interrupted", [.reason: .string(text)]) }
    }
}
