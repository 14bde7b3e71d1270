import Glibc
import Platform

/// A connection of a ``ScriptedServer``, on a thread of its own.
struct ScriptedConnection {
    /// `POLLRDHUP`, which Glibc's module hides behind `_GNU_SOURCE`.
    private static let peerClosed: Int16 = 0x2000

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Receives up to the empty line that ends a head; `nil` when the peer has gone.
    mutating func readHead() -> String? {
        while true {
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { received.removeSubrange(..<end.upperBound) }
                return String(decoding: received[..<end.lowerBound], as: UTF8.self)
            }
            guard readMore() else { return nil }
        }
    }

    /// Receives so many bytes; `nil` when the peer has gone before.
    mutating func readBody(_ count: Int) -> [UInt8]? {
        while received.count < count {
            guard readMore() else { return nil }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    private mutating func readMore() -> Bool {
        guard wait(Int16(POLLIN), timeout: nil) else { return false }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        received += bytes[..<count]
        return true
    }

    /// Takes the steps.
    ///
    /// - Returns: Whether the connection serves on.
    func run(_ steps: [ScriptedStep]) -> Bool {
        for step in steps {
            switch step {
            case .bytes(let bytes):
                guard send(bytes) else { return false }
            case .drip(let bytes, let pause):
                for byte in bytes {
                    guard !isGone(within: pause), send([byte]) else { return false }
                }
            case .repeated(let bytes, let times):
                var count = 0
                while times.map({ count < $0 }) ?? true {
                    guard send(bytes) else { return false }
                    count += 1
                }
            case .pause(let pause):
                if isGone(within: pause) { return false }
            case .stall:
                _ = isGone(within: nil)
                return false
            case .close: return false
            case .reset:
                Socket.resetAtClose(descriptor)
                return false
            }
        }
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            switch Socket.send(descriptor, bytes.span.extracting(start..<bytes.count)) {
            case .bytes(let count): start += count
            case .wouldBlock: guard wait(Int16(POLLOUT), timeout: nil) else { return false }
            case .failed: return false
            }
        }
        return true
    }

    /// Waits until the peer has closed its side; a request that it sends meanwhile stays where it is.
    private func isGone(within time: Duration?) -> Bool {
        wait(Self.peerClosed, timeout: time)
    }

    private func wait(_ events: Int16, timeout: Duration?) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        let milliseconds = timeout.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
        return unsafe poll(&entry, 1, milliseconds) > 0
    }
}
