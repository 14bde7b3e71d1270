import HTTPWire
import Platform

/// Connections that have to begin with a PROXY header: nothing else is read of them before it is complete, and no byte
/// behind it is taken out of the socket, for TLS may follow.
extension EventLoop {
    /// Receives more of a PROXY header.
    mutating func greet(_ slot: Int) {
        let descriptor = connections[slot].descriptor
        if connections[slot].input == .none { connections[slot].input = buffers.makeBlock(capacity: 256) }
        let block = connections[slot].input
        let held = buffers.count(of: block)
        let seen: Int
        switch buffers.peek(descriptor, into: block, limit: ProxyHeader.limit + 1) {
        case .wouldBlock: return
        // A balancer that only looks whether the port is open.
        case .failed, .bytes(0): return close(slot)
        case .bytes(let count): seen = held + count
        }
        let step = ProxyHeader.read(buffers.bytes(of: block))
        let wanted: Int
        switch step {
        case .invalid:
            share.counters.add(.proxyInvalid)
            return close(slot)
        case .needMore: wanted = seen
        case .complete(let length, _): wanted = length
        }
        // What was seen of the header is taken, so that the socket is quiet until more comes.
        buffers.truncate(block, to: held)
        guard case .bytes = buffers.receive(descriptor, into: block, limit: wanted) else { return close(slot) }
        if case .complete(let length, let client) = step, buffers.count(of: block) == length {
            introduce(slot, client)
        }
    }

    /// Goes on with a connection whose client is known.
    private mutating func introduce(_ slot: Int, _ client: IPAddress?) {
        dropInput(slot)
        if let client { connections[slot].peer = client }
        connections[slot].phase = connections[slot].isSecure ? .handshaking : .idle
        guard shared.count(connections[slot].peer) else {
            share.counters.add(.refused)
            return connections[slot].isSecure ? close(slot) : refuse(slot, .serviceUnavailable)
        }
        connections[slot].isCounted = true
        // Of TLS, more is reported with the next turn, behind the handshakes that wait.
        if !connections[slot].isSecure { receive(slot) }
    }

    /// Closes a connection whose PROXY header has come to its deadline.
    mutating func expireGreeting(_ slot: Int) {
        share.counters.add(.proxyExpired)
        close(slot)
    }
}
