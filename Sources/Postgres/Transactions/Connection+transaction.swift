extension Connection {
    /// Runs the closure in a transaction: commits when it returns, rolls back when it throws.
    ///
    /// A closure of several statements says its error type: `{ connection throws(PostgresError) in … }`.
    ///
    /// - Parameters:
    ///   - mode: Default ``TransactionMode/write``.
    ///   - within: The time for COMMIT alone; `nil` for the options' `callTimeout`.
    ///   - body: Uses the connection, but begins and ends no transaction itself.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``PostgresError`` wrapped in it. With `commitUnknown` the connection broke, or
    ///   the time passed, during COMMIT: whether the transaction happened has to be looked up.
    package func transaction<Result, Failure: PostgresFailure>(
        _ mode: TransactionMode = .write, within: Duration? = nil,
        _ body: (Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(PostgresError) {
            guard isUsable else { throw PostgresError(.connectionLost, "the connection is closed") }
            guard transactionState == .idle else { throw PostgresError(.misuse, "a transaction is open already") }
            try run(script: mode.begin, within: within)
        } catch {
            // Cancelled too late, BEGIN may have happened; a transaction of the caller's own is not ours to end.
            if error.code == .deadlineExceeded { rollBack() }
            throw Failure(error)
        }
        let result: Result
        do throws(Failure) {
            result = try body(self)
        } catch {
            rollBack()
            throw error
        }
        do throws(PostgresError) {
            try commit(within: within)
        } catch {
            rollBack()
            throw Failure(error)
        }
        return result
    }

    /// Runs the closure in a transaction, and runs it again when the error says that this may help.
    ///
    /// Of the database's errors that is a serialization failure (40001), a deadlock (40P01) or a lock not given in time
    /// (55P03). Three times at most, each after a random pause of up to 25, 50 and 100 ms. What the closure does outside
    /// of the transaction must bear being done again.
    ///
    /// - Returns: What the closure returns.
    /// - Throws: As ``transaction(_:within:_:)``, of the last try.
    package func retryingTransaction<Result, Failure: PostgresFailure>(
        _ mode: TransactionMode = .write, within: Duration? = nil,
        _ body: (Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var longestPause = 25
        for _ in 0..<3 {
            do throws(Failure) {
                return try transaction(mode, within: within, body)
            } catch {
                guard error.isRetryable, isUsable else { throw error }
            }
            // Without a descriptor poll(2) just waits.
            let pause = Duration.milliseconds(Int.random(in: 0...longestPause))
            _ = Readiness.wait(for: -1, [], until: .after(pause))
            longestPause *= 2
        }
        return try transaction(mode, within: within, body)
    }

    private func commit(within: Duration?) throws(PostgresError) {
        var tag = ""
        do throws(PostgresError) {
            try run(within: within, send: { handle.send(script: "COMMIT") }) { result throws(PostgresError) in
                tag = result.commandTag
            }
        } catch {
            guard !isUsable || error.code == .deadlineExceeded else { throw error }
            throw PostgresError(.commitUnknown, error.message, sqlState: error.sqlState)
        }
        // The server answers so when a statement has failed and the closure went on all the same.
        guard tag == "COMMIT" else {
            throw PostgresError(.misuse, "a statement failed and the transaction went on; it was rolled back")
        }
    }

    private func rollBack() {
        guard isUsable, transactionState != .idle else { return }
        do {
            try run(script: "ROLLBACK", within: .seconds(5))
        } catch {
            giveUp()
        }
    }
}
