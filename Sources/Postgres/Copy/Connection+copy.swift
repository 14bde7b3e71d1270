extension Connection {
    /// Copies rows to the server.
    ///
    /// - Parameters:
    ///   - statement: `COPY table (columns) FROM STDIN (FORMAT binary)`, with the columns' types as parameters. COPY
    ///     converts nothing: a `varchar` column takes `text`, an `integer` one no `bigint`.
    ///   - within: The time for everything; `nil` for the options' `callTimeout`.
    ///   - body: Adds the rows.
    /// - Returns: The number of rows that the server stored.
    /// - Throws: What the closure throws, and then nothing is stored; or ``PostgresError`` wrapped in it.
    @discardableResult
    package func copyIn<Failure: PostgresFailure>(
        _ statement: Statement<Void>, within: Duration? = nil,
        _ body: (inout CopyWriter) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let definition = statement.definition
        let deadline = Deadline.after(within ?? options.callTimeout)
        do throws(PostgresError) {
            try run(within: deadline.remaining, beginning: .toServer, send: { handle.send(script: definition.sql) }) {
                _ throws(PostgresError) in
            }
        } catch {
            throw Failure(error)
        }
        var writer = CopyWriter(self, definition, until: deadline)
        do throws(Failure) {
            try body(&writer)
        } catch {
            abandonCopyIn()
            throw error
        }
        do throws(PostgresError) {
            try writer.finish()
            return try endCopyIn(failing: nil, until: deadline)
        } catch {
            if transactionState == .active { giveUp() }
            throw Failure(error)
        }
    }

    /// Copies rows from the server and takes them one by one, in bounded memory.
    ///
    /// - Parameters:
    ///   - statement: `COPY (SELECT …) TO STDOUT (FORMAT binary)` with the columns' types; COPY sends no types, so that
    ///     only lengths can be checked.
    ///   - within: The time for everything; `nil` for the options' `callTimeout`.
    ///   - body: Takes a row.
    /// - Throws: What the closure throws (the rest is then dropped), or ``PostgresError`` wrapped in it.
    package func copyOut<Row, Failure: PostgresFailure>(
        _ statement: Statement<Row>, within: Duration? = nil,
        _ body: (Row) throws(Failure) -> Void
    ) throws(Failure) {
        let deadline = Deadline.after(within ?? options.callTimeout)
        var failure: Failure?
        do throws(PostgresError) {
            try run(within: deadline.remaining, beginning: .fromServer, send: { handle.send(script: statement.sql) }) {
                _ throws(PostgresError) in
            }
            var isFirst = true
            while let bytes = try nextCopyData(until: deadline) {
                guard failure == nil else { continue }
                do throws(Failure) {
                    try takeCopy(bytes, isFirst: isFirst, statement, body)
                } catch {
                    failure = error
                    beginCancelling()
                }
                isFirst = false
            }
            try finishCommand(until: deadline) { _ throws(PostgresError) in }
        } catch {
            throw failure ?? Failure(error)
        }
        if let failure { throw failure }
    }

    private func takeCopy<Row, Failure: PostgresFailure>(
        _ bytes: [UInt8], isFirst: Bool, _ statement: Statement<Row>, _ body: (Row) throws(Failure) -> Void
    ) throws(Failure) {
        var offset = 0
        if isFirst {
            guard bytes.starts(with: CopyFormat.header) else { throw Failure(CopyFormat.malformed) }
            offset = CopyFormat.header.count
        }
        while offset < bytes.count {
            let row: Row
            do throws(PostgresError) {
                guard
                    let (cells, end) = try CopyFormat.tuple(
                        in: bytes.span, at: offset, columns: statement.columns.count)
                else { return }
                row = try statement.row(.tuple(bytes: bytes, cells: cells))
                offset = end
            } catch {
                throw Failure(error)
            }
            try body(row)
        }
    }

    private func nextCopyData(until deadline: Deadline) throws(PostgresError) -> [UInt8]? {
        while true {
            switch handle.nextCopyData() {
            case .row(let bytes): return bytes
            case .ended: return nil
            case .failed: throw refusal()
            case .waits:
                let (ready, _) = Readiness.wait(for: handle.descriptor, .readable, until: deadline)
                if ready.isEmpty {
                    beginCancelling()
                    giveUp()
                    throw PostgresError(.deadlineExceeded, "the server did not send all rows in time")
                }
                if !handle.consumeInput() { throw refusal() }
            }
        }
    }

    private func endCopyIn(failing reason: String?, until deadline: Deadline) throws(PostgresError) -> Int {
        while true {
            let outcome = handle.endCopy(failing: reason)
            if outcome < 0 { throw refusal() }
            if outcome > 0 { break }
            try flushAll(until: deadline)
        }
        var count = 0
        try finishCommand(until: deadline) { result throws(PostgresError) in count = result.affectedRowCount }
        return count
    }

    /// Ends a COPY so that the server stores nothing.
    private func abandonCopyIn() {
        guard isUsable else { return }
        do throws(PostgresError) {
            _ = try endCopyIn(failing: "given up by the client", until: .after(.seconds(5)))
        } catch {
            if error.code != .server { giveUp() }
        }
    }
}
