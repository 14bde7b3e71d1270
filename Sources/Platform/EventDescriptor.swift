import CLinux
import Glibc

/// An eventfd: wakes the thread that waits for it in ``Epoll``; any thread may signal.
package struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Makes a non-blocking eventfd with count 0.
    ///
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init() throws(SystemError) {
        let number = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard number >= 0 else { throw .last("eventfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// The number to register for readability.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Wakes the waiting thread; several signals before it drains are one.
    package func signal() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(descriptor.rawValue, &one, 8)
    }

    /// Resets the count, so that only later signals wake again.
    package func drain() {
        var count: UInt64 = 0
        _ = unsafe Glibc.read(descriptor.rawValue, &count, 8)
    }
}
