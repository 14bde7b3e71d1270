import Platform

/// What became of a delivery: a pure function of the transfer's record.
enum WebhookAnswer: Equatable {
    /// It was taken: any status from 200 to 299.
    case accepted
    /// The webhook will not have this message; others it may.
    case refused(reason: String)
    /// The webhook takes nothing now.
    case away(reason: String, retryAfter: Duration?)

    /// The longest `Retry-After` that is obeyed: an hour.
    static let longestRetryAfter = Duration.seconds(3600)

    init(_ record: TransferRecord) {
        switch record.outcome {
        case .answered(200...299): self = .accepted
        case .answered(let status):
            let reason = "the answer is \(status)"
            let isAway = status == 408 || status == 425 || status == 429 || status >= 500
            let pause = record.headers.retryAfter.map { min($0, Self.longestRetryAfter) }
            self = isAway ? .away(reason: reason, retryAfter: pause) : .refused(reason: reason)
        case .failed(let failure): self = .away(reason: failure.description, retryAfter: nil)
        }
    }

    /// The pause after a delivery that failed: 5 s, doubled up to 15 min, a third more or less.
    ///
    /// - Parameters:
    ///   - attempts: How many have failed, this one too.
    ///   - jitter: 0 to 1, random.
    /// - Returns: The pause.
    static func pause(after attempts: Int, jitter: Double) -> Duration {
        let bound = min(Duration.seconds(900), .seconds(5) * (1 << min(max(attempts - 1, 0), 16)))
        return bound * (2.0 / 3 + jitter * 2 / 3)
    }
}
