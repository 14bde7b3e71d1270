import CPostgres

/// A connection to the database, for blocking calls with deadlines.
///
/// Used by one thread at a time, and never by one that serves requests: each call waits for the server. To move one to
/// another thread put it into a ``DetachedConnection``. It closes when the last reference goes.
package final class Connection {
    /// Where it is connected to: the one host of the connection string that answered.
    package let target: ConnectionString

    /// How it behaves.
    package let options: ConnectionOptions

    let handle: ConnectionHandle

    /// The SQL of the statements that are prepared on the server, by name.
    var prepared: [String: StatementDefinition] = [:]

    /// Whether ``listen(to:within:)`` was called: such a connection does not go back to a pool.
    var hasListened = false

    /// Whether a pooler stands between: what is prepared, listened to or locked for a session may be lost by the next
    /// transaction, which may run in another.
    package private(set) var isPooled = false

    private var isGivenUp = false

    init(handle: ConnectionHandle, target: ConnectionString, options: ConnectionOptions) {
        self.handle = handle
        self.target = target
        self.options = options
        if let onNotice = options.onNotice { handle.deliverNotices(to: onNotice) }
    }

    /// Whether calls can succeed: false once the connection broke, the server shut it down or became a standby, or a
    /// call was given up at its deadline.
    package var isUsable: Bool { !isGivenUp && !handle.isBad }

    /// Whether statements stay prepared on the server.
    var keepsStatements: Bool { options.keepsStatements && !isPooled }

    /// Finds out whether a pooler stands between: it gives its clients numbers of its own instead of those of the
    /// processes that serve them.
    func lookForPooler(until deadline: Deadline) throws(PostgresError) {
        var number = ""
        try run(within: deadline.remaining, send: { handle.send(script: "SELECT pg_backend_pid()") }) {
            result throws(PostgresError) in
            number = result.withValue(row: 0, column: 0) { bytes in
                guard let bytes else { return "" }
                return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
            }
        }
        isPooled = number != "\(serverProcess)"
    }

    /// The process ID of the server process, as in `pg_stat_activity.pid`.
    package var serverProcess: Int32 { handle.serverProcess }

    /// The server's version in the form of PostgreSQL 15, 34.2: 150004 is 15.4.
    package var serverVersion: Int { Int(handle.serverVersion) }

    /// Whether the server is a standby; `nil` where it does not report that (before PostgreSQL 14, some poolers).
    package var isStandby: Bool? { handle.parameter("in_hot_standby").map { $0 == "on" } }

    /// Where the session is with respect to transactions.
    package var transactionState: TransactionState { TransactionState(handle.transactionStatus) }

    /// Waits for the socket while flushing and reading, until a result can be taken without waiting.
    ///
    /// - Throws: `deadlineExceeded`; a lost connection shows in the result that can then be taken.
    func awaitResult(until deadline: Deadline) throws(PostgresError) {
        while true {
            let pending = handle.flush()
            guard handle.isBusy else { return }
            let wanted: Readiness = pending == 1 ? [.readable, .writable] : .readable
            let (ready, _) = Readiness.wait(for: handle.descriptor, wanted, until: deadline)
            if ready.isEmpty { throw PostgresError(.deadlineExceeded, "the server did not answer in time") }
            if ready.contains(.readable), !handle.consumeInput() { return }
        }
    }

    /// Sends a command and takes its results in order.
    ///
    /// At the deadline the command is cancelled on the server; when that does not end it within a second, the connection
    /// is given up.
    ///
    /// - Parameters:
    ///   - duration: The time for the command; `nil` for the options' `callTimeout`.
    ///   - copy: The COPY state that the command is to begin; nobody else may begin one.
    ///   - send: Sends; false when libpq refuses.
    ///   - take: Takes a result that is no error; when it throws, the others are dropped.
    /// - Throws: The first error of the server, of the connection, or of `take`.
    func run(
        within duration: Duration?, beginning copy: CopyDirection? = nil, send: () -> Bool,
        take: (ResultHandle) throws(PostgresError) -> Void
    ) throws(PostgresError) {
        guard isUsable else { throw PostgresError(.connectionLost, "the connection is closed") }
        guard send() else { throw refusal() }
        try finishCommand(until: .after(duration ?? options.callTimeout), beginning: copy, take: take)
    }

    /// Takes the results of a command that was sent, up to the last one or to the begin of the COPY that is wanted.
    func finishCommand(
        until deadline: Deadline, beginning copy: CopyDirection? = nil,
        take: (ResultHandle) throws(PostgresError) -> Void
    ) throws(PostgresError) {
        var failure: PostgresError?
        var deadline = deadline
        while true {
            do {
                try awaitResult(until: deadline)
            } catch {
                guard failure?.code != .deadlineExceeded else {
                    giveUp()
                    throw error
                }
                failure = error
                beginCancelling()
                deadline = .after(.seconds(1))
                continue
            }
            guard let result = handle.nextResult() else { break }
            if let direction = CopyDirection(result.status) {
                if direction == copy && failure == nil { return }
                giveUp()
                throw failure ?? PostgresError(.misuse, "the command began a COPY that nobody asked for")
            }
            do throws(PostgresError) {
                try result.check()
                if failure == nil { try take(result) }
            } catch {
                failure = failure ?? error
                if error.sqlState?.endsConnection == true || error.code == .connectionLost { giveUp() }
            }
        }
        if handle.isBad { giveUp() }
        if let failure { throw failure }
        if copy != nil { throw PostgresError(.misuse, "the command began no COPY") }
    }

    /// Closes the connection for good; later calls fail.
    package func giveUp() {
        isGivenUp = true
    }

    /// The error for a command that libpq did not take.
    func refusal() -> PostgresError {
        guard handle.isBad else { return PostgresError(.misuse, handle.errorMessage) }
        giveUp()
        return PostgresError(.connectionLost, handle.errorMessage)
    }
}

/// Where COPY data goes.
enum CopyDirection {
    case toServer
    case fromServer

    init?(_ status: ExecStatusType) {
        switch status {
        case PGRES_COPY_IN: self = .toServer
        case PGRES_COPY_OUT: self = .fromServer
        default: return nil
        }
    }
}

/// Where a session is with respect to transactions.
package enum TransactionState: Hashable, Sendable {
    /// No transaction is open.
    case idle
    /// A command runs.
    case active
    /// A transaction is open and waits for commands.
    case open
    /// A transaction is open that can only be rolled back.
    case failed
    /// The connection is gone.
    case unknown

    init(_ status: PGTransactionStatusType) {
        switch status {
        case PQTRANS_IDLE: self = .idle
        case PQTRANS_ACTIVE: self = .active
        case PQTRANS_INTRANS: self = .open
        case PQTRANS_INERROR: self = .failed
        default: self = .unknown
        }
    }
}
