package import Platform

/// Writes lines of the log to a descriptor, each by one `write(2)` unless it is longer than 4,096 bytes.
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
        state.withLock { state in
            // What follows a piece of a line begins a new one.
            let text = state.endsInsideLine ? [0x0A] + line : line
            let written = output.write(text.span, patience: state.isBehind ? .zero : Self.patience)
            state.isBehind = written < text.count
            guard state.isBehind else {
                state.endsInsideLine = false
                return
            }
            state.dropped += 1
            if written > 0 { state.endsInsideLine = text[written - 1] != 0x0A }
        }
    }
}
