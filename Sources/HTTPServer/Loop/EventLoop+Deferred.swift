import HTTPWire
import Platform

extension EventLoop {
    /// Waits for the completion of a reply; the connection is not read meanwhile.
    mutating func deferReply(_ slot: Int) {
        guard let reply = exchange.takeOwed() else { preconditionFailure("nothing was deferred") }
        owedReplies[slot] = reply
        connections[slot].phase = .deferred
        connections.startDeadline(slot, .deferredReply, now: exchange.clock.now)
        switch send(slot) {
        case .sent: watch(slot, reading)
        case .waiting: watch(slot, .writable)
        case .gone: close(slot)
        }
    }

    /// Looks after a connection whose reply is owed.
    mutating func watchDeferred(_ slot: Int, _ events: Epoll.Events) {
        if !events.isDisjoint(with: [.hangUp, .error]) { return close(slot) }
        guard events.contains(.writable), connections[slot].output != .none else {
            // Further requests wait in the socket, or its end does: a peer that sends no more may wait for the reply. They
            // are looked away from only once there are some, so that a deferred reply costs no change of the registration as
            // a rule.
            return watch(slot, [])
        }
        switch sendOutput(slot) {
        case .waiting: return
        case .sent: watch(slot, [])
        case .gone: close(slot)
        }
    }

    /// Finishes a reply, if it is still owed.
    mutating func complete(_ token: DeferredToken, _ completion: any DeferredCompletion) {
        if let place = token.streamPlace { return completeStream(place, token.generation, completion) }
        let slot = token.slot
        guard slot < connections.slotCount, connections[slot].phase == .deferred,
            connections[slot].replyGeneration == token.generation, let reply = settleReply(slot)
        else { return share.counters.add(.completionsDropped) }
        exchange.resume(reply, completion)
        replied(slot)
    }

    /// Answers 503 in place of a reply that is owed for too long.
    mutating func giveUpReply(_ slot: Int) {
        guard let reply = settleReply(slot) else { preconditionFailure("no reply is owed") }
        exchange.giveUp(reply)
        replied(slot)
    }

    /// Gives up a reply whose connection ends before it.
    mutating func abandonReply(_ slot: Int) {
        guard let reply = settleReply(slot) else { preconditionFailure("no reply is owed") }
        exchange.abandon(reply)
    }

    private mutating func settleReply(_ slot: Int) -> OwedReply? {
        guard let reply = owedReplies.removeValue(forKey: slot) else { return nil }
        connections[slot].replyGeneration &+= 1
        // From here on the place owes nothing; the caller gives it its next phase.
        connections[slot].phase = .writing
        shared.settle()
        return reply
    }

    private mutating func replied(_ slot: Int) {
        if exchange.response.closesConnection { return finish(slot) }
        switch send(slot) {
        case .gone: close(slot)
        case .waiting: write(slot)
        case .sent:
            if connections[slot].input == .none { awaitRequest(slot, hasAnswered: true) } else { serve(slot) }
        }
    }
}
