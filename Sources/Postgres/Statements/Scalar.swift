package import Platform

/// A Swift type with one column type and its binary form.
package protocol Scalar: Equatable, Sendable {
    /// The type it is sent as.
    static var dataType: DataType { get }

    /// Whether a column of this type may be read as it.
    static func canRead(_ type: DataType) -> Bool

    /// Reads the server's binary form.
    ///
    /// - Throws: ``PostgresError`` with `unexpectedResult` for bytes that are no such value.
    init(binary bytes: Span<UInt8>) throws(PostgresError)

    /// Appends the binary form.
    ///
    /// - Throws: ``PostgresError`` with `invalidParameter` for a value that the server cannot hold.
    func encode(into bytes: inout [UInt8]) throws(PostgresError)
}

extension Scalar {
    /// The type it is sent as, and no other.
    package static func canRead(_ type: DataType) -> Bool { type == dataType }
}

extension Bool: Scalar {
    /// `boolean`.
    package static var dataType: DataType { .bool }

    /// Reads one byte, 0 or 1.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        guard bytes.count == 1, bytes[0] <= 1 else { throw PostgresError.malformed(Self.dataType) }
        self = bytes[0] == 1
    }

    /// Appends one byte, 0 or 1.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.append(self ? 1 : 0)
    }
}

extension Int16: Scalar {
    /// `smallint`.
    package static var dataType: DataType { .int2 }

    /// Reads two bytes, big-endian.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        self = try bytes.integer(Self.dataType)
    }

    /// Appends two bytes, big-endian.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.appendBigEndian(self)
    }
}

extension Int32: Scalar {
    /// `integer`.
    package static var dataType: DataType { .int4 }

    /// Reads four bytes, big-endian.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        self = try bytes.integer(Self.dataType)
    }

    /// Appends four bytes, big-endian.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.appendBigEndian(self)
    }
}

extension Int64: Scalar {
    /// `bigint`.
    package static var dataType: DataType { .int8 }

    /// Reads eight bytes, big-endian.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        self = try bytes.integer(Self.dataType)
    }

    /// Appends eight bytes, big-endian.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.appendBigEndian(self)
    }
}

extension Double: Scalar {
    /// `double precision`.
    package static var dataType: DataType { .float8 }

    /// Reads the eight bytes of IEEE 754, big-endian.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        self = Double(bitPattern: try bytes.integer(Self.dataType))
    }

    /// Appends the eight bytes of IEEE 754, big-endian.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.appendBigEndian(bitPattern)
    }
}

extension String: Scalar {
    /// `text`.
    package static var dataType: DataType { .text }

    /// `text`, `character varying` and `name`.
    package static func canRead(_ type: DataType) -> Bool {
        type == .text || type == .varchar || type == .name
    }

    /// Reads UTF-8.
    ///
    /// Invalid UTF-8, which a database in SQL_ASCII can send, is refused.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        do {
            self = String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw PostgresError.malformed(Self.dataType)
        }
    }

    /// Appends UTF-8; refuses U+0000 (case 93).
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        guard !utf8.contains(0) else {
            throw PostgresError(.invalidParameter, "a text contains U+0000, which PostgreSQL cannot hold")
        }
        bytes.append(contentsOf: utf8)
    }
}

extension [UInt8]: Scalar {
    /// `bytea`.
    package static var dataType: DataType { .bytea }

    /// Copies the bytes.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends the bytes.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        bytes.append(contentsOf: self)
    }
}

/// PostgreSQL counts microseconds from 2000-01-01T00:00:00Z.
private let postgresEpoch: Int64 = 946_684_800_000_000

extension UnixTime: Scalar {
    /// `timestamp with time zone`.
    package static var dataType: DataType { .timestamptz }

    /// Reads eight bytes; `infinity` and `-infinity` are refused.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        let count: Int64 = try bytes.integer(Self.dataType)
        let (microseconds, overflow) = count.addingReportingOverflow(postgresEpoch)
        guard !overflow, count != .min else { throw PostgresError.malformed(Self.dataType) }
        self.init(microseconds: microseconds)
    }

    /// Appends eight bytes; the server checks the range.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        let (count, overflow) = microseconds.subtractingReportingOverflow(postgresEpoch)
        // The two ends of the range stand for infinity.
        guard !overflow, count != .min, count != .max else {
            throw PostgresError(.invalidParameter, "a time is outside of what timestamptz holds")
        }
        bytes.appendBigEndian(count)
    }
}

extension Span<UInt8> {
    func integer<Number: FixedWidthInteger>(_ type: DataType) throws(PostgresError) -> Number {
        guard count == Number.bitWidth / 8 else { throw PostgresError.malformed(type) }
        return bigEndian(at: 0)
    }

    /// The number whose bytes begin at the offset; the caller has checked the length.
    func bigEndian<Number: FixedWidthInteger>(at offset: Int) -> Number {
        var value: Number = 0
        for index in 0..<(Number.bitWidth / 8) { value = value << 8 | Number(truncatingIfNeeded: self[offset + index]) }
        return value
    }
}

extension PostgresError {
    static func malformed(_ type: DataType) -> PostgresError {
        PostgresError(.unexpectedResult, "the server sent bytes that are no \(type)")
    }
}
