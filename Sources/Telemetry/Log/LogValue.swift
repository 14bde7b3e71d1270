package import Platform

/// The value of a field in the log.
package enum LogValue: Sendable {
    /// Text of our own.
    case string(String)
    /// Bytes from outside, in whatever encoding: shown as ``EscapedBytes``.
    case bytes([UInt8])
    /// A whole number.
    case integer(Int64)
    /// Yes or no.
    case bool(Bool)
    /// A length of time, in seconds with a fraction.
    case duration(Duration)
    /// A point of time, as RFC 3339 text.
    case time(UnixTime)

    /// Shows a value by its description.
    package static func text(_ value: some CustomStringConvertible) -> LogValue { .string(value.description) }

    /// Shows an error by its description.
    package static func error(_ error: any Error) -> LogValue { .string("\(error)") }

    /// A whole number of any type; one beyond 64 bits is shown as the nearest that fits.
    package static func count(_ value: some BinaryInteger) -> LogValue { .integer(Int64(clamping: value)) }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Makes text of a literal.
    package init(stringLiteral value: String) { self = .string(value) }

    /// Makes a number of a literal.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a Boolean of a literal.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
