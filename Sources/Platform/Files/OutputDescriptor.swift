import CLinux
import Glibc

/// An open descriptor that bytes are written to and that somebody else closes: standard error, or a pipe of a test.
package struct OutputDescriptor: BitwiseCopyable, Sendable {
    private let rawValue: Int32

    /// Takes the number of a descriptor that stays open as long as this value is used.
    package init(borrowing rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The process's standard error.
    package static let standardError = OutputDescriptor(borrowing: STDERR_FILENO)

    /// Whether a person reads it at a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes the bytes, in one call where the descriptor takes them at once, and waits no longer than the patience.
    ///
    /// A pipe is asked before every 4,096 bytes (`PIPE_BUF`): one that has room for them does not block, also when the
    /// descriptor is a blocking one. A pipe that nobody reads takes nothing.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - patience: How long to wait in all for a reader that is behind; zero waits not at all.
    /// - Returns: How many bytes were written.
    package func write(_ bytes: Span<UInt8>, patience: Duration) -> Int {
        let deadline = MonotonicTime.now() + patience
        var written = 0
        while written < bytes.count, isReady(until: deadline) {
            let piece = bytes.extracting(written..<min(bytes.count, written + Int(PIPE_BUF)))
            let count = unsafe piece.withUnsafeBufferPointer { buffer in
                unsafe Glibc.write(rawValue, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR && errno != EAGAIN {
                break
            }
        }
        return written
    }

    private func isReady(until deadline: MonotonicTime) -> Bool {
        while true {
            let left = max(.zero, deadline - .now())
            let (seconds, attoseconds) = left.components
            let milliseconds = Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            var descriptor = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
            let count = unsafe poll(&descriptor, 1, milliseconds)
            if count > 0 { return descriptor.revents == Int16(POLLOUT) }
            guard count < 0, errno == EINTR else { return false }
        }
    }
}
