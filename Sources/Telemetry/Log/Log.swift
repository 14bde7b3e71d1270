package import Platform

/// The structured log: a handle that is cheap to copy; safe from any thread.
///
/// The message is constant and says what happened; what differs from line to line goes to fields. A line below the
/// handle's level costs one comparison: its fields are not made.
///
/// ```swift
/// log.info("listening", [.kind: "http", .address: .text(address)])
/// log.warning("database lost", [.error: .error(error), .attempt: .count(attempt)])
/// ```
package struct Log: Sendable {
    /// The least level that is written.
    package let level: LogLevel

    /// How lines look.
    package let format: LogFormat

    private let sink: any LogSink
    private let clock: @Sendable () -> UnixTime

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - level: The least level that is written. Default `info`.
    ///   - format: How lines look.
    ///   - sink: Where they go.
    ///   - clock: Says what time it is. Default: the system's clock.
    package init(
        level: LogLevel = .info,
        format: LogFormat,
        sink: any LogSink,
        clock: @escaping @Sendable () -> UnixTime = { .now() }
    ) {
        self.level = level
        self.format = format
        self.sink = sink
        self.clock = clock
    }

    /// The log on standard error: text to a terminal, JSON lines otherwise.
    package static func standardError(level: LogLevel = .info, format: LogFormat? = nil) -> Log {
        let output = OutputDescriptor.standardError
        return Log(level: level, format: format ?? (output.isTerminal ? .text : .json), sink: DescriptorLogSink(output))
    }

    /// A log that keeps nothing.
    package static let none = Log(level: .error, format: .json, sink: NoLogSink())

    /// Lines that were lost since the start, for a metric.
    package var dropped: UInt64 { sink.dropped }

    /// Whether a line of the level is written.
    package func isEnabled(_ level: LogLevel) -> Bool { level >= self.level }

    /// Writes a line that helps to find a fault in Postern.
    package func debug(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        if level == .debug { write(.debug, message, fields()) }
    }

    /// Writes a line about what the process does.
    package func info(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        if level <= .info { write(.info, message, fields()) }
    }

    /// Writes a line about something that still works, with less.
    package func warning(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        if level <= .warning { write(.warning, message, fields()) }
    }

    /// Writes a line about something that was not done and that somebody must see to.
    package func error(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        write(.error, message, fields())
    }

    /// Writes lines that the caller has laid out in the log's format, each with its end.
    ///
    /// - Parameters:
    ///   - lines: Whole lines of a level that is written.
    ///   - patience: How long to wait at most for a reader that is behind, before they are dropped.
    package func write(lines: Span<UInt8>, patience: Duration) { sink.write(lines: lines, patience: patience) }

    private func write(_ level: LogLevel, _ message: StaticString, _ fields: LogFields) {
        sink.write(format.line(level, message, fields, at: clock()))
    }
}

private final class NoLogSink: LogSink {
    let dropped: UInt64 = 0

    func write(_ line: [UInt8]) {}

    func write(lines: Span<UInt8>, patience: Duration) {}
}
