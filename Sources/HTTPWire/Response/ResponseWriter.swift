import Synchronization

/// What a response depends on besides its content.
package struct ResponseContext: Sendable {
    /// Whether the request was `HEAD`, so that the body is announced and not sent (RFC 9110 section 9.3.2).
    package var omitsBody: Bool
    /// Whether the client can reuse the connection.
    package var keepsAlive: Bool
    /// Whether the client speaks HTTP/1.0 and must be told that the connection stays (RFC 9112 section 9.3).
    package var isOldClient: Bool

    /// What the response to a request depends on.
    package init(answering request: RequestSummary) {
        if case .head = request.method { omitsBody = true } else { omitsBody = false }
        keepsAlive = request.keepsAlive
        isOldClient = request.minorVersion == 0
    }

    /// The context of an answer to something that could not be parsed: the connection ends.
    package static var refusal: ResponseContext {
        var context = ResponseContext(answering: RequestSummary())
        context.keepsAlive = false
        return context
    }

    /// The context of an answer that a deferred handler gives later, from what the connection kept.
    package init(omitsBody: Bool, keepsAlive: Bool, isOldClient: Bool) {
        self.omitsBody = omitsBody
        self.keepsAlive = keepsAlive
        self.isOldClient = isOldClient
    }
}

/// Writes responses one behind the other into a buffer that is sent and reused.
///
/// For each response: `prepare` (the server), `start`, fields, `end` (the handler), `finish` (the server). A response
/// always has a Content-Length and is never chunked. It fails closed: a field value with a control character, or calls
/// in another order, turn the response into a 500 that ends the connection, and nothing of it is sent.
package struct ResponseWriter: ~Copyable {
    private enum State {
        /// Nothing of the response is written.
        ///
        /// Next: `fields`, `failed`.
        case ready
        /// The status line is written and no field is open.
        ///
        /// Next: `value`, `complete`, `failed`.
        case fields
        /// A field is open for pieces of its value, the first of which stands at `valueStart`.
        ///
        /// Next: `fields`, `failed`.
        case value
        /// The response is written.
        ///
        /// Next: `ready`.
        case complete
        /// The handler made a mistake.
        ///
        /// Next: `complete`.
        case failed
    }

    private var buffer: ResponseBuffer
    private var state = State.complete
    private var context = ResponseContext.refusal
    private var date = HTTPDate(seconds: 0)
    private var responseStart = 0
    private var valueStart = 0
    private var standing = ResponseBuffer(capacity: 128)
    // A value that cannot be moved about in registers is lent by its address; another of this size is copied each time
    // that it is lent (Swift 6.3).
    private let place = Atomic(false)

    /// The status of the current or last response.
    package private(set) var status = HTTPStatus.internalServerError
    /// The length of the body of the current or last response in bytes, as sent: 0 after `HEAD`.
    package private(set) var bodyLength = 0
    /// Whether the current or last response was replaced by a 500.
    package private(set) var hasFailed = false

    /// Reserves room for responses.
    ///
    /// - Parameter capacity: In bytes; grows when a response needs more.
    package init(capacity: Int) {
        buffer = ResponseBuffer(capacity: capacity)
    }

    /// What waits to be sent.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.bytes }
    }

    /// Whether the connection must end when the response has been sent.
    package var closesConnection: Bool {
        !context.keepsAlive
    }

    /// Drops everything, once it was sent or copied.
    ///
    /// - Parameter capacity: What the buffer may keep; it gives back what it has grown beyond.
    package mutating func reset(keeping capacity: Int) {
        buffer.reset(keeping: capacity)
        responseStart = 0
    }

    /// Begins a response; what waits to be sent stays ahead of it.
    package mutating func prepare(_ context: ResponseContext, date: HTTPDate) {
        self.context = context
        self.date = date
        responseStart = buffer.count
        state = .ready
        hasFailed = false
        bodyLength = 0
        standing.truncate(to: 0)
    }

    /// Gives the response a field whatever it will be; before ``start(_:)``.
    ///
    /// - Parameters:
    ///   - name: As for ``field(_:_:)``.
    ///   - value: Without control characters; with one the response fails.
    package mutating func standingField(_ name: StaticString, _ value: Span<UInt8>) {
        guard case .ready = state, value.isFieldValue else { return fail() }
        standing.append(name)
        standing.append(": ")
        standing.append(value)
        standing.append("\r\n")
    }

    /// Lets the connection end after this response.
    package mutating func closeAfterwards() {
        context.keepsAlive = false
    }

    /// Writes the status line and the date.
    package mutating func start(_ status: HTTPStatus) {
        guard case .ready = state else { return fail() }
        self.status = status
        state = .fields
        buffer.append(status.line.bytes, date.line)
        if standing.count > 0 { Self.append(standing, to: &buffer) }
    }

    // Static, because a span of one stored property and a mutation of another exclude each other within `self`.
    private static func append(_ other: borrowing ResponseBuffer, to buffer: inout ResponseBuffer) {
        buffer.append(other.bytes)
    }

    /// Writes a field.
    ///
    /// - Parameters:
    ///   - name: A token; not `Content-Length`, `Transfer-Encoding`, `Connection` or `Date`, which the writer owns.
    ///   - value: Without control characters.
    package mutating func field(_ name: StaticString, _ value: StaticString) {
        guard case .fields = state, value.bytes.isFieldValue else { return fail() }
        buffer.append(field: name, value)
    }

    /// Writes a field.
    ///
    /// - Parameters:
    ///   - name: A token; not `Content-Length`, `Transfer-Encoding`, `Connection` or `Date`, which the writer owns.
    ///   - value: A control character in it, the tabulator excepted, makes the response fail.
    package mutating func field(_ name: StaticString, _ value: Span<UInt8>) {
        startField(name)
        append(value)
        endField()
    }

    /// Opens a field whose value is written in pieces.
    package mutating func startField(_ name: StaticString) {
        guard case .fields = state else { return fail() }
        let colon: StaticString = ": "
        state = .value
        buffer.append(name.bytes, colon.bytes)
        valueStart = buffer.count
    }

    /// Appends a piece to the value of the open field.
    package mutating func append(_ piece: StaticString) {
        append(piece.bytes)
    }

    /// Appends a piece to the value of the open field.
    ///
    /// - Parameter piece: A control character in it, the tabulator excepted, makes the response fail.
    package mutating func append(_ piece: Span<UInt8>) {
        guard case .value = state else { return fail() }
        buffer.append(piece)
    }

    /// Appends a byte to the value of the open field, as ``append(_:)`` does.
    package mutating func append(byte: UInt8) {
        guard case .value = state else { return fail() }
        buffer.append(byte)
    }

    /// Appends a number in decimal digits to the value of the open field.
    package mutating func append(decimal number: UInt64) {
        guard case .value = state else { return fail() }
        buffer.append(decimal: number)
    }

    /// Closes the open field.
    package mutating func endField() {
        guard case .value = state, buffer.bytes.extracting(valueStart...).isFieldValue else { return fail() }
        state = .fields
        buffer.append("\r\n")
    }

    /// Ends the response with an empty body.
    package mutating func end() {
        end(Span())
    }

    /// Ends the response with a body.
    package mutating func end(_ body: StaticString) {
        end(body.bytes)
    }

    /// Ends the response with a body; `HEAD`, 204 and 304 send none.
    package mutating func end(_ body: Span<UInt8>) {
        guard case .fields = state else { return fail() }
        state = .complete
        if body.isEmpty, !status.forbidsBody, context.keepsAlive, !context.isOldClient {
            bodyLength = 0
            return buffer.append("Content-Length: 0\r\n\r\n")
        }
        if !status.forbidsBody {
            writeLength(body.count)
        }
        if !context.keepsAlive {
            buffer.append("Connection: close\r\n\r\n")
        } else if context.isOldClient {
            buffer.append("Connection: keep-alive\r\n\r\n")
        } else {
            buffer.append("\r\n")
        }
        guard !context.omitsBody, !status.forbidsBody else { return }
        bodyLength = body.count
        buffer.append(body)
    }

    /// Makes sure that the response is complete, and replaces it by a 500 if not.
    package mutating func finish() {
        if case .complete = state, !hasFailed { return }
        hasFailed = true
        buffer.truncate(to: responseStart)
        context.keepsAlive = false
        bodyLength = 0
        state = .ready
        start(.internalServerError)
        end()
    }

    private mutating func writeLength(_ length: Int) {
        if length == 0 { return buffer.append("Content-Length: 0\r\n") }
        buffer.append("Content-Length: ")
        buffer.append(decimal: UInt64(length))
        buffer.append("\r\n")
    }

    @inline(never)
    private mutating func fail() {
        hasFailed = true
        state = .failed
        buffer.truncate(to: responseStart)
    }
}

extension Span where Element == UInt8 {
    /// Whether no byte is a control character other than the tabulator: RFC 9110 section 5.5.
    @inline(__always)
    var isFieldValue: Bool {
        guard count >= 8 else { return hasNoControl }
        var marks = ControlBytes.marks(lastBlock)
        var index = 0
        while index &+ 16 < count, let block = block(at: index) {
            marks = marks .| ControlBytes.marks(block)
            index &+= 16
        }
        return marks.bits == 0 || hasNoControl
    }

    private var hasNoControl: Bool {
        for index in indices {
            let byte = self[index]
            guard byte >= 0x20 && byte != ASCII.delete || byte == ASCII.tab else { return false }
        }
        return true
    }
}
