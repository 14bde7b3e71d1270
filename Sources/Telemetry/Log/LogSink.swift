import Platform

/// Where lines of the log go; safe from any thread.
package protocol LogSink: AnyObject, Sendable {
    /// Takes a line with its end.
    func write(_ line: [UInt8])

    /// Takes lines with their ends, and waits no longer than the patience for a reader that is behind.
    func write(lines: Span<UInt8>, patience: Duration)

    /// Lines that were lost since the start.
    var dropped: UInt64 { get }
}
