import Cryptography
import HTTPWire
import Platform

/// Connections over TLS: what they receive is decrypted into the same input, and what they send is encrypted before it
/// becomes the same output; between lie the states that plain ones have.
extension EventLoop {
    // MARK: - Receiving

    /// Goes on with a handshake, unless there were so many in this turn that other connections wait.
    mutating func stepHandshake(_ slot: Int) {
        // Readiness is reported again in the next turn, behind that of the others.
        guard handshakeSteps < limits.handshakeStepsPerTurn else { return }
        handshakeSteps += 1
        if connections[slot].output == .none { return receiveSecure(slot) }
        switch sendOutput(slot) {
        case .waiting: return
        case .sent: watch(slot, reading)
        case .gone: loseHandshake(slot)
        }
    }

    /// Receives once, goes on with the handshake if it is not complete, and answers the requests that are.
    mutating func receiveSecure(_ slot: Int) {
        switch secure.wire.receive(connections[slot].descriptor) {
        case .wouldBlock: return
        case .bytes(0): return endInput(slot)
        case .failed: return lose(slot)
        case .bytes: break
        }
        guard let session = secure[slot] ?? beginSession(slot) else { return close(slot) }
        let progress = session.read()
        if connections[slot].phase == .handshaking, session.isEstablished { completeHandshake(slot, session) }
        switch progress {
        case .failed(let failure):
            share.counters.addFailure(failure)
            linger(slot)
        case .open, .ended:
            if session.isEstablished {
                receivePlain(slot, hasEnded: progress == .ended)
            } else {
                sendFlight(slot)
            }
        }
    }

    private mutating func receivePlain(_ slot: Int, hasEnded: Bool) {
        let wire = secure.wire
        let generation = connections[slot].generation
        if connections[slot].isMultiplexed {
            buffers.append(wire.received, to: inputBlock(slot))
            serveStreams(slot)
        } else if wire.received.isEmpty {
            // Tickets, and answers of TLS's own.
            switch flush(slot) {
            case .sent: awaitRequest(slot, hasAnswered: false)
            case .waiting: write(slot)
            case .gone: return close(slot)
            }
        } else {
            buffers.append(wire.received, to: inputBlock(slot))
            serve(slot)
        }
        guard hasEnded, connections[slot].generation == generation else { return }
        if connections[slot].isMultiplexed { return endFrames(slot) }
        // Requests that were complete are answered; there will be no other.
        switch connections[slot].phase {
        case .idle, .head, .body: linger(slot)
        case .writing: connections[slot].closesAfterWriting = connections[slot].input == .none
        case .free, .greeting, .handshaking, .deferred, .streaming, .lingering: break
        }
    }

    /// Goes on without a client's side, which ends without close_notify: that may be an attacker's doing (RFC 8446 section
    /// 6.1), but the requests that came whole are the client's.
    private mutating func endInput(_ slot: Int) {
        if connections[slot].isMultiplexed, !connections[slot].hasEnded { endFrames(slot) } else { lose(slot) }
    }

    private mutating func lose(_ slot: Int) {
        if connections[slot].phase == .handshaking { loseHandshake(slot) } else { close(slot) }
    }

    // MARK: - Sending

    /// Encrypts what the exchange has written for a connection and sends it; what the socket does not take becomes its
    /// output.
    mutating func sendSecure(_ slot: Int) -> Sent {
        guard let session = secure[slot] else { return .gone }
        if exchange.response.bytes.count > 0 {
            let isWritten = session.write(exchange.response.bytes)
            exchange.response.reset(keeping: limits.collectedOutput)
            guard isWritten else {
                secure.wire.clearOutput()
                return .gone
            }
        }
        // With the last answer, in one call.
        if connections[slot].closesAfterWriting { session.close() }
        return flush(slot)
    }

    /// Sends what the wire has for a connection.
    mutating func flush(_ slot: Int) -> Sent {
        let wire = secure.wire
        let count = wire.output.count
        let waits = connections[slot].output != .none
        if count == 0 { return waits ? .waiting : .sent }
        defer { wire.clearOutput() }
        var sent = 0
        if !waits {
            switch Socket.send(connections[slot].descriptor, wire.output) {
            case .bytes(count): return .sent
            case .bytes(let part): sent = part
            case .wouldBlock: break
            case .failed: return .gone
            }
            connections[slot].output = buffers.makeBlock(capacity: count - sent)
        }
        buffers.append(wire.output.extracting(sent...), to: connections[slot].output)
        return .waiting
    }

    private mutating func sendFlight(_ slot: Int) {
        switch flush(slot) {
        case .sent: watch(slot, reading)
        case .waiting: watch(slot, .writable)
        case .gone: loseHandshake(slot)
        }
    }

    // MARK: - The session

    /// Makes the session when the first bytes have come: a connection without costs no more than a plain one.
    private mutating func beginSession(_ slot: Int) -> TLSServerSession? {
        guard let tls = shared.configuration.tls, shared.beginHandshake() else {
            share.counters.add(.handshakesRefused)
            return nil
        }
        guard let session = try? TLSServerSession(tls, over: secure.wire) else {
            shared.endHandshake()
            return nil
        }
        secure[slot] = session
        return session
    }

    private mutating func completeHandshake(_ slot: Int, _ session: TLSServerSession) {
        shared.endHandshake()
        share.counters.add(.handshakes)
        if session.isResumed { share.counters.add(.handshakesResumed) }
        connections[slot].phase = .idle
        if session.speaksHTTP2 { beginStreams(slot) }
    }

    private mutating func loseHandshake(_ slot: Int) {
        share.counters.add(.handshakesLost)
        close(slot)
    }

    /// Closes a connection whose handshake has come to its deadline.
    mutating func expireHandshake(_ slot: Int) {
        share.counters.add(.handshakesExpired)
        close(slot)
    }

    /// Says that nothing more will be sent, if the socket takes it now, and lets the session go.
    mutating func endSession(_ slot: Int) {
        guard let session = secure[slot] else { return }
        session.close()
        let wire = secure.wire
        if connections[slot].output == .none, wire.output.count > 0 {
            _ = Socket.send(connections[slot].descriptor, wire.output)
        }
        dropSession(slot)
    }

    /// Lets the session go.
    mutating func dropSession(_ slot: Int) {
        guard secure[slot] != nil else { return }
        secure.wire.clearOutput()
        if connections[slot].phase == .handshaking { shared.endHandshake() }
        secure[slot] = nil
        exchange.session = nil
    }
}
