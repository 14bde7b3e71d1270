import CPostgres

extension Connection {
    /// Connects to the first host of the connection string that answers and fits `target_session_attrs`.
    ///
    /// Waits at most the options' `connectTimeout` over all hosts; a host gets an equal share of what is left, so that a
    /// silent one does not use up the time of the next. Names are resolved by the C library on this thread, which knows
    /// no deadline: call this only on a thread that serves no requests.
    ///
    /// - Throws: ``PostgresError`` with `connectionFailed`, and the SQLSTATE where a server gave one; or
    ///   `deadlineExceeded`.
    package static func connect(
        to string: ConnectionString, options: ConnectionOptions = ConnectionOptions()
    ) throws(PostgresError) -> Connection {
        let deadline = Deadline.after(options.connectTimeout)
        let attempts = options.applied(to: string).attempts
        var failure = PostgresError(.connectionFailed, "the connection string names no host")
        for (index, attempt) in attempts.enumerated() {
            let share = deadline.limited(to: deadline.remaining / (attempts.count - index))
            do {
                return try connect(attempt: attempt, options: options, until: share)
            } catch {
                failure = error
            }
            if deadline.hasPassed { break }
        }
        throw failure
    }

    private static func connect(
        attempt: ConnectionString, options: ConnectionOptions, until deadline: Deadline
    ) throws(PostgresError) -> Connection {
        let handle = try ConnectionHandle(connectingTo: attempt)
        var status = PGRES_POLLING_WRITING
        if handle.isBad { throw failure(of: handle, attempt) }
        while status != PGRES_POLLING_OK {
            let wanted: Readiness
            switch status {
            case PGRES_POLLING_READING: wanted = .readable
            case PGRES_POLLING_WRITING: wanted = .writable
            default: throw failure(of: handle, attempt)
            }
            // The socket may be another one after each step, when libpq goes on to the next address.
            let (ready, _) = Readiness.wait(for: handle.descriptor, wanted, until: deadline)
            if ready.isEmpty { throw PostgresError(.deadlineExceeded, "no connection stood in time") }
            status = handle.pollConnecting()
        }
        guard handle.makeNonBlocking() else { throw failure(of: handle, attempt) }
        let connection = Connection(handle: handle, target: attempt, options: options)
        do {
            try connection.lookForPooler(until: deadline)
        } catch {
            guard error.code != .deadlineExceeded else { throw error }
            throw PostgresError(.connectionFailed, error.message, sqlState: error.sqlState)
        }
        return connection
    }

    private static func failure(of handle: ConnectionHandle, _ attempt: ConnectionString) -> PostgresError {
        let message = attempt.redacting(handle.errorMessage)
        return PostgresError(.connectionFailed, message, sqlState: sqlState(inVerbose: message))
    }

    /// Finds the SQLSTATE in a verbose message: `FATAL:  57P03: the database system is starting up`.
    static func sqlState(inVerbose message: String) -> SQLState? {
        var rest = message[...]
        while let range = rest.firstRange(of: ":  ") {
            rest = rest[range.upperBound...]
            if rest.dropFirst(5).hasPrefix(": "), let state = SQLState(String(rest.prefix(5))) { return state }
        }
        return nil
    }
}
