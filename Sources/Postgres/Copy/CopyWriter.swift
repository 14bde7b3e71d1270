/// Sends the rows of a COPY, in chunks of about 64 KiB and in bounded memory.
package struct CopyWriter: ~Copyable {
    private let connection: Connection
    private let statement: StatementDefinition
    private let deadline: Deadline
    private var buffer: [UInt8]

    init(_ connection: Connection, _ statement: StatementDefinition, until deadline: Deadline) {
        self.connection = connection
        self.statement = statement
        self.deadline = deadline
        buffer = CopyFormat.header
    }

    /// Adds a row.
    ///
    /// - Parameter values: One for each of the statement's parameters, of its type.
    /// - Throws: ``PostgresError`` with `invalidParameter`, `deadlineExceeded` or `connectionLost`. The server's own
    ///   refusals come at the end of the COPY.
    package mutating func append(_ values: [Value]) throws(PostgresError) {
        try statement.check(values)
        buffer.appendBigEndian(Int16(values.count))
        for value in values {
            try buffer.appendCell { bytes throws(PostgresError) in try value.encode(into: &bytes) }
        }
        if buffer.count >= 65_536 { try send() }
    }

    mutating func finish() throws(PostgresError) {
        buffer += CopyFormat.trailer
        try send()
    }

    private mutating func send() throws(PostgresError) {
        while true {
            let outcome = connection.handle.putCopy(buffer.span)
            if outcome < 0 { throw connection.refusal() }
            try connection.flushAll(until: deadline)
            if outcome > 0 { break }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

extension Connection {
    /// Waits until all that libpq holds is written.
    func flushAll(until deadline: Deadline) throws(PostgresError) {
        while true {
            let pending = handle.flush()
            if pending == 0 { return }
            if pending < 0 { throw refusal() }
            let (ready, _) = Readiness.wait(for: handle.descriptor, [.readable, .writable], until: deadline)
            if ready.isEmpty {
                giveUp()
                throw PostgresError(.deadlineExceeded, "the server did not take the data in time")
            }
            // A server that waits for us to read would never read from us.
            if ready.contains(.readable), !handle.consumeInput() { throw refusal() }
        }
    }
}
