import CLinux
import Glibc

/// One thread's epoll instance.
package struct Epoll: ~Copyable, Sendable {
    /// What to wait for, and what happened: the `EPOLL…` bits of epoll_ctl(2).
    package struct Events: OptionSet, Sendable {
        /// The bits as the kernel has them.
        package let rawValue: UInt32

        /// Makes a set from the kernel's bits.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// `EPOLLIN`.
        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// `EPOLLOUT`.
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// `EPOLLRDHUP`: the peer sends no more.
        package static let peerClosed = Events(rawValue: EPOLLRDHUP.rawValue)
        /// `EPOLLHUP`; always reported.
        package static let hangUp = Events(rawValue: EPOLLHUP.rawValue)
        /// `EPOLLERR`; always reported.
        package static let error = Events(rawValue: EPOLLERR.rawValue)
        /// `EPOLLEXCLUSIVE`: wakes one of the threads that watch the descriptor; only when it is added.
        package static let exclusive = Events(rawValue: EPOLLEXCLUSIVE.rawValue)
        /// `EPOLLET`.
        package static let edgeTriggered = Events(rawValue: EPOLLET.rawValue)
    }

    private let descriptor: FileDescriptor
    private let buffer: EventBuffer

    /// Makes an instance.
    ///
    /// - Parameter capacity: Events taken per wait, 1 or more.
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init(capacity: Int = 256) throws(SystemError) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { throw .last("epoll_create1") }
        descriptor = FileDescriptor(owning: number)
        buffer = EventBuffer(capacity: capacity)
    }

    /// Watches a descriptor; events come back with the token.
    package func add(_ number: Int32, _ events: Events, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, number, events, token)
    }

    /// Changes what a watched descriptor is watched for.
    package func modify(_ number: Int32, _ events: Events, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, number, events, token)
    }

    /// Stops watching; a descriptor that is not watched is no error.
    package func remove(_ number: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, number, &event)
    }

    /// Waits for events.
    ///
    /// A signal does not end the wait, nor does a process that is stopped and goes on (signal(7), "Interruption of system
    /// calls and library functions by stop signals").
    ///
    /// - Parameter timeout: `nil` waits for ever, zero polls; rounded up to whole milliseconds.
    /// - Returns: How many events ``event(_:)`` can be asked for; 0 after the timeout.
    package func wait(timeout: Duration?) -> Int {
        let nanoseconds = timeout.map { max(0, min($0.wholeNanoseconds, Self.longestWait)) }
        let end = nanoseconds.map { MonotonicTime.now() + .nanoseconds($0) }
        var left = nanoseconds
        while true {
            let count = wait(nanoseconds: left)
            if count >= 0 { return count }
            left = end.map { max(0, ($0 - .now()).wholeNanoseconds) }
        }
    }

    /// Waits for events until a deadline: what an event loop calls once per turn.
    ///
    /// - Parameters:
    ///   - deadline: ``MonotonicTime/distantFuture`` waits for ever; a time that has passed polls.
    ///   - now: The time, as far as the caller knows it.
    /// - Returns: How many events ``event(_:)`` can be asked for; 0 at the deadline or after a signal.
    package func wait(until deadline: MonotonicTime, now: MonotonicTime) -> Int {
        if deadline == .distantFuture { return max(0, wait(nanoseconds: nil)) }
        return max(0, wait(nanoseconds: max(0, min(deadline.nanoseconds &- now.nanoseconds, Self.longestWait))))
    }

    /// A day, in nanoseconds.
    private static var longestWait: Int64 { 86_400_000_000_000 }

    /// Waits once; a negative number after a signal.
    private func wait(nanoseconds: Int64?) -> Int {
        let milliseconds = nanoseconds.map { Int32(($0 + 999_999) / 1_000_000) } ?? -1
        return Int(unsafe epoll_wait(descriptor.rawValue, buffer.events, Int32(buffer.capacity), milliseconds))
    }

    /// The event at an index below what ``wait(timeout:)`` returned.
    package func event(_ index: Int) -> (token: UInt64, events: Events) {
        precondition(index >= 0 && index < buffer.capacity)
        let event = unsafe buffer.events[index]
        return unsafe (event.data.u64, Events(rawValue: event.events))
    }

    private func control(
        _ operation: Int32, _ number: Int32, _ events: Events, _ token: UInt64
    ) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = events.rawValue
        unsafe event.data.u64 = token
        guard unsafe epoll_ctl(descriptor.rawValue, operation, number, &event) == 0 else { throw .last("epoll_ctl") }
    }
}

// Sendable because: only the thread that waits touches the memory, and an `Epoll` is used by one thread.
@safe
private final class EventBuffer: @unchecked Sendable {
    let events: UnsafeMutablePointer<epoll_event>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        unsafe events = .allocate(capacity: capacity)
        unsafe events.initialize(repeating: epoll_event(), count: capacity)
    }

    deinit {
        unsafe events.deallocate()
    }
}
