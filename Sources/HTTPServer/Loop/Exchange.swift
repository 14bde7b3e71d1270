import Cryptography
import HTTPWire
import Platform

/// Reads requests out of received bytes and has them answered, one behind the other; knows no sockets.
struct Exchange: ~Copyable {
    /// How far a call of ``next(_:_:from:_:_:)`` came.
    enum Step {
        /// No header block is complete.
        case needMore
        /// The header block is complete, its content is not; content that came can be dropped.
        case needContent
        /// A request of so many bytes was answered.
        case answered(consumed: Int)
        /// A request of so many bytes will be answered; what is kept of it is in `owed`.
        case deferred(consumed: Int)
        /// The bytes are no request; the refusal is written, and nothing more may be read.
        case refused
    }

    /// The answers that are not sent yet.
    var response = ResponseWriter(capacity: 16_384)
    /// The time.
    var clock = TurnClock()
    /// Whether every answer ends its connection.
    var isDraining = false
    /// The TLS session of the connection whose requests are answered, if it has one.
    var session: TLSServerSession?
    /// What is kept of the request that was deferred last.
    private(set) var owed: OwedReply?

    private let handler: any RequestHandler
    private let limits: RequestLimits
    private let counters: LoopCounters
    private let records: RecordRing<RequestRecord>
    private let shared: SharedState
    private var head: RequestHead
    private var nextID = UInt64.random(in: 0 ... .max)

    init(_ handler: any RequestHandler, _ shared: SharedState, _ share: LoopShare) {
        self.handler = handler
        self.shared = shared
        limits = shared.configuration.limits.request
        counters = share.counters
        records = share.records
        head = RequestHead(limits: limits)
    }

    /// Begins a turn.
    mutating func beginTurn() {
        clock.beginTurn()
        handler.turnBegins()
    }

    /// Reads the next request and has it answered.
    ///
    /// - Parameters:
    ///   - buffers: Has the block.
    ///   - block: What was received.
    ///   - offset: Where the request begins.
    ///   - connection: Whose parser and decoder go on.
    ///   - token: Names the reply, should it be deferred.
    /// - Returns: How far it came.
    mutating func next(
        _ buffers: borrowing BufferPool, _ block: BufferPool.Block, from offset: Int,
        _ connection: inout Connection, _ token: DeferredToken
    ) -> Step {
        let bytes = buffers.bytes(of: block).extracting(offset...)
        if connection.content != nil { return nextContent(bytes, &connection, token) }
        if bytes.isEmpty { return .needMore }
        switch connection.parser.parse(bytes, into: &head, limits: limits) {
        case .needMore: return .needMore
        case .invalid(let error): return refuse(error, &connection)
        case .complete(let length):
            if head.summary.body == .none { return answer(bytes, length, &connection, token) }
            // RFC 9110 section 10.1.1: a final status instead of 100, and the end of the connection, for it is unknown
            // whether the content will follow.
            if head.summary.expectsContinue, bytes.count == length {
                return answer(bytes, length, &connection, token, closing: true)
            }
            connection.headLength = length
            do throws(HTTPParseError) {
                connection.content = try BodyDecoder(head.summary.body, limits: limits)
            } catch {
                return refuse(error, &connection)
            }
            return nextContent(bytes, &connection, token)
        }
    }

    /// Has a request of HTTP/2 answered.
    ///
    /// - Parameters:
    ///   - fields: Its head in the form of HTTP/1.1.
    ///   - problem: What is wrong with it already, if anything is.
    ///   - connection: Where it came from.
    ///   - token: Names the reply, should it be deferred.
    /// - Returns: Whether it was answered, will be, or was refused.
    mutating func answerStream(
        _ fields: Span<UInt8>, _ problem: HTTPParseError?, _ connection: inout Connection, _ token: DeferredToken
    ) -> Step {
        if let problem { return refuse(problem, &connection) }
        var parser = RequestParser()
        switch parser.parse(fields, into: &head, limits: limits) {
        case .needMore: return refuse(.invalidFieldName, &connection)
        case .invalid(let error): return refuse(error, &connection)
        case .complete(let length):
            do throws(HTTPParseError) {
                // The content itself is thrown away; only its length is judged.
                _ = try BodyDecoder(head.summary.body, limits: limits)
            } catch {
                return refuse(error, &connection)
            }
            return answer(fields, length, &connection, token)
        }
    }

    /// Goes on with a request whose header block is complete.
    private mutating func nextContent(
        _ bytes: Span<UInt8>, _ connection: inout Connection, _ token: DeferredToken
    ) -> Step {
        let length = connection.headLength
        switch connection.content?.consume(bytes.extracting(length...)) {
        case .needMore: return .needContent
        case .invalid(let error): return refuse(error, &connection)
        case .complete(let contentLength):
            connection.content = nil
            // Other requests have used the head since, if the content came in pieces.
            _ = connection.parser.parse(bytes, into: &head, limits: limits)
            return answer(bytes, length + contentLength, &connection, token)
        case nil: preconditionFailure("content without a decoder")
        }
    }

    // MARK: - Answers

    private mutating func answer(
        _ bytes: Span<UInt8>, _ consumed: Int, _ connection: inout Connection, _ token: DeferredToken,
        closing: Bool = false
    ) -> Step {
        var context = ResponseContext(answering: head.summary)
        if isDraining || closing { context.keepsAlive = false }
        var record = makeRecord(connection.peer)
        record.version = connection.isMultiplexed ? .http2 : head.summary.minorVersion == 0 ? .http10 : .http11
        if connection.isForwarded {
            Self.find(head, bytes, shared.clientRules[Int(connection.listener)], &record)
        }
        let start = response.bytes.count
        response.prepare(context, date: clock.date)
        let result: HandlerResult
        if connection.isSecure {
            result = askSecurely(bytes, &record, token)
        } else {
            result = Self.ask(handler, head, bytes, &response, &record, token)
        }
        if case .deferred = result {
            let isUntouched = response.bytes.count == start
            if isUntouched, shared.owe() {
                counters.add(.deferred)
                owed = OwedReply(record: record, context: context)
                return .deferred(consumed: consumed)
            }
            // A completion may be under way all the same; it must not find the connection's next deferred reply.
            connection.replyGeneration &+= 1
            if isUntouched {
                counters.add(.deferredRefused)
                writeUnavailable()
            }
        }
        finish(&record, from: start)
        return .answered(consumed: consumed)
    }

