import Cryptography
import HTTP2
import HTTPWire
import Platform

/// Connections that speak HTTP/2: what they send is decrypted into the same input as that of others, taken frame by frame,
/// and each request answered as one of HTTP/1.1 would be.
extension EventLoop {
    /// Begins HTTP/2 on a connection whose handshake has agreed on it.
    mutating func beginStreams(_ slot: Int) {
        let limits = HTTP2Limits(streams: self.limits.streams, request: self.limits.request)
        connections[slot].isMultiplexed = true
        do throws(HTTP2Failure) {
            streams[slot] = try HTTP2Session(limits)
            share.counters.add(.multiplexed)
        } catch {
            share.counters.addFailure(error)
        }
    }

    /// Takes the frames that have come, answers the requests among them, and sends what there is to send.
    mutating func serveStreams(_ slot: Int) {
        guard let session = streams[slot] else { return close(slot) }
        exchange.session = secure[slot]
        let block = inputBlock(slot)
        let count = buffers.count(of: block)
        var offset = 0
        var hasAnswered = false
        while offset < count, session.failure == nil {
            let step = session.receive(buffers.bytes(of: block).extracting(offset...))
            offset += step.consumed
            switch step.event {
            case .request(let stream):
                answer(stream, slot, session)
                hasAnswered = true
            case .malformed:
                share.counters.add(.streamRequests)
                exchange.noteMalformed(connections[slot].peer)
            case .refused:
                share.counters.add(.streamRequests)
                share.counters.add(.streamsRefused)
            case .none, .failed: break
            }
            abandonLost(session)
            guard session.heldBytes >= limits.collectedOutput else { continue }
            switch sendFrames(slot, session) {
            case .sent: continue
            case .gone: return close(slot)
            case .waiting:
                keepInput(slot, from: offset)
                return write(slot)
            }
        }
        keepInput(slot, from: count)
        resumeStreams(slot, session, hasAnswered: hasAnswered)
    }

    private mutating func answer(_ stream: Int32, _ slot: Int, _ session: HTTP2Session) {
        share.counters.add(.streamRequests)
        guard session.heldBytes < limits.heldOutput else {
            share.counters.add(.streamsRefused)
            session.takeRequest { _, _ in }
            return session.reset(stream, .refusedStream)
        }
        let token = streamReplies.nextToken(loop: index)
        let step = session.takeRequest { fields, problem in
            exchange.answerStream(fields, problem, &connections[slot], token)
        }
        if case .deferred = step, let reply = exchange.takeOwed() {
            let owed = StreamReplies.Owed(reply: reply, slot: slot, stream: stream)
            return session.owe(stream, reply: streamReplies.keep(owed, now: exchange.clock.now))
        }
        respond(stream, session)
    }

    private mutating func respond(_ stream: Int32, _ session: HTTP2Session) {
        session.respond(stream, exchange.response.bytes)
        exchange.response.reset(keeping: limits.collectedOutput)
    }

    // MARK: - Sending

    /// Sends what a session wants to send; what the socket does not take becomes the connection's output.
    ///
    /// A reset that is sent ends its stream, and with it what was owed to it.
    private mutating func sendFrames(_ slot: Int, _ session: HTTP2Session) -> Sent {
        let sent = sendAll(slot, session)
        abandonLost(session)
        return sent
    }

    private mutating func sendAll(_ slot: Int, _ session: HTTP2Session) -> Sent {
        guard let tls = secure[slot] else { return .gone }
        guard connections[slot].output == .none else { return .waiting }
        while gatherFrames(session) > 0 {
            guard tls.write(frames.bytes) else {
                secure.wire.clearOutput()
                return .gone
            }
            switch flush(slot) {
            case .sent: continue
            case .waiting: return .waiting
            case .gone: return .gone
            }
        }
        // What TLS itself has to say, such as tickets.
        return flush(slot)
    }

    /// Takes about as many bytes of frames from a session as are sent at once, and says how many.
    private mutating func gatherFrames(_ session: HTTP2Session) -> Int {
        frames.reset(keeping: limits.collectedOutput)
        while frames.count < limits.collectedOutput, session.writeFrame(to: &frames) {}
        return frames.count
    }

    /// Sends what there is to send, then waits for more frames.
    private mutating func resumeStreams(_ slot: Int, _ session: HTTP2Session, hasAnswered: Bool) {
        if exchange.isDraining { session.beginShutdown() }
        switch sendFrames(slot, session) {
        case .gone: close(slot)
        case .waiting: write(slot)
        case .sent:
            if let failure = session.failure { share.counters.addFailure(failure) }
            if session.failure != nil || session.isDone { return linger(slot) }
            awaitFrames(slot, session, hasAnswered: hasAnswered)
        }
    }

    /// Waits for more frames, for as long as may be.
    private mutating func awaitFrames(_ slot: Int, _ session: HTTP2Session, hasAnswered: Bool) {
        if connections[slot].hasEnded { return awaitReplies(slot, session) }
        watch(slot, reading)
        let running = connections[slot].deadline.kind
        if session.heldBytes > 0 {
            connections[slot].phase = .streaming
            // One answer at least has to be taken each time.
            if session.takeProgress() || running != .write { restart(slot, .write) }
        } else if session.isWithinFrame {
            connections[slot].phase = .head
            if hasAnswered || running != .header { restart(slot, .header) }
        } else if session.awaitsContent {
            connections[slot].phase = .body
            if hasAnswered || running != .body { restart(slot, .body) }
        } else if session.owesReplies {
            connections[slot].phase = .streaming
            connections.stopDeadline(slot)
        } else {
            connections[slot].phase = .idle
            // A connection that has asked nothing yet keeps the deadline of its beginning.
            let kind = session.hasAsked ? DeadlineKind.idle : .header
            if hasStopped, kind == .idle { return finishStreams(slot, .noError) }
            if hasAnswered || running != kind { restart(slot, kind) }
        }
    }

