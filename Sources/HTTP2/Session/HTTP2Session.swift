import CNGHTTP2
package import HTTPWire

/// The server's side of one HTTP/2 connection: frames in, requests out, and the reverse; knows no sockets.
///
/// Confined to its thread. A request is handed out as soon as its fields are complete, and its content is thrown away. A
/// stream with more than four times what a request may have is reset without an error (RFC 9113 section 8.1), so late that its
/// client has had the answer: some take a reset for a failure whatever came before. One whose content takes too long is reset
/// by ``giveUpContent()``.
@safe
package final class HTTP2Session {
    /// What a frame came to.
    package enum Event: Equatable, Sendable {
        /// More is needed, or nothing is to be done.
        case none
        /// The fields of a request are complete: ``takeRequest(_:)`` is due.
        case request(stream: Int32)
        /// A request is malformed (RFC 9113 section 8.1.1), and its stream reset.
        case malformed
        /// There are too many streams for another request, which is refused (RFC 9113 section 5.1.2).
        case refused
        /// The connection has to end; what is still to be sent says why.
        case failed(HTTP2Failure)
    }

    private let pointer: OpaquePointer
    private let limits: HTTP2Limits
    private var cursor = FrameCursor()
    private var allowance = FrameAllowance()
    private var composer: HeadComposer
    private var isWithinHead = false
    private var completed: Int32?
    private var rejection: Event?
    private var hasGivenNotice = false
    private var contents = StreamContents()
    private var fields = FieldList()
    private var owed: [(stream: Int32, reply: ReplyKey)] = []
    private var lost: [ReplyKey] = []
    /// The streams whose content has not ended.
    private var uploads: [Int32] = []
    /// Bytes of content in the frame that comes.
    private var frameContent = 0
    private var discarded = 0
    private var trailerSize = 0

    /// Makes a session that waits for a client's preface, and has settings to send.
    ///
    /// - Throws: ``HTTP2Failure/exhausted`` when there is no memory.
    package init(_ limits: HTTP2Limits) throws(HTTP2Failure) {
        self.limits = limits
        composer = HeadComposer(limits: limits.request)
        guard let pointer = unsafe SessionMethod.shared?.makeSession() else { throw .exhausted }
        unsafe self.pointer = pointer
        unsafe nghttp2_session_set_user_data(pointer, Unmanaged.passUnretained(self).toOpaque())
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: UInt32(limits.streams)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(limits.request.headerSection)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue), value: 1),
        ]
        _ = unsafe nghttp2_submit_settings(pointer, 0, settings, settings.count)
    }

    deinit {
        unsafe nghttp2_session_del(pointer)
    }

    // MARK: - Receiving

    /// Takes bytes up to the end of one frame.
    ///
    /// - Parameter bytes: What the client has sent, from where the last call ended; at least one.
    /// - Returns: How many were taken, and what they came to.
    package func receive(_ bytes: Span<UInt8>) -> (consumed: Int, event: Event) {
        let step = cursor.advance(bytes)
        if cursor.isWithinHeader { return (step.count, .none) }
        if step.headerRest > 0 { feed(cursor.header.span) }
        feed(bytes.extracting(step.headerRest..<step.count))
        if step.isEnd, !cursor.isPreface {
            if frameContent > 0 { allowance.spendFrame(content: frameContent) } else { allowance.spendFrame() }
            frameContent = 0
            if cursor.kind == .reset { allowance.spendReset() }
            // RFC 9113 section 6.3; the library ignores all of this kind.
            if cursor.kind == .priority, cursor.isForConnection { fail(.protocolViolated) }
        }
        if allowance.isSpent { fail(.flooded) }
        if let failure { return (bytes.count, .failed(failure)) }
        if let event = rejection {
            rejection = nil
            return (step.count, event)
        }
        guard let stream = completed else { return (step.count, .none) }
        allowance.earnRequest()
        return (step.count, .request(stream: stream))
    }

    private func feed(_ bytes: Span<UInt8>) {
        guard failure == nil, !bytes.isEmpty else { return }
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nghttp2_session_mem_recv(pointer, buffer.baseAddress, buffer.count)
        }
        if result < 0 { fail(HTTP2Failure(Int32(truncatingIfNeeded: result))) }
    }

    /// Lends the request whose fields are complete, then forgets it.
    ///
    /// - Parameter body: Given the head in the form of HTTP/1.1, which means nothing when there is an error.
    /// - Returns: What the body returns.
    package func takeRequest<Result>(_ body: (Span<UInt8>, HTTPParseError?) -> Result) -> Result {
        let result = body(composer.bytes, composer.error)
        completed = nil
        hasAsked = true
        composer.reset()
        return result
    }

    /// Why the session is of no more use; `nil` while it is.
    package private(set) var failure: HTTP2Failure?

    /// Whether a request has come.
    package private(set) var hasAsked = false

    /// Whether part of a frame other than of content, or of a header block, has come, and not all of it.
    package var isWithinFrame: Bool { isWithinHead || cursor.isWithinFrame && !isWithinContent }

    /// Whether content has to come: the rest of a frame, or the rest of a request.
    package var awaitsContent: Bool { !uploads.isEmpty || isWithinContent }

    private var isWithinContent: Bool { cursor.isWithinFrame && !cursor.isWithinHeader && cursor.kind == .data }

    // MARK: - Answering

    /// Answers a stream; nothing happens when it has ended.
    ///
    /// - Parameters:
    ///   - stream: Whose request it answers.
    ///   - response: As a ``ResponseWriter`` has written it.
    package func respond(_ stream: Int32, _ response: Span<UInt8>) {
        settle(stream)
        guard unsafe nghttp2_session_find_stream(pointer, stream) != nil else { return }
        var written = WrittenResponse(response)
        fields.take(&written)
        let body = written.body
        let isAccepted = unsafe fields.withFields(in: response) { list, count in
            if body.isEmpty { return unsafe nghttp2_submit_response(pointer, stream, list, count, nil) == 0 }
            var provider = unsafe nghttp2_data_provider(
                source: nghttp2_data_source(fd: 0), read_callback: readContent)
            return unsafe nghttp2_submit_response(pointer, stream, list, count, &provider) == 0
        }
        if isAccepted, !body.isEmpty { contents.add(body, to: stream) }
    }

    /// Ends a stream without an answer.
    package func reset(_ stream: Int32, _ error: HTTP2Error) {
        _ = unsafe nghttp2_submit_rst_stream(pointer, 0, stream, error.rawValue)
    }

    /// Resets the streams whose content has not ended, without an error (RFC 9113 section 8.1).
    ///
    /// - Returns: Whether there was one.
    package func giveUpContent() -> Bool {
        for stream in uploads { reset(stream, .noError) }
        return !uploads.isEmpty
    }

    /// Bytes of content that are not sent yet: the client's windows keep them back, or ``writeFrame(to:)`` was not called.
    package var heldBytes: Int { contents.heldBytes }

    /// Whether content was sent to its end since this was asked last.
    package func takeProgress() -> Bool { contents.takeProgress() }

    /// Writes the next frame.
    ///
    /// - Parameter buffer: What is sent next.
    /// - Returns: Whether there was one.
    package func writeFrame(to buffer: inout ResponseBuffer) -> Bool {
        var data: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(pointer, &data)
        guard count > 0, let data = unsafe data else { return false }
        unsafe buffer.append(Span(_unsafeStart: data, count: count))
        return true
    }

    // MARK: - Replies that are owed

    /// Notes that a stream is answered later.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - reply: What ``takeLost()`` gives back should the stream end before.
    package func owe(_ stream: Int32, reply: ReplyKey) { owed.append((stream, reply)) }

    /// Whether a stream waits for its answer.
    package var owesReplies: Bool { !owed.isEmpty }

    /// Takes a reply whose stream has ended without it: by what was received, or by a reset that was sent.
    package func takeLost() -> ReplyKey? { lost.popLast() }

    /// Takes a reply that is owed, of whichever stream: the connection ends.
    package func takeOwed() -> ReplyKey? { lost.popLast() ?? owed.popLast()?.reply }

    private func settle(_ stream: Int32) { owed.removeAll { $0.stream == stream } }

    // MARK: - The end

    /// Tells the client to ask no more on this connection, once: what it has asked until it knows is answered (RFC 9113
    /// section 6.8).
    package func beginShutdown() {
        guard !hasGivenNotice else { return }
        hasGivenNotice = true
        _ = unsafe nghttp2_submit_shutdown_notice(pointer)
        // The client's answer comes behind everything that it has sent before it knew.
        _ = unsafe nghttp2_submit_ping(pointer, 0, nil)
    }

    /// Whether nothing more can come of the connection.
    package var isDone: Bool {
        unsafe nghttp2_session_want_read(pointer) == 0 && nghttp2_session_want_write(pointer) == 0
    }

    /// Ends all streams and the connection.
    package func terminate(_ error: HTTP2Error) {
        hasGivenNotice = true
        _ = unsafe nghttp2_session_terminate_session(pointer, error.rawValue)
    }

    private func fail(_ reason: HTTP2Failure) {
        guard failure == nil else { return }
        failure = reason
        switch reason {
        case .protocolViolated: _ = unsafe nghttp2_session_terminate_session(pointer, NGHTTP2_PROTOCOL_ERROR.rawValue)
        case .flooded, .headersTooLong, .exhausted: terminate(.enhanceYourCalm)
        }
    }

    // MARK: - What the library tells

    func beginHead() {
        composer.reset()
        isWithinHead = true
    }

    func takeField(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        composer.append(name: name, value: value)
        guard composer.listSize > 4 * limits.request.headerSection else { return true }
        fail(.headersTooLong)
        return false
    }

    func beginTrailers() {
        trailerSize = 0
        isWithinHead = true
    }

    /// Counts a field of trailers, which nobody reads, as RFC 9113 section 6.5.2 does: what unpacks to much more than it is
    /// costs time all the same.
    func takeTrailer(_ count: Int) -> Bool {
        trailerSize += count + 32
        guard trailerSize > limits.request.trailerSection else { return true }
        fail(.headersTooLong)
        return false
    }

    func endTrailers() { isWithinHead = false }

    func endContent(_ stream: Int32) { uploads.removeAll { $0 == stream } }

    /// Counts content of the frame that comes, and of the requests since the last one began.
    func discard(_ count: Int, of stream: Int32) {
        frameContent += count
        discarded += count
        guard discarded > 4 * limits.request.body else { return }
        discarded = 0
        reset(stream, .noError)
    }

    func endHead(_ stream: Int32, hasContent: Bool) {
        if hasContent { uploads.append(stream) }
        discarded = 0
        composer.end()
        isWithinHead = false
        completed = stream
    }

    /// Takes notice of a frame that its stream is reset for.
    func breakStream() { isWithinHead = false }

    /// Takes notice of a request that is no request, or one too many.
    func reject(isRefused: Bool) {
        rejection = isRefused ? .refused : .malformed
        if isRefused { allowance.spendReset() }
    }

    /// Counts a reset that the client has brought about, whatever it did (CVE-2025-8671).
    func noteSentReset(_ error: UInt32) {
        // These two are said without a fault of the client; a refusal for one was counted when it came.
        guard error != HTTP2Error.noError.rawValue, error != HTTP2Error.refusedStream.rawValue else { return }
        allowance.spendReset()
    }

    func endStream(_ stream: Int32) {
        isWithinHead = false
        contents.remove(stream)
        endContent(stream)
        if completed == stream { completed = nil }
        guard let index = owed.firstIndex(where: { $0.stream == stream }) else { return }
        lost.append(owed.remove(at: index).reply)
    }

    func answerPing() {
        guard hasGivenNotice else { return }
        let last = unsafe nghttp2_session_get_last_proc_stream_id(pointer)
        _ = unsafe nghttp2_submit_goaway(pointer, 0, last, HTTP2Error.noError.rawValue, nil, 0)
    }

    func noteGoAway(_ error: UInt32) {
        guard failure == nil, error != HTTP2Error.noError.rawValue else { return }
        // The library's own limits end with either of the two.
        let isFlood = error == HTTP2Error.enhanceYourCalm.rawValue || error == NGHTTP2_INTERNAL_ERROR.rawValue
        failure = isFlood ? .flooded : .protocolViolated
    }

    /// Gives the library content to send; `nil` when there is none for the stream.
    func takeContent(_ stream: Int32, into target: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, isEnd: Bool)? {
        let part = unsafe contents.take(stream, into: target)
        if let part { allowance.earn(sent: part.count) }
        return part
    }
}

extension HTTP2Failure {
    /// What an error of the library means.
    fileprivate init(_ code: Int32) {
        switch code {
        case NGHTTP2_ERR_NOMEM.rawValue: self = .exhausted
        case NGHTTP2_ERR_FLOODED.rawValue, NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue: self = .flooded
        default: self = .protocolViolated
        }
    }
}
