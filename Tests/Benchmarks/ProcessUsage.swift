import Glibc

/// What the process has used so far.
struct ProcessUsage {
    /// The time on processors, of all threads.
    let processorTime: Duration
    /// The most memory at once, in MiB.
    let peakMemory: Int

    /// Asks the system.
    init() {
        var usage = rusage()
        _ = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        processorTime =
            .seconds(Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec))
            + .microseconds(Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
        peakMemory = usage.ru_maxrss / 1024
    }
}
