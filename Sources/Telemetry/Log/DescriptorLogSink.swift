package import Platform

/// Writes lines of the log to a descriptor, by one `write(2)` unless they are longer than 4,096 bytes.
///
/// No caller waits long for a reader that is behind: after 20 ms a line is dropped, and from then on at once until the
/// reader has caught up. Dropped lines are counted.
package final class DescriptorLogSink: LogSink {
    private struct State {
        var isBehind = false
        /// Whether the last line was cut off in its middle.
        var endsInsideLine = false
        var dropped: UInt64 = 0
    }

    private static let patience = Duration.milliseconds(20)

    private let output: OutputDescriptor
    private let state = LockedValue(State())

    /// Makes a sink for a descriptor.
    ///
    /// - Parameter output: Stays open as long as the sink is used. Default: standard error.
    package init(_ output: OutputDescriptor = .standardError) {
        self.output = output
    }

    /// Lines that were dropped, or cut off, because the reader was behind or gone.
    package var dropped: UInt64 { state.withLock { $0.dropped } }

    /// Writes a line.
    package func write(_ line: [UInt8]) {
        write(lines: line.span, patience: Self.patience)
    }

    /// Writes lines, and waits no longer than the patience for a reader that is behind; for one that was behind at the
    /// line before not at all.
    package func write(lines: Span<UInt8>, patience: Duration) {
        state.withLock { state in
            // What follows a piece of a line begins a new one.
            if state.endsInsideLine {
                let end: [UInt8] = [Self.lineEnd]
                guard output.write(end.span, patience: .zero) == 1 else {
                    state.dropped += Self.count(lines, from: 0)
                    return
                }
                state.endsInsideLine = false
            }
            let written = output.write(lines, patience: state.isBehind ? .zero : patience)
            state.isBehind = written < lines.count
            guard state.isBehind else { return }
            state.dropped += Self.count(lines, from: written)
            if written > 0 { state.endsInsideLine = lines[written - 1] != Self.lineEnd }
        }
    }

    private static let lineEnd: UInt8 = 0x0A

    /// How many lines end behind an index.
    private static func count(_ lines: Span<UInt8>, from start: Int) -> UInt64 {
        var count: UInt64 = 0
        for index in start..<lines.count where lines[index] == lineEnd { count += 1 }
        return count
    }
}
