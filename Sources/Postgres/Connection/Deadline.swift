/// A point of monotonic time by which a call ends.
struct Deadline {
    let instant: ContinuousClock.Instant

    static func after(_ duration: Duration) -> Deadline {
        Deadline(instant: ContinuousClock.now.advanced(by: duration))
    }

    var remaining: Duration {
        max(.zero, ContinuousClock.now.duration(to: instant))
    }

    var hasPassed: Bool {
        ContinuousClock.now >= instant
    }

    /// The remaining time for poll(2): rounded up, so that a wait never ends just before the deadline.
    var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = remaining.components
        return Int32(min(86_400_000, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    func limited(to duration: Duration) -> Deadline {
        Deadline(instant: min(instant, ContinuousClock.now.advanced(by: duration)))
    }
}
