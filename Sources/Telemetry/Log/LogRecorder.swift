import Platform

/// Keeps lines of the log in memory, for tests that ask what was logged.
package final class LogRecorder: LogSink {
    private let kept = LockedValue<[[UInt8]]>([])

    /// Makes an empty recorder.
    package init() {}

    /// The lines so far, each with its end.
    package var lines: [[UInt8]] { kept.withLock { $0 } }

    /// The lines so far as text, without their ends.
    package var texts: [String] { lines.map { String(decoding: $0.dropLast(), as: UTF8.self) } }

    /// Always zero.
    package var dropped: UInt64 { 0 }

    /// Keeps a line.
    package func write(_ line: [UInt8]) {
        kept.withLock { $0.append(line) }
    }

    /// Keeps lines, each by itself.
    package func write(lines: Span<UInt8>, patience: Duration) {
        var line: [UInt8] = []
        for index in lines.indices {
            line.append(lines[index])
            guard lines[index] == 0x0A else { continue }
            write(line)
            line = []
        }
    }
}
