import Glibc

/// What poll(2) waits for.
struct Readiness: OptionSet {
    let rawValue: Int16

    static let readable = Readiness(rawValue: Int16(POLLIN))
    static let writable = Readiness(rawValue: Int16(POLLOUT))

    /// Waits until a descriptor is ready, a second one is readable, or the deadline passes.
    ///
    /// - Returns: What the first descriptor is ready for (an error or a hang-up counts as readable), and whether the
    ///   second one is readable.
    static func wait(
        for descriptor: Int32, _ wanted: Readiness, interruptedBy second: Int32 = -1, until deadline: Deadline
    ) -> (ready: Readiness, interrupted: Bool) {
        var entries: (pollfd, pollfd) = (
            pollfd(fd: descriptor, events: wanted.rawValue, revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let count = unsafe withUnsafeMutablePointer(to: &entries) { pair in
                unsafe pair.withMemoryRebound(to: pollfd.self, capacity: 2) {
                    unsafe poll($0, 2, deadline.pollMilliseconds)
                }
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return ([], false) }
            var ready = Readiness(rawValue: entries.0.revents).intersection([.readable, .writable])
            if entries.0.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { ready.formUnion(.readable) }
            return (ready, entries.1.revents != 0)
        }
    }
}
