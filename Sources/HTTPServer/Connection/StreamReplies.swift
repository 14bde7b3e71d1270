import HTTP2
import Platform

/// The replies that are owed to HTTP/2 streams of one loop, in places that are used again, and their deadlines.
///
/// All have the same time, so the list in the order of deferring is one in the order of deadlines.
struct StreamReplies: ~Copyable {
    /// A reply that is owed.
    struct Owed {
        let reply: OwedReply
        let slot: Int
        let stream: Int32
    }

    private struct Place {
        var owed: Owed?
        var generation: UInt32 = 0
        var end = MonotonicTime.distantFuture
        var previous = -1
        var next = -1
    }

    private var places: [Place] = []
    private var free: [Int] = []
    private var first = -1
    private var last = -1
    private let duration: Int64

    init(duration: Duration) {
        self.duration = duration.wholeNanoseconds
    }

    /// When the next deadline ends.
    var nextDeadline: MonotonicTime { first < 0 ? .distantFuture : places[first].end }

    /// The token of the next reply that is deferred; each call gives another, and makes the one before worthless unless
    /// its reply was kept.
    mutating func nextToken(loop: Int) -> DeferredToken {
        if free.isEmpty {
            free.append(places.count)
            places.append(Place())
        }
        let place = free[free.count - 1]
        places[place].generation &+= 1
        return DeferredToken(loop: loop, streamPlace: place, generation: places[place].generation)
    }

    /// Keeps the reply whose token was given last.
    ///
    /// - Returns: What ``take(_:)`` finds it by.
    mutating func keep(_ owed: Owed, now: MonotonicTime) -> ReplyKey {
        guard let place = free.popLast() else { preconditionFailure("a reply is kept without a token") }
        places[place].owed = owed
        places[place].end = now + .nanoseconds(duration)
        places[place].previous = last
        places[place].next = -1
        if last >= 0 { places[last].next = place } else { first = place }
        last = place
        return ReplyKey(place: place, generation: places[place].generation)
    }

    /// Takes a reply, if it is still owed.
    mutating func take(_ key: ReplyKey) -> Owed? {
        guard key.place < places.count, places[key.place].generation == key.generation else { return nil }
        return take(key.place)
    }

    /// Takes the reply that is owed for longest, if its deadline has come.
    mutating func takeExpired(now: MonotonicTime) -> Owed? { nextDeadline <= now ? take(first) : nil }

    private mutating func take(_ place: Int) -> Owed? {
        guard let owed = places[place].owed else { return nil }
        let (previous, next) = (places[place].previous, places[place].next)
        if previous >= 0 { places[previous].next = next } else { first = next }
        if next >= 0 { places[next].previous = previous } else { last = previous }
        places[place].owed = nil
        places[place].generation &+= 1
        free.append(place)
        return owed
    }
}
