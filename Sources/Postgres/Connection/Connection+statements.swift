import CPostgres

extension Connection {
    /// Runs a statement and gives its rows.
    ///
    /// - Parameters:
    ///   - statement: Prepared on this connection at first use.
    ///   - values: One for each parameter, of its type.
    ///   - within: The time for the whole call; `nil` for the options' `callTimeout`.
    /// - Returns: The rows in the order of the server.
    /// - Throws: ``PostgresError``; at the deadline the statement is cancelled, which may take another second.
    package func query<Row>(
        _ statement: Statement<Row>, _ values: [Value] = [], within: Duration? = nil
    ) throws(PostgresError) -> [Row] {
        var rows: [Row] = []
        try run(statement.definition, values, within: within) { result throws(PostgresError) in
            rows.reserveCapacity(result.rowCount)
            for row in 0..<result.rowCount { rows.append(try statement.row(.result(result, row: row))) }
        }
        return rows
    }

    /// Runs a statement that gives exactly one row.
    ///
    /// - Throws: As ``query(_:_:within:)``, and `unexpectedResult` for any other number of rows.
    package func queryOne<Row>(
        _ statement: Statement<Row>, _ values: [Value] = [], within: Duration? = nil
    ) throws(PostgresError) -> Row {
        let rows = try query(statement, values, within: within)
        guard rows.count == 1 else {
            throw PostgresError(.unexpectedResult, "statement \(statement.name) gave \(rows.count) rows, not one")
        }
        return rows[0]
    }

    /// Runs a statement that gives one row or none.
    ///
    /// - Throws: As ``query(_:_:within:)``, and `unexpectedResult` for several rows.
    package func queryOptional<Row>(
        _ statement: Statement<Row>, _ values: [Value] = [], within: Duration? = nil
    ) throws(PostgresError) -> Row? {
        let rows = try query(statement, values, within: within)
        guard rows.count <= 1 else {
            throw PostgresError(.unexpectedResult, "statement \(statement.name) gave \(rows.count) rows, not one")
        }
        return rows.first
    }

    /// Runs a command and drops its rows, should it have any.
    ///
    /// - Returns: The number of rows that it touched.
    /// - Throws: As ``query(_:_:within:)``.
    @discardableResult
    package func execute<Row>(
        _ statement: Statement<Row>, _ values: [Value] = [], within: Duration? = nil
    ) throws(PostgresError) -> Int {
        var count = 0
        try run(statement.definition, values, within: within) { result throws(PostgresError) in
            count = result.affectedRowCount
        }
        return count
    }

    /// Runs a statement and takes its rows one by one as they arrive, in bounded memory.
    ///
    /// - Throws: What the closure throws (the rest of the rows is then dropped), and as ``query(_:_:within:)``.
    package func forEachRow<Row, Failure: PostgresFailure>(
        of statement: Statement<Row>, _ values: [Value] = [], within: Duration? = nil,
        _ body: (Row) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        do throws(PostgresError) {
            try run(statement.definition, values, singleRows: true, within: within) { result throws(PostgresError) in
                guard failure == nil else { return }
                for row in 0..<result.rowCount where failure == nil {
                    let value = try statement.row(.result(result, row: row))
                    do throws(Failure) { try body(value) } catch { failure = error }
                }
                if failure != nil { beginCancelling() }
            }
        } catch {
            throw failure ?? Failure(error)
        }
        if let failure { throw failure }
    }

    /// Runs SQL text without parameters: several commands, separated by semicolons, in one implicit transaction.
    ///
    /// For migrations and settings; never with text from outside.
    ///
    /// - Throws: As ``query(_:_:within:)``.
    package func run(script: String, within: Duration? = nil) throws(PostgresError) {
        guard !script.utf8.contains(0) else {
            throw PostgresError(.invalidParameter, "a script contains U+0000")
        }
        try run(within: within, send: { handle.send(script: script) }) { _ throws(PostgresError) in }
    }

    /// Prepares a statement, unless it is.
    ///
    /// - Throws: ``PostgresError``; `misuse` when another statement has its name.
    package func prepare(_ definition: StatementDefinition, within: Duration? = nil) throws(PostgresError) {
        if let known = prepared[definition.name] {
            guard known.sql == definition.sql, known.parameters == definition.parameters else {
                throw PostgresError(.misuse, "two statements have the name \(definition.name)")
            }
            return
        }
        guard (1...63).contains(definition.name.utf8.count), !definition.sql.utf8.contains(0) else {
            throw PostgresError(.misuse, "a statement's name has 1 to 63 bytes, its text no U+0000")
        }
        try run(within: within, send: { handle.sendPrepare(definition) }) { _ throws(PostgresError) in }
        prepared[definition.name] = definition
    }

    /// Prepares a statement and asks the server for its types.
    ///
    /// So that a test can compare them with what the statement says.
    package func describe(
        _ definition: StatementDefinition, within: Duration? = nil
    ) throws(PostgresError) -> StatementDescription {
        try prepare(definition, within: within)
        var description: StatementDescription?
        try run(within: within, send: { handle.sendDescribe(prepared: definition.name) }) {
            result throws(PostgresError) in
            description = StatementDescription(
                parameters: (0..<result.parameterCount).map { result.parameterType($0) },
                columns: (0..<result.columnCount).map { result.columnType($0) },
                columnNames: (0..<result.columnCount).map { result.columnName($0) })
        }
        guard let description else { throw PostgresError(.unexpectedResult, "the server described nothing") }
        return description
    }

    private func run(
        _ definition: StatementDefinition, _ values: [Value], singleRows: Bool = false, within: Duration?,
        take: (ResultHandle) throws(PostgresError) -> Void
    ) throws(PostgresError) {
        try definition.check(values)
        let parameters = try EncodedParameters(values)
        let deadline = Deadline.after(within ?? options.callTimeout)
        if keepsStatements { try prepare(definition, within: deadline.remaining) }
        let send = {
            let isSent =
                self.keepsStatements
                ? self.handle.send(prepared: definition.name, parameters)
                : self.handle.send(unprepared: definition, parameters)
            return isSent && (!singleRows || self.handle.useSingleRows())
        }
        do throws(PostgresError) {
            try run(within: deadline.remaining, send: send) { result throws(PostgresError) in
                try definition.check(result)
                try take(result)
            }
        } catch {
            // “cached plan must not change result type”: a migration changed a column's type since the statement was
            // prepared. A new connection prepares it anew.
            if error.sqlState == .featureNotSupported { giveUp() }
            throw error
        }
    }
}

/// What the server says about a prepared statement.
package struct StatementDescription: Hashable, Sendable {
    /// The types of the parameters.
    package let parameters: [DataType]

    /// The types of the result's columns.
    package let columns: [DataType]

    /// The names of the result's columns.
    package let columnNames: [String]
}
