import CPostgres

/// Sole owner of a `PGconn`: each libpq call that the module makes on one, without its pointers.
///
/// The connection is in non-blocking mode from the start. Confined to one thread at a time.
@safe
final class ConnectionHandle {
    private let pointer: OpaquePointer
    private var notices: Unmanaged<NoticeSink>?

    /// Begins to connect; resolves names on this thread before it returns.
    init(connectingTo string: ConnectionString) throws(PostgresError) {
        let keywords = CStringList(string.entries.map(\.keyword))
        let values = CStringList(string.entries.map(\.value))
        let started = unsafe keywords.withPointers { keywords in
            unsafe values.withPointers { values in unsafe PQconnectStartParams(keywords, values, 0) }
        }
        guard let started = unsafe started else {
            throw PostgresError(.connectionFailed, "no memory is left for a connection")
        }
        unsafe pointer = started
        unsafe notices = nil
        // A failed start-up has no result to take the SQLSTATE from; with this its text holds it.
        _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        _ = unsafe PQsetNoticeReceiver(pointer, dropNotice, nil)
    }

    deinit {
        unsafe PQfinish(pointer)
        unsafe notices?.release()
    }

    /// Delivers the server's notices to the closure.
    func deliverNotices(to receiver: @escaping @Sendable (Notice) -> Void) {
        let sink = unsafe Unmanaged.passRetained(NoticeSink(receiver))
        unsafe notices?.release()
        unsafe notices = sink
        _ = unsafe PQsetNoticeReceiver(pointer, deliverNotice, sink.toOpaque())
    }

    var isBad: Bool { unsafe PQstatus(pointer) == CONNECTION_BAD }
    var descriptor: Int32 { unsafe PQsocket(pointer) }
    var transactionStatus: PGTransactionStatusType { unsafe PQtransactionStatus(pointer) }
    var serverProcess: Int32 { unsafe PQbackendPID(pointer) }
    var serverVersion: Int32 { unsafe PQserverVersion(pointer) }
    var errorMessage: String { unsafe String(cString: PQerrorMessage(pointer)).trimmingLineEnd() }

    func parameter(_ name: String) -> String? {
        unsafe PQparameterStatus(pointer, name).map { unsafe String(cString: $0) }
    }

    func pollConnecting() -> PostgresPollingStatusType { unsafe PQconnectPoll(pointer) }

    func makeNonBlocking() -> Bool {
        _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
        return unsafe PQsetnonblocking(pointer, 1) == 0
    }

    // MARK: - Results

    /// Whether a result can be taken only after more input.
    var isBusy: Bool { unsafe PQisBusy(pointer) != 0 }

    /// Reads what has arrived; false when the connection is gone.
    func consumeInput() -> Bool { unsafe PQconsumeInput(pointer) != 0 }

    /// Writes what is held.
    ///
    /// - Returns: 0 when all is written, 1 when some is left, -1 when the connection is gone.
    func flush() -> Int32 { unsafe PQflush(pointer) }

    func nextResult() -> ResultHandle? {
        unsafe PQgetResult(pointer).map { unsafe ResultHandle(owning: $0) }
    }

    func useSingleRows() -> Bool { unsafe PQsetSingleRowMode(pointer) != 0 }

    // MARK: - Commands; false when libpq refuses

    func send(script: String) -> Bool { unsafe PQsendQuery(pointer, script) != 0 }

    func sendPrepare(_ statement: StatementDefinition) -> Bool {
        let types = statement.parameters.map(\.objectID)
        return unsafe types.withUnsafeBufferPointer {
            unsafe PQsendPrepare(pointer, statement.name, statement.sql, Int32($0.count), $0.baseAddress) != 0
        }
    }

    func sendDescribe(prepared name: String) -> Bool { unsafe PQsendDescribePrepared(pointer, name) != 0 }

    func send(prepared name: String, _ parameters: EncodedParameters) -> Bool {
        unsafe parameters.withPointers { values, lengths, formats in
            unsafe PQsendQueryPrepared(pointer, name, parameters.count, values, lengths, formats, 1) != 0
        }
    }

    func send(unprepared statement: StatementDefinition, _ parameters: EncodedParameters) -> Bool {
        let types = statement.parameters.map(\.objectID)
        return unsafe parameters.withPointers { values, lengths, formats in
            unsafe types.withUnsafeBufferPointer {
                unsafe PQsendQueryParams(
                    pointer, statement.sql, parameters.count, $0.baseAddress, values, lengths, formats, 1) != 0
            }
        }
    }

    // MARK: - Pipeline

    func enterPipelineMode() -> Bool { unsafe PQenterPipelineMode(pointer) != 0 }
    func sendPipelineSync() -> Bool { unsafe PQpipelineSync(pointer) != 0 }

    // MARK: - COPY

    /// Queues COPY data.
    ///
    /// - Returns: 1 when taken, 0 when libpq wants to write first, -1 when the connection is gone.
    func putCopy(_ bytes: Span<UInt8>) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return 1 }
            return unsafe PQputCopyData(pointer, start.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
        }
    }

    /// Ends COPY data: with success, or with a reason for which the server gives up.
    func endCopy(failing reason: String?) -> Int32 {
        guard let reason else { return unsafe PQputCopyEnd(pointer, nil) }
        return unsafe PQputCopyEnd(pointer, reason)
    }

    enum CopyData {
        case row([UInt8])
        case waits
        case ended
        case failed
    }

    func nextCopyData() -> CopyData {
        var buffer: UnsafeMutablePointer<CChar>?
        let count = unsafe PQgetCopyData(pointer, &buffer, 1)
        guard count > 0, let start = unsafe buffer else {
            return count == 0 ? .waits : count == -1 ? .ended : .failed
        }
        defer { unsafe PQfreemem(start) }
        return unsafe .row(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
    }

    // MARK: - Others

    func nextNotification() -> Notification? {
        guard let notification = unsafe PQnotifies(pointer) else { return nil }
        defer { unsafe PQfreemem(notification) }
        return unsafe Notification(
            channel: String(cString: notification.pointee.relname),
            payload: String(cString: notification.pointee.extra),
            sender: notification.pointee.be_pid)
    }

    /// The name as an SQL identifier in quotes.
    func quoted(identifier: String) throws(PostgresError) -> String {
        var text = identifier
        let quoted = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe PQescapeIdentifier(pointer, characters.baseAddress, characters.count)
            }
        }
        guard let quoted = unsafe quoted, !identifier.utf8.contains(0) else {
            throw PostgresError(.invalidParameter, "a name cannot be written as an identifier")
        }
        defer { unsafe PQfreemem(quoted) }
        return unsafe String(cString: quoted)
    }

    func makeCancelHandle() -> CancelHandle? {
        unsafe PQgetCancel(pointer).map { unsafe CancelHandle(owning: $0) }
    }
}

/// What a notice receiver's context pointer points to.
private final class NoticeSink: Sendable {
    let receive: @Sendable (Notice) -> Void

    init(_ receive: @escaping @Sendable (Notice) -> Void) {
        self.receive = receive
    }
}

private func deliverNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context = unsafe context, let result = unsafe result else { return }
    unsafe Unmanaged<NoticeSink>.fromOpaque(context).takeUnretainedValue().receive(ResultHandle.notice(in: result))
}

private func dropNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {}
