import Platform

/// Lets transfers to a service begin as its limits allow: a value, told the time by its owner.
struct ServiceGate {
    /// What becomes of the next transfer.
    enum Admission: Equatable {
        /// It may begin.
        case open
        /// Its turn comes when another ends.
        case full
        /// Its turn comes then.
        case wait(until: MonotonicTime)
        /// The service wants a pause until then.
        case paused(until: MonotonicTime)
    }

    /// Failures in a row before the service is given a pause.
    static let patience = 3
    /// The longest pause for failures.
    static let longestPause = Duration.seconds(300)
    /// The longest `Retry-After` that is obeyed.
    static let longestRetryAfter = Duration.seconds(3600)

    private let limits: ServiceLimits
    private var active = 0
    private var next = MonotonicTime(nanoseconds: 0)
    private var pause = MonotonicTime(nanoseconds: 0)
    private var failures = 0

    init(_ limits: ServiceLimits) {
        self.limits = limits
    }

    /// Says whether a transfer may begin now.
    func admission(at now: MonotonicTime) -> Admission {
        if pause > now { return .paused(until: pause) }
        if active >= limits.concurrency { return .full }
        return next > now ? .wait(until: next) : .open
    }

    /// Counts a transfer that begins.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - jitter: 0 to 1: where within half and one and a half of the interval the next one begins.
    mutating func begin(at now: MonotonicTime, jitter: Double) {
        active += 1
        guard let rate = limits.perSecond, rate > 0 else { return }
        next = max(next, now) + .seconds((0.5 + jitter) / rate)
    }

    /// Counts a transfer that has ended.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isHealthy: Whether the service did its work.
    ///   - retryAfter: The pause that it asked for.
    ///   - jitter: 0 to 1: the pause is so much longer, up to half.
    mutating func end(at now: MonotonicTime, isHealthy: Bool, retryAfter: Duration?, jitter: Double) {
        active -= 1
        guard limits.backsOff else { return }
        failures = isHealthy ? 0 : min(failures + 1, 30)
        if let retryAfter { pause = max(pause, now + min(retryAfter, Self.longestRetryAfter)) }
        guard failures >= Self.patience else { return }
        let seconds = min(Double(1 << min(failures - Self.patience, 10)), 200) * (1 + jitter / 2)
        pause = max(pause, now + min(.seconds(seconds), Self.longestPause))
    }
}
