import CLinux
import Glibc

/// A point of wall-clock time: microseconds since 1970-01-01T00:00:00Z, without leap seconds, as PostgreSQL keeps it.
package struct UnixTime: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// Microseconds since the epoch; negative before it.
    package var microseconds: Int64

    /// Makes a time from microseconds since the epoch.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a time from whole seconds since the epoch.
    package init(seconds: Int64) {
        microseconds = seconds &* 1_000_000
    }

    /// The system's clock now.
    package static func now() -> UnixTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UnixTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The system's clock as of its last tick, at most some milliseconds old; cheaper than ``now()``.
    package static func recent() -> UnixTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return UnixTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Orders by time.
    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The time that lies the duration later.
    package static func + (time: UnixTime, duration: Duration) -> UnixTime {
        let (seconds, attoseconds) = duration.components
        return UnixTime(microseconds: time.microseconds &+ seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000)
    }

    /// The duration from the right time to the left one.
    package static func - (left: UnixTime, right: UnixTime) -> Duration {
        .microseconds(left.microseconds &- right.microseconds)
    }
}
