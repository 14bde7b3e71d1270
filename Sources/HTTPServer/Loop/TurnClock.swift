import HTTPWire
import Platform

/// The time as of the beginning of a loop's turn; all that happens in the turn happens then.
struct TurnClock {
    /// For deadlines and durations.
    private(set) var now = MonotonicTime.now()
    /// For records.
    private(set) var time = UnixTime.recent()
    /// For the `Date` of answers.
    private(set) var date = HTTPDate(seconds: UnixTime.recent().microseconds / 1_000_000)

    /// Looks at the clocks.
    mutating func beginTurn() {
        now = .now()
        time = .recent()
        let second = time.microseconds / 1_000_000
        if second != date.seconds { date = HTTPDate(seconds: second) }
    }
}
