import CPostgres
package import Platform

/// A connection in pipeline mode (PostgreSQL 15, 34.5) for the epoll loop of its owner; no call waits.
///
/// The owner watches ``descriptor`` for ``wantedEvents``, which change with every call. When it is writable it calls
/// ``flush()``, when it is readable ``consume()``, then ``next()`` until that gives `nil`. Answers come in the order of
/// the statements; each batch of them ends with ``sync()`` and is one implicit transaction. Confined to one thread.
package final class PipelineConnection {
    private let connection: Connection
    private var handle: ConnectionHandle { connection.handle }
    private let statements: Set<StatementDefinition>
    private var expected: [Expected] = []
    private var awaitsSeparator = false
    private var holdsOutput = false

    private enum Expected {
        case statement
        case sync
    }

    /// Takes a connection over; nobody uses it directly from then on.
    ///
    /// - Parameters:
    ///   - connection: Idle, and nobody else's.
    ///   - statements: What will be sent; prepared here, by blocking calls, unless a pooler stands between.
    /// - Throws: ``PostgresError``.
    package init(_ connection: Connection, preparing statements: [StatementDefinition]) throws(PostgresError) {
        self.connection = connection
        self.statements = Set(statements)
        if connection.keepsStatements {
            for statement in statements { try connection.prepare(statement) }
        }
        guard connection.handle.enterPipelineMode() else { throw connection.refusal() }
    }

    /// The socket to watch.
    package var descriptor: Int32 { handle.descriptor }

    /// What to watch it for: always readable, and writable while output is held.
    package var wantedEvents: Epoll.Events { holdsOutput ? [.readable, .writable] : .readable }

    /// Whether calls can succeed; false once the connection broke.
    package var isUsable: Bool { connection.isUsable }

    /// How many answers are still to come, those of ``sync()`` included.
    package var pendingCount: Int { expected.count }

    /// Queues a statement, one of those that the pipeline was made for.
    ///
    /// - Throws: ``PostgresError``: `invalidParameter`, `misuse` for another statement,
    ///   `connectionLost`.
    package func send<Row>(_ statement: Statement<Row>, _ values: [Value]) throws(PostgresError) {
        let definition = statement.definition
        try definition.check(values)
        guard statements.contains(definition) else {
            throw PostgresError(.misuse, "statement \(definition.name) was not prepared for the pipeline")
        }
        let parameters = try EncodedParameters(values)
        let isSent =
            connection.keepsStatements
            ? handle.send(prepared: definition.name, parameters) : handle.send(unprepared: definition, parameters)
        guard isSent else { throw connection.refusal() }
        expected.append(.statement)
        holdsOutput = true
    }

    /// Ends a batch, and queues the mark that makes the server answer it.
    ///
    /// - Throws: ``PostgresError`` with `connectionLost`.
    package func sync() throws(PostgresError) {
        guard handle.sendPipelineSync() else { throw connection.refusal() }
        expected.append(.sync)
        try flush()
    }

    /// Writes what the socket takes.
    ///
    /// - Throws: ``PostgresError`` with `connectionLost`.
    package func flush() throws(PostgresError) {
        let pending = handle.flush()
        if pending < 0 { throw connection.refusal() }
        holdsOutput = pending > 0
    }

    /// Reads what has arrived.
    ///
    /// - Throws: ``PostgresError`` with `connectionLost`; what is pending then has no answer.
    package func consume() throws(PostgresError) {
        guard handle.consumeInput() else { throw connection.refusal() }
        // While output is held the server may have waited for us to read.
        if holdsOutput { try flush() }
    }

    /// The next answer that has arrived, `nil` when there is none.
    ///
    /// - Throws: ``PostgresError`` with `connectionLost`; what is pending then has no answer.
    package func next() throws(PostgresError) -> PipelineAnswer? {
        // Asked while nothing is pending, or between two answers, libpq gives no result; it is asked by its count.
        while let first = expected.first, !handle.isBusy {
            guard let result = handle.nextResult() else {
                guard awaitsSeparator else { throw connection.refusal() }
                awaitsSeparator = false
                continue
            }
            let answer = PipelineAnswer(result)
            if handle.isBad { throw connection.refusal() }
            if case .failed(let error) = answer, error.sqlState?.endsConnection == true { connection.giveUp() }
            expected.removeFirst()
            awaitsSeparator = first == .statement
            return answer
        }
        return nil
    }
}

/// What the server answered to one statement of a pipeline, or to its end.
package enum PipelineAnswer {
    /// The statement ran.
    case rows(PipelineRows)
    /// The statement failed, or an earlier one of its batch did (`pipelineAborted`).
    case failed(PostgresError)
    /// The batch is over; the next one begins afresh.
    case synchronised

    init(_ result: ResultHandle) {
        if result.status == PGRES_PIPELINE_SYNC {
            self = .synchronised
            return
        }
        do throws(PostgresError) {
            try result.check()
            self = .rows(PipelineRows(result: result))
        } catch {
            self = .failed(error)
        }
    }
}

/// The rows of one statement of a pipeline.
package struct PipelineRows {
    let result: ResultHandle

    /// How many there are.
    package var count: Int { result.rowCount }

    /// Decodes the rows by the statement that was sent.
    ///
    /// - Returns: The rows in the order of the server.
    /// - Throws: ``PostgresError`` with `unexpectedResult`.
    package func decoded<Row>(by statement: Statement<Row>) throws(PostgresError) -> [Row] {
        try statement.definition.check(result)
        var rows: [Row] = []
        rows.reserveCapacity(result.rowCount)
        for row in 0..<result.rowCount { rows.append(try statement.row(.result(result, row: row))) }
        return rows
    }
}
