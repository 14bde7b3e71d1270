import CLinux
import Glibc

/// A point of the clock that only goes forward, for deadlines and durations within this process.
package struct MonotonicTime: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// Nanoseconds since a point that does not change while the system runs.
    package var nanoseconds: Int64

    /// Makes a time from nanoseconds.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock now.
    package static func now() -> MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// A time that no deadline reaches.
    package static let distantFuture = MonotonicTime(nanoseconds: .max)

    /// Orders by time.
    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The time that lies the duration later; a duration beyond 200 years counts as that.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return overflow ? .distantFuture : MonotonicTime(nanoseconds: sum)
    }

    /// The duration from the right time to the left one.
    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        .nanoseconds(left.nanoseconds &- right.nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, cut to whole ones and to 200 years either way.
    package var wholeNanoseconds: Int64 {
        let limit: Int64 = 6_311_390_400
        let seconds = min(max(components.seconds, -limit), limit)
        return seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
