import HTTPWire
import Platform

extension EventLoop {
    /// What became of the answers that were written.
    enum Sent {
        /// The socket has taken all.
        case sent
        /// The socket has not taken all; the rest is in the connection's output.
        case waiting
        /// The peer is gone.
        case gone
    }

    /// Sends what the exchange has written for a connection; what the socket does not take becomes its output.
    mutating func send(_ slot: Int) -> Sent {
        if connections[slot].isSecure { return sendSecure(slot) }
        let count = exchange.response.bytes.count
        let waits = connections[slot].output != .none
        if count == 0 { return waits ? .waiting : .sent }
        defer { exchange.response.reset(keeping: limits.collectedOutput) }
        var sent = 0
        if !waits {
            switch Socket.send(connections[slot].descriptor, exchange.response.bytes) {
            case .bytes(count): return .sent
            case .bytes(let part): sent = part
            case .wouldBlock: break
            case .failed: return .gone
            }
            connections[slot].output = buffers.makeBlock(capacity: count - sent)
        }
        Self.append(exchange.response, from: sent, to: connections[slot].output, in: &buffers)
        return .waiting
    }

    // Static, because a span of one stored property and a mutation of another exclude each other within `self`.
    private static func append(
        _ response: borrowing ResponseWriter, from offset: Int, to block: BufferPool.Block,
        in buffers: inout BufferPool
    ) {
        buffers.append(response.bytes.extracting(offset...), to: block)
    }

    /// Waits until the peer takes the output.
    mutating func write(_ slot: Int) {
        connections[slot].phase = .writing
        watch(slot, .writable)
        connections.startDeadline(slot, .write, now: exchange.clock.now)
    }

    /// Sends what the exchange has written, then ends the connection.
    mutating func finish(_ slot: Int) {
        dropInput(slot)
        connections[slot].closesAfterWriting = true
        switch send(slot) {
        case .sent: linger(slot)
        case .waiting: write(slot)
        case .gone: close(slot)
        }
    }

    /// Sends more of the output; when it is all taken, goes on with what the peer has sent meanwhile.
    mutating func sendPending(_ slot: Int) {
        switch sendOutput(slot) {
        case .waiting: return
        case .gone: close(slot)
        case .sent:
            if connections[slot].closesAfterWriting { return linger(slot) }
            if connections[slot].isMultiplexed { return serveStreams(slot) }
            if connections[slot].input == .none { awaitRequest(slot, hasAnswered: true) } else { serve(slot) }
        }
    }

    /// Sends more of the output.
    mutating func sendOutput(_ slot: Int) -> Sent {
        let output = connections[slot].output
        switch Socket.send(connections[slot].descriptor, buffers.bytes(of: output)) {
        case .wouldBlock: return .waiting
        case .failed: return .gone
        case .bytes(let count):
            buffers.removeFirst(count, from: output)
            guard buffers.count(of: output) == 0 else { return .waiting }
            buffers.release(output)
            connections[slot].output = .none
            return .sent
        }
    }
}
