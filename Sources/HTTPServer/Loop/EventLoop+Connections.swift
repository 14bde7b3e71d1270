import HTTPWire
import Platform
import Synchronization

extension EventLoop {
    // MARK: - The beginning

    /// Takes connections off a listening socket: some of those that wait, so that the loop's others get their turn.
    mutating func accept(_ index: Int, atMost count: Int = 64) {
        guard index < listeners.count else { return }
        for _ in 0..<count {
            switch listeners[index].socket.accept() {
            case .none: return
            case .connection(let descriptor, let peer):
                admit(descriptor, peer.address, listener: UInt16(truncatingIfNeeded: index))
            case .exhausted:
                share.counters.add(.acceptPauses)
                for listener in listeners { share.epoll.remove(listener.socket.rawValue) }
                listensAgain = exchange.clock.now + .milliseconds(100)
                return
            }
        }
    }

    /// Watches the listening sockets again.
    mutating func listenAgain() {
        listensAgain = .distantFuture
        for (index, listener) in listeners.enumerated() {
            do throws(SystemError) {
                let number = listener.socket.rawValue
                // An earlier attempt may have got as far as this one.
                share.epoll.remove(number)
                try share.epoll.add(number, [.readable, .exclusive], token: LoopToken.listener(index))
            } catch {
                listensAgain = exchange.clock.now + .milliseconds(100)
            }
        }
    }

    private mutating func admit(_ descriptor: Int32, _ peer: IPAddress, listener: UInt16) {
        share.counters.add(.accepted)
        let expectsHeader = shared.clientRules[Int(listener)].proxyPeers != nil
        guard !expectsHeader || shared.clientRules[Int(listener)].mayConnect(peer) else {
            share.counters.add(.proxyRefused)
            return Socket.close(descriptor)
        }
        guard shared.admit(expectsHeader ? nil : peer) else {
            share.counters.add(.refused)
            return expectsHeader || shared.isSecure(listener) ? Socket.close(descriptor) : refuseConnection(descriptor)
        }
        if drain == nil, let other = shared.loopToRelieve(index) {
            shared.loops[other].connections.add(1, ordering: .relaxed)
            if shared.loops[other].mailbox.send(.adopt(descriptor: descriptor, peer: peer, listener: listener)) {
                share.counters.add(.handedOver)
                return
            }
            shared.loops[other].connections.subtract(1, ordering: .relaxed)
        }
        share.connections.add(1, ordering: .relaxed)
        open(descriptor, peer, listener)
    }

    /// Takes over a connection that was admitted.
    mutating func open(_ descriptor: Int32, _ peer: IPAddress, _ listener: UInt16) {
        let slot = connections.insert(descriptor: descriptor, peer: peer)
        let expectsHeader = shared.clientRules[Int(listener)].proxyPeers != nil
        connections[slot].listener = listener
        connections[slot].isForwarded = shared.clientRules[Int(listener)].field != nil
        connections[slot].isCounted = !expectsHeader
        if shared.isSecure(listener) {
            connections[slot].isSecure = true
            connections[slot].phase = .handshaking
        }
        if expectsHeader { connections[slot].phase = .greeting }
        do throws(SystemError) {
            try share.epoll.add(descriptor, reading, token: connections.token(slot))
        } catch {
            return close(slot)
        }
        connections[slot].interest = reading
        connections.startDeadline(slot, .header, now: exchange.clock.now)
    }

    private mutating func refuseConnection(_ descriptor: Int32) {
        let answer: StaticString =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = Socket.send(descriptor, answer.bytes)
        Socket.finishSending(descriptor)
        // What has come already must be read: closing with it unread would reset the connection ahead of the answer.
        _ = buffers.receive(descriptor, into: scratch, limit: inputLimit)
        buffers.truncate(scratch, to: 0)
        Socket.close(descriptor)
    }

    // MARK: - The end

    /// Ends our side of a connection, and throws away what the peer still sends until it ends its own (RFC 9112
    /// section 9.6): closing at once would reset the connection, and the peer could lose the last answer.
    mutating func linger(_ slot: Int) {
        dropInput(slot)
        if connections[slot].isSecure {
            dropStreams(slot)
            endSession(slot)
        }
        Socket.finishSending(connections[slot].descriptor)
        connections[slot].phase = .lingering
        connections[slot].discarded = 0
        watch(slot, reading)
        connections.startDeadline(slot, .linger, now: exchange.clock.now)
    }

    /// Throws away what came for a connection that ends.
    mutating func discard(_ slot: Int) {
        for _ in 0..<4 {
            let result = buffers.receive(connections[slot].descriptor, into: scratch, limit: inputLimit)
            buffers.truncate(scratch, to: 0)
            switch result {
            case .wouldBlock: return
            case .failed, .bytes(0): return close(slot)
            case .bytes(let count):
                connections[slot].discarded += count
                if connections[slot].discarded > 1 << 20 { return close(slot) }
            }
        }
    }

    /// Closes a connection now.
    mutating func close(_ slot: Int) {
        if connections[slot].phase == .deferred { abandonReply(slot) }
        if connections[slot].isSecure {
            dropStreams(slot)
            dropSession(slot)
        }
        dropInput(slot)
        buffers.release(connections[slot].output)
        shared.leave(connections[slot].isCounted ? connections[slot].peer : nil)
        share.connections.subtract(1, ordering: .relaxed)
        Socket.close(connections[slot].descriptor)
        connections.remove(slot)
    }

    /// Drops what a connection has sent, also what is still where it was received: another connection's requests go there
    /// next, and must not meet these.
    mutating func dropInput(_ slot: Int) {
        buffers.release(connections[slot].input)
        connections[slot].input = .none
        buffers.truncate(scratch, to: 0)
    }

    /// Changes what a connection is watched for, if it is something else.
    mutating func watch(_ slot: Int, _ events: Epoll.Events) {
        guard connections[slot].interest != events else { return }
        connections[slot].interest = events
        do throws(SystemError) {
            try share.epoll.modify(connections[slot].descriptor, events, token: connections.token(slot))
        } catch {
            preconditionFailure("an open connection is watched: \(error)")
        }
    }

    // MARK: - Drain

    /// Does what a drain asks for by now.
    mutating func advanceDrain() {
        guard let drain else { return }
        let now = exchange.clock.now
        if !hasStopped, drain.stop <= now {
            hasStopped = true
            // Whoever is in the queue has connected: it is emptied before the socket may close. Whoever comes meanwhile may
            // not put the end off.
            for index in listeners.indices where !listeners[index].isShared {
                listeners[index].socket.dropHandshakes()
                accept(index, atMost: Int(ListeningSocket.defaultBacklog) + 1)
            }
            leaveListeners()
            while let (slot, _) = connections.firstDeadline(.idle) { _ = endIdle(slot) }
        }
        guard drain.end <= now else { return }
        for slot in 0..<connections.slotCount where connections[slot].phase != .free { close(slot) }
    }

    /// Looks after the listening sockets no more.
    mutating func leaveListeners() {
        for listener in listeners { share.epoll.remove(listener.socket.rawValue) }
        listeners = []
        listensAgain = .distantFuture
    }
}