    // Static, because a view of one stored property and a mutation of another exclude each other within `self`.
    private static func ask(
        _ handler: any RequestHandler, _ head: borrowing RequestHead, _ bytes: Span<UInt8>,
        _ response: inout ResponseWriter, _ record: inout RequestRecord, _ token: DeferredToken
    ) -> HandlerResult {
        let request = head.view(over: bytes)
        record.method = request.method
        record.target.assign(request.target)
        if let host = request.host { record.host.assign(host) }
        return handler.handle(request, &response, &record, token)
    }

    /// Finds out where the request came from, on a listener behind balancers.
    private static func find(
        _ head: borrowing RequestHead, _ bytes: Span<UInt8>, _ rules: ClientRules, _ record: inout RequestRecord
    ) {
        let client = ForwardedClient(record.peer, head.view(over: bytes), rules)
        record.peer = client.address
        record.isSecure = client.isSecure ?? false
    }

    /// Asks the handler if the host is one that the client was shown a certificate for; else answers 421 (RFC 9110 section
    /// 15.5.20).
    private mutating func askSecurely(
        _ bytes: Span<UInt8>, _ record: inout RequestRecord, _ token: DeferredToken
    ) -> HandlerResult {
        record.isSecure = true
        if Self.isCovered(head, bytes, session) { return Self.ask(handler, head, bytes, &response, &record, token) }
        counters.add(.misdirected)
        Self.note(head, bytes, &record)
        response.start(.misdirectedRequest)
        response.field("Cache-Control", "no-store")
        response.end()
        return .done
    }

    private static func isCovered(
        _ head: borrowing RequestHead, _ bytes: Span<UInt8>, _ session: TLSServerSession?
    ) -> Bool {
        let request = head.view(over: bytes)
        guard let host = request.host else { return true }
        return session?.covers(host) ?? false
    }

    private static func note(_ head: borrowing RequestHead, _ bytes: Span<UInt8>, _ record: inout RequestRecord) {
        let request = head.view(over: bytes)
        record.method = request.method
        record.target.assign(request.target)
        if let host = request.host { record.host.assign(host) }
    }

    /// Takes what is kept of the request that was deferred last.
    mutating func takeOwed() -> OwedReply? {
        let reply = owed
        owed = nil
        return reply
    }

    /// Writes a deferred reply.
    mutating func resume(_ owed: OwedReply, _ completion: any DeferredCompletion) {
        var record = owed.record
        let start = prepare(owed)
        handler.resume(completion, &response, &record)
        finish(&record, from: start)
    }

    /// Writes 503 in place of a deferred reply.
    mutating func giveUp(_ owed: OwedReply) {
        var record = owed.record
        let start = prepare(owed)
        writeUnavailable()
        finish(&record, from: start)
    }

    /// Records a deferred reply that has nobody left to go to: nothing is written.
    mutating func abandon(_ owed: OwedReply) {
        var record = owed.record
        record.status = RequestRecord.abandoned
        close(&record, bytes: 0)
    }

    /// Writes the answer to something that is no complete request; the connection ends with it.
    mutating func refuse(_ status: HTTPStatus, _ peer: IPAddress) {
        var record = makeRecord(peer)
        let start = response.bytes.count
        response.prepare(.refusal, date: clock.date)
        response.start(status)
        response.field("Cache-Control", "no-store")
        response.end()
        finish(&record, from: start)
    }

    /// Records a request of HTTP/2 whose stream was reset for what it is: nothing is written.
    mutating func noteMalformed(_ peer: IPAddress) {
        counters.addParseError(.malformedStream)
        var record = makeRecord(peer)
        record.status = HTTPParseError.malformedStream.status.code
        close(&record, bytes: 0)
    }

    // MARK: - Parts

    private mutating func refuse(_ error: HTTPParseError, _ connection: inout Connection) -> Step {
        counters.addParseError(error)
        refuse(error.status, connection.peer)
        return .refused
    }

    private mutating func prepare(_ owed: OwedReply) -> Int {
        var context = owed.context
        if isDraining { context.keepsAlive = false }
        let start = response.bytes.count
        response.prepare(context, date: clock.date)
        return start
    }

    private mutating func writeUnavailable() {
        response.start(.serviceUnavailable)
        response.field("Retry-After", "1")
        response.field("Cache-Control", "no-store")
        response.end()
    }

    private mutating func makeRecord(_ peer: IPAddress) -> RequestRecord {
        var record = RequestRecord()
        record.id = RequestID(rawValue: nextID)
        nextID &+= 1
        record.time = clock.time
        record.begun = clock.now
        record.peer = peer
        return record
    }

    private mutating func finish(_ record: inout RequestRecord, from start: Int) {
        response.finish()
        record.status = response.status.code
        close(&record, bytes: response.bytes.count - start)
    }

    private func close(_ record: inout RequestRecord, bytes: Int) {
        record.bytes = bytes
        record.nanoseconds = MonotonicTime.now().nanoseconds &- record.begun.nanoseconds
        counters.addAnswer(status: record.status, bytes: bytes)
        records.append(record)
    }
}
