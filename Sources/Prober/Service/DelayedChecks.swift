import Platform

/// Checks whose gateways have to be asked again, each after a time of its own.
struct DelayedChecks {
    private var checks: [(due: MonotonicTime, check: FinishedCheck)] = []

    /// Keeps a check for a time.
    mutating func keep(_ check: FinishedCheck, for pause: Duration) {
        checks.append((.now() + pause, check))
    }

    /// The next check whose time has come; it stays here.
    var due: FinishedCheck? { checks.first { $0.due <= .now() }?.check }

    /// Forgets a check that goes on.
    mutating func remove(_ check: FinishedCheck) {
        checks.removeAll { $0.check.domain.lease == check.domain.lease }
    }
}
