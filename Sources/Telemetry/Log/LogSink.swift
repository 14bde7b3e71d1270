/// Where lines of the log go; safe from any thread.
package protocol LogSink: AnyObject, Sendable {
    /// Takes a line with its end.
    func write(_ line: [UInt8])

    /// Lines that were lost since the start.
    var dropped: UInt64 { get }
}
