package import Platform
package import Postgres
package import Telemetry
import Synchronization

/// Looks links up for the request loops: one database thread with its own epoll.
///
/// Queries are collected while a batch is under way and sent together. ``find(_:completion:)`` never waits and is safe
/// from any thread.
package final class LinkLookup: Sendable {
    /// How look-ups behave.
    package struct Options: Sendable {
        /// The time from a query to its answer, whatever the database does.
        ///
        /// Default 250 ms.
        package var deadline: Duration = .milliseconds(250)

        /// The most queries in a batch.
        ///
        /// Default 64.
        package var batchLimit = 64

        /// The most batches under way.
        ///
        /// Default 2.
        package var batchesInFlight = 2

        /// The most queries without an answer; beyond, the answer is `unavailable` at once.
        ///
        /// Default 10,000.
        package var limit = 10_000

        /// The bounds of the pauses between attempts to connect: the first, doubled up to the last.
        ///
        /// Each pause is random from zero to its bound. Default 100 ms to 5 s.
        package var backoff: (first: Duration, last: Duration) = (.milliseconds(100), .seconds(5))

        /// Makes the defaults.
        package init() {}
    }

    let address: ConnectionString
    let options: Options
    let log: Log
    let mailbox = LockedValue(Mailbox())
    let wake: EventDescriptor
    private let threads = ThreadGroup()
    /// How many queries have no answer yet; a bound, so nothing is ordered by it.
    private let unanswered = Atomic(0)

    /// What other threads leave for the look-up thread.
    struct Mailbox {
        var lookups: [PendingLookup] = []
        var connected: Result<DetachedConnection, PostgresError>?
        var isStopping = false
    }

    /// Makes a look-up that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The database; a standby will do.
    ///   - options: How it behaves.
    ///   - log: Where problems go.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(
        database address: ConnectionString, options: Options = Options(), log: Log = .none
    ) throws(SystemError) {
        self.address = address
        self.options = options
        self.log = log
        wake = try EventDescriptor()
    }

    /// Makes a look-up from a connection string as text.
    ///
    /// - Throws: ``StoreError/database(_:)`` for a text that is no connection string, ``StoreError/internal(_:)`` when
    ///   no descriptor is left.
    package convenience init(
        connectionString text: String, options: Options = Options(), log: Log = .none
    ) throws(StoreError) {
        let address = try inDatabase { () throws(PostgresError) in try ConnectionString(text) }
        do throws(SystemError) {
            try self.init(database: address, options: options, log: log)
        } catch {
            throw .internal(error.description)
        }
    }

    /// Starts the thread; to be called once.
    ///
    /// - Throws: ``SystemError`` when the system has no thread or descriptor left.
    package func start() throws(SystemError) {
        let epoll = EpollReference(try Epoll(capacity: 8))
        try threads.start(name: "link-lookup") {
            LookupLoop(self, epoll).run()
        }
    }

    /// Ends the thread and waits for it; queries without an answer get `unavailable`.
    package func stop() {
        mailbox.withLock { $0.isStopping = true }
        wake.signal()
        threads.join()
    }

    /// Looks a link up.
    ///
    /// - Parameters:
    ///   - query: The key.
    ///   - lane: How soon it is sent.
    ///   - completion: Called once, on the look-up thread or, when too many queries wait, at once on this one. Must be
    ///     short.
    package func find(
        _ query: LinkQuery, lane: LookupLane = .prompt, completion: @escaping @Sendable (LookupAnswer) -> Void
    ) {
        // PostgreSQL holds no U+0000 (case 93), so there is no such link.
        guard !query.slug.utf8.contains(0) else { return completion(.missing) }
        let count = unanswered.wrappingAdd(1, ordering: .relaxed).newValue
        let lookup = PendingLookup(query: query, deadline: .now.advanced(by: options.deadline), lane: lane) { answer in
            self.unanswered.wrappingSubtract(1, ordering: .relaxed)
            completion(answer)
        }
        guard count <= options.limit else { return lookup.completion(.unavailable) }
        let isFirst = mailbox.withLock { mailbox -> Bool? in
            guard !mailbox.isStopping else { return nil }
            mailbox.lookups.append(lookup)
            return mailbox.lookups.count == 1
        }
        guard let isFirst else { return lookup.completion(.unavailable) }
        if isFirst { wake.signal() }
    }
}
