import CLinux
import Glibc

/// A stream that the process was started with.
package struct StandardStream: Sendable {
    private let number: Int32

    /// Where data goes: descriptor 1.
    package static let output = StandardStream(number: 1)
    /// Where messages go: descriptor 2.
    package static let error = StandardStream(number: 2)

    /// Whether a person sits at the other end.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// Writes all of a text, unbuffered; waits where a pipe is full.
    ///
    /// - Throws: ``SystemError``; `EPIPE` when nobody reads and `SIGPIPE` is ignored.
    package func write(_ text: String) throws(SystemError) {
        try write(Array(text.utf8))
    }

    /// Writes all of the bytes, unbuffered; waits where a pipe is full.
    ///
    /// - Throws: ``SystemError``; `EPIPE` when nobody reads and `SIGPIPE` is ignored.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                // Whoever shares the descriptor with us made it non-blocking.
                var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
                continue
            }
            guard count >= 0 else { throw .last("write") }
            rest = rest.dropFirst(count)
        }
    }
}
