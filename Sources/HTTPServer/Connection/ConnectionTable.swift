import Platform

/// The connections of one loop, in places that are used again, and their deadlines.
///
/// A kind of deadline has one duration, so a list in the order of starting is one in the order of ending: starting,
/// stopping and finding the next are each a few stores, whatever the number of connections.
struct ConnectionTable: ~Copyable {
    private var slots: [Connection] = []
    private var freeSlots: [Int32] = []
    private var first = InlineArray<6, Int32>(repeating: -1)
    private var last = InlineArray<6, Int32>(repeating: -1)
    private let durations: InlineArray<6, Int64>

    /// Connections that are open.
    private(set) var count = 0

    /// Makes an empty table.
    init(deadlines: ServerDeadlines, reserving capacity: Int = 1_024) {
        durations = [
            deadlines.header.wholeNanoseconds, deadlines.body.wholeNanoseconds, deadlines.idle.wholeNanoseconds,
            deadlines.write.wholeNanoseconds, deadlines.deferredReply.wholeNanoseconds,
            deadlines.linger.wholeNanoseconds,
        ]
        slots.reserveCapacity(capacity)
        freeSlots.reserveCapacity(capacity)
    }

    /// The places that exist, taken or not.
    var slotCount: Int { slots.count }

    /// The connection in a place.
    subscript(slot: Int) -> Connection {
        @inline(__always) get { slots[slot] }
        @inline(__always) _modify { yield &slots[slot] }
    }

    /// Puts a new connection in a free place, and its generation one higher than that of the one before.
    mutating func insert(descriptor: Int32, peer: IPAddress) -> Int {
        count += 1
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = Int(free)
        } else {
            slot = slots.count
            slots.append(Connection())
        }
        slots[slot].descriptor = descriptor
        slots[slot].generation &+= 1
        slots[slot].phase = .idle
        slots[slot].peer = peer
        return slot
    }

    /// Frees a place; only its two generations stay.
    mutating func remove(_ slot: Int) {
        precondition(slots[slot].phase != .free, "a connection is removed once")
        stopDeadline(slot)
        var empty = Connection()
        empty.generation = slots[slot].generation
        empty.replyGeneration = slots[slot].replyGeneration &+ 1
        slots[slot] = empty
        freeSlots.append(Int32(truncatingIfNeeded: slot))
        count -= 1
    }

    // MARK: - Tokens

    /// The epoll token of the connection in a place.
    func token(_ slot: Int) -> UInt64 {
        UInt64(slots[slot].generation) << 32 | UInt64(truncatingIfNeeded: slot)
    }

    /// The place that a token names; `nil` when its connection is gone.
    func slot(of token: UInt64) -> Int? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].phase != .free,
            slots[slot].generation == UInt32(truncatingIfNeeded: token >> 32)
        else { return nil }
        return slot
    }

    // MARK: - Deadlines

    /// Starts a deadline now, in place of the one that runs.
    mutating func startDeadline(_ slot: Int, _ kind: DeadlineKind, now: MonotonicTime) {
        stopDeadline(slot)
        let list = Int(kind.rawValue)
        let end = now.nanoseconds &+ durations[list]
        let previous = last[list]
        slots[slot].deadline = DeadlineLink(
            kind: kind, time: MonotonicTime(nanoseconds: end), previous: previous, next: -1
        )
        let index = Int32(truncatingIfNeeded: slot)
        if previous >= 0 { slots[Int(previous)].deadline.next = index } else { first[list] = index }
        last[list] = index
    }

    /// Stops the deadline that runs, if one does.
    mutating func stopDeadline(_ slot: Int) {
        let link = slots[slot].deadline
        guard let kind = link.kind else { return }
        let list = Int(kind.rawValue)
        if link.previous >= 0 { slots[Int(link.previous)].deadline.next = link.next } else { first[list] = link.next }
        if link.next >= 0 {
            slots[Int(link.next)].deadline.previous = link.previous
        } else {
            last[list] = link.previous
        }
        slots[slot].deadline = DeadlineLink()
    }

    /// When the next deadline ends.
    var nextDeadline: MonotonicTime {
        var next = MonotonicTime.distantFuture
        for list in 0..<6 where first[list] >= 0 { next = min(next, slots[Int(first[list])].deadline.time) }
        return next
    }

    /// The connection whose deadline of a kind ends first; `nil` when none runs.
    func firstDeadline(_ kind: DeadlineKind) -> (slot: Int, time: MonotonicTime)? {
        let slot = first[Int(kind.rawValue)]
        guard slot >= 0 else { return nil }
        return (Int(slot), slots[Int(slot)].deadline.time)
    }
}
