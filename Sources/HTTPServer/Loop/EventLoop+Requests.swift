import HTTPWire
import Platform

extension EventLoop {
    /// Receives once, and answers all requests that are complete.
    mutating func receive(_ slot: Int) {
        if connections[slot].isSecure { return receiveSecure(slot) }
        let block = inputBlock(slot)
        switch buffers.receive(connections[slot].descriptor, into: block, limit: inputLimit) {
        case .wouldBlock: return
        // A peer that sends no more has no request left to answer: part of one is none.
        case .failed, .bytes(0): close(slot)
        case .bytes: serve(slot)
        }
    }

    /// Answers the requests that are complete in what a connection has sent.
    mutating func serve(_ slot: Int) {
        if connections[slot].isSecure { exchange.session = secure[slot] }
        let block = inputBlock(slot)
        var offset = 0
        while true {
            let generation = connections[slot].replyGeneration
            let token = DeferredToken(loop: index, slot: slot, generation: generation)
            switch exchange.next(buffers, block, from: offset, &connections[slot], token) {
            case .answered(let consumed):
                offset += consumed
                if exchange.response.closesConnection { return finish(slot) }
                if exchange.response.bytes.count < limits.collectedOutput { continue }
                switch send(slot) {
                case .sent: continue
                case .gone: return close(slot)
                case .waiting:
                    keepInput(slot, from: offset)
                    return write(slot)
                }
            case .deferred(let consumed):
                keepInput(slot, from: offset + consumed)
                return deferReply(slot)
            case .refused: return finish(slot)
            case .needContent:
                buffers.truncate(block, to: offset + connections[slot].headLength)
                keepInput(slot, from: offset)
                return pause(slot, hasAnswered: offset > 0)
            case .needMore:
                keepInput(slot, from: offset)
                return pause(slot, hasAnswered: offset > 0)
            }
        }
    }

    /// Refuses a request that is not complete.
    mutating func refuse(_ slot: Int, _ status: HTTPStatus) {
        exchange.refuse(status, connections[slot].peer)
        finish(slot)
    }

    /// Sends what there is and waits for more of a request, or for another.
    private mutating func pause(_ slot: Int, hasAnswered: Bool) {
        switch send(slot) {
        case .sent: awaitRequest(slot, hasAnswered: hasAnswered)
        case .waiting: write(slot)
        case .gone: close(slot)
        }
    }

    /// Waits for the rest of a request, or for another.
    mutating func awaitRequest(_ slot: Int, hasAnswered: Bool) {
        watch(slot, reading)
        let kind: DeadlineKind
        if connections[slot].input == .none {
            connections[slot].phase = .idle
            // A connection that has sent nothing yet keeps the deadline of its beginning.
            kind = hasAnswered || connections[slot].deadline.kind != .header ? .idle : .header
            if hasStopped, kind == .idle { return linger(slot) }
        } else {
            let isComplete = connections[slot].content != nil
            connections[slot].phase = isComplete ? .body : .head
            kind = isComplete ? .body : .header
        }
        if hasAnswered || connections[slot].deadline.kind != kind {
            connections.startDeadline(slot, kind, now: exchange.clock.now)
        }
    }

    // MARK: - Input

    /// Where a connection's bytes wait, or are received if none do.
    func inputBlock(_ slot: Int) -> BufferPool.Block {
        let input = connections[slot].input
        return input == .none ? scratch : input
    }

    /// Keeps what a connection has sent from an offset on, in a block of its own; nothing needs no block.
    mutating func keepInput(_ slot: Int, from offset: Int) {
        let block = inputBlock(slot)
        let rest = buffers.count(of: block) - offset
        if block == scratch {
            if rest > 0 { connections[slot].input = buffers.makeBlock(copying: scratch, from: offset) }
            buffers.truncate(scratch, to: 0)
        } else if rest > 0 {
            buffers.removeFirst(offset, from: block)
        } else {
            dropInput(slot)
        }
    }
}
