/// When to try again after connections that failed: exponential with full jitter, one try at a time (case 129).
struct ReconnectBackoff {
    /// The bound of the first pause.
    var base: Duration = .milliseconds(100)

    /// The bound of every pause.
    var cap: Duration = .seconds(10)

    private(set) var failures = 0
    private(set) var nextAttempt: ContinuousClock.Instant?
    private var isProbing = false

    /// Whether a connection may be tried now; after a failure, one caller alone is told so.
    mutating func mayTry(at now: ContinuousClock.Instant) -> Bool {
        guard let nextAttempt else { return true }
        guard !isProbing, now >= nextAttempt else { return false }
        isProbing = true
        return true
    }

    /// When it is worth asking again; `nil` when only the end of a try changes anything.
    var retryTime: ContinuousClock.Instant? { isProbing ? nil : nextAttempt }

    /// Records a failure.
    ///
    /// - Parameters:
    ///   - now: When it failed.
    ///   - random: From 0 to 1, fresh for each failure.
    ///   - isCrowded: The server has too many clients; then the pause is at least half of its cap.
    mutating func fail(at now: ContinuousClock.Instant, random: Double, isCrowded: Bool) {
        isProbing = false
        failures += 1
        let bound = min(cap, base * (1 << min(failures - 1, 20)))
        let pause = isCrowded ? cap * (0.5 + random / 2) : bound * random
        nextAttempt = now.advanced(by: pause)
    }

    /// Records a success.
    mutating func succeed() {
        isProbing = false
        failures = 0
        nextAttempt = nil
    }

    /// Records that a try ended without saying anything about the server.
    mutating func abandon() {
        isProbing = false
    }
}