    /// Waits for the replies that are owed to a client that sends no more; they have deadlines of their own.
    private mutating func awaitReplies(_ slot: Int, _ session: HTTP2Session) {
        // What its windows keep back it can never ask for.
        guard session.owesReplies else { return linger(slot) }
        connections[slot].phase = .streaming
        connections.stopDeadline(slot)
        watch(slot, [])
    }

    private mutating func restart(_ slot: Int, _ kind: DeadlineKind) {
        connections.startDeadline(slot, kind, now: exchange.clock.now)
    }

    // MARK: - Deferred replies

    /// Finishes a reply, if it is still owed.
    mutating func completeStream(_ place: Int, _ generation: UInt32, _ completion: any DeferredCompletion) {
        guard let owed = streamReplies.take(ReplyKey(place: place, generation: generation)) else {
            return share.counters.add(.completionsDropped)
        }
        shared.settle()
        exchange.resume(owed.reply, completion)
        replied(owed)
    }

    /// Answers 503 in place of the replies that are owed for too long.
    mutating func giveUpStreams(_ now: MonotonicTime) {
        while let owed = streamReplies.takeExpired(now: now) {
            shared.settle()
            share.counters.add(.deferredReplyExpired)
            exchange.giveUp(owed.reply)
            replied(owed)
        }
    }

    private mutating func replied(_ owed: StreamReplies.Owed) {
        guard let session = streams[owed.slot] else { return exchange.response.reset(keeping: limits.collectedOutput) }
        respond(owed.stream, session)
        // While the socket takes nothing, the answer waits in the session.
        if connections[owed.slot].phase != .writing { resumeStreams(owed.slot, session, hasAnswered: true) }
    }

    /// Gives up the replies whose streams have ended.
    private mutating func abandonLost(_ session: HTTP2Session) {
        while let key = session.takeLost() { abandonStream(key) }
    }

    private mutating func abandonStream(_ key: ReplyKey) {
        guard let owed = streamReplies.take(key) else { return }
        shared.settle()
        exchange.abandon(owed.reply)
    }

    // MARK: - The end

    /// Tells all clients to ask no more on their connections.
    mutating func announceDrain() {
        for slot in 0..<connections.slotCount where connections[slot].isMultiplexed {
            switch connections[slot].phase {
            case .idle, .head, .body, .streaming:
                if let session = streams[slot] { resumeStreams(slot, session, hasAnswered: false) }
            case .free, .greeting, .writing, .deferred, .handshaking, .lingering: break
            }
        }
    }

    /// Resets the streams whose content does not come, and goes on with the others; without such a stream it is the rest of a
    /// frame that does not come.
    private mutating func giveUpContent(_ slot: Int) {
        guard let session = streams[slot], session.giveUpContent() else {
            return finishStreams(slot, .enhanceYourCalm)
        }
        connections.stopDeadline(slot)
        resumeStreams(slot, session, hasAnswered: false)
    }

    /// Says why, then ends a connection with all its streams.
    mutating func finishStreams(_ slot: Int, _ error: HTTP2Error) {
        guard let session = streams[slot] else { return close(slot) }
        session.terminate(error)
        dropInput(slot)
        connections[slot].closesAfterWriting = true
        switch sendFrames(slot, session) {
        case .sent: linger(slot)
        case .waiting: write(slot)
        case .gone: close(slot)
        }
    }

    /// Takes notice that a client sends no more: what it has asked is still answered.
    mutating func endFrames(_ slot: Int) {
        connections[slot].hasEnded = true
        switch connections[slot].phase {
        case .idle, .head, .body, .streaming:
            if let session = streams[slot] { awaitReplies(slot, session) } else { close(slot) }
        case .writing, .free, .greeting, .deferred, .handshaking, .lingering: break
        }
    }

    /// Lets the session go, and gives up the replies that are owed to its streams.
    mutating func dropStreams(_ slot: Int) {
        guard connections[slot].isMultiplexed, let session = streams[slot] else { return }
        while let key = session.takeOwed() { abandonStream(key) }
        streams[slot] = nil
        connections[slot].isMultiplexed = false
    }

    /// Ends a connection whose time is up, if it ends in a way of its own.
    mutating func expireStreams(_ slot: Int, _ kind: DeadlineKind) -> Bool {
        switch (kind, connections[slot].phase) {
        case (.header, .idle):
            share.counters.add(.headerExpired)
            finishStreams(slot, .noError)
        case (.header, .head):
            share.counters.add(.headerExpired)
            finishStreams(slot, .enhanceYourCalm)
        case (.body, .body):
            share.counters.add(.bodyExpired)
            giveUpContent(slot)
        case (.write, .streaming):
            share.counters.add(.writeExpired)
            finishStreams(slot, .enhanceYourCalm)
        default: return false
        }
        return true
    }
}
