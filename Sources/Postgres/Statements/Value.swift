package import Platform

/// A parameter of a statement; `nil` inside a case is NULL of that type.
///
/// Arrays have one dimension and may hold NULLs: `.texts(["a", nil])`.
package enum Value: Hashable, Sendable {
    /// `boolean`.
    case bool(Bool?)
    /// `smallint`.
    case int16(Int16?)
    /// `integer`.
    case int32(Int32?)
    /// `bigint`.
    case int64(Int64?)
    /// `double precision`.
    case double(Double?)
    /// `text`; refused when it contains U+0000, which PostgreSQL cannot hold (case 93).
    case text(String?)
    /// `bytea`.
    case bytes([UInt8]?)
    /// `uuid`.
    case uuid(UUIDText?)
    /// `timestamp with time zone`; refused before 4714 BC, as by the server.
    case time(UnixTime?)
    /// `jsonb`.
    case json(JSONDocument?)
    /// `boolean[]`.
    case bools([Bool?]?)
    /// `smallint[]`.
    case int16s([Int16?]?)
    /// `integer[]`.
    case int32s([Int32?]?)
    /// `bigint[]`.
    case int64s([Int64?]?)
    /// `double precision[]`.
    case doubles([Double?]?)
    /// `text[]`; each element as for `text`.
    case texts([String?]?)
    /// `bytea[]`.
    case byteArrays([[UInt8]?]?)
    /// `uuid[]`.
    case uuids([UUIDText?]?)
    /// `timestamp with time zone[]`.
    case times([UnixTime?]?)
    /// `jsonb[]`.
    case jsons([JSONDocument?]?)

    /// The server's type of the value.
    package var type: DataType {
        switch self {
        case .bool: .bool
        case .int16: .int2
        case .int32: .int4
        case .int64: .int8
        case .double: .float8
        case .text: .text
        case .bytes: .bytea
        case .uuid: .uuid
        case .time: .timestamptz
        case .json: .jsonb
        case .bools: .boolArray
        case .int16s: .int2Array
        case .int32s: .int4Array
        case .int64s: .int8Array
        case .doubles: .float8Array
        case .texts: .textArray
        case .byteArrays: .byteaArray
        case .uuids: .uuidArray
        case .times: .timestamptzArray
        case .jsons: .jsonbArray
        }
    }

    /// Appends the binary form.
    ///
    /// - Returns: False for NULL, which has none.
    func encode(into bytes: inout [UInt8]) throws(PostgresError) -> Bool {
        switch self {
        case .bool(let value): try encode(value, into: &bytes)
        case .int16(let value): try encode(value, into: &bytes)
        case .int32(let value): try encode(value, into: &bytes)
        case .int64(let value): try encode(value, into: &bytes)
        case .double(let value): try encode(value, into: &bytes)
        case .text(let value): try encode(value, into: &bytes)
        case .bytes(let value): try encode(value, into: &bytes)
        case .uuid(let value): try encode(value, into: &bytes)
        case .time(let value): try encode(value, into: &bytes)
        case .json(let value): try encode(value, into: &bytes)
        case .bools(let values): try encode(values, into: &bytes)
        case .int16s(let values): try encode(values, into: &bytes)
        case .int32s(let values): try encode(values, into: &bytes)
        case .int64s(let values): try encode(values, into: &bytes)
        case .doubles(let values): try encode(values, into: &bytes)
        case .texts(let values): try encode(values, into: &bytes)
        case .byteArrays(let values): try encode(values, into: &bytes)
        case .uuids(let values): try encode(values, into: &bytes)
        case .times(let values): try encode(values, into: &bytes)
        case .jsons(let values): try encode(values, into: &bytes)
        }
    }

    private func encode(_ value: (some Scalar)?, into bytes: inout [UInt8]) throws(PostgresError) -> Bool {
        guard let value else { return false }
        try value.encode(into: &bytes)
        return true
    }

    /// An array: dimensions, a flag for NULLs, the element type, length and lower bound, then each element with its
    /// length (PostgreSQL 15, `array_recv`).
    private func encode<Element: Scalar>(
        _ values: [Element?]?, into bytes: inout [UInt8]
    ) throws(PostgresError) -> Bool {
        guard let values else { return false }
        bytes.appendBigEndian(Int32(values.isEmpty ? 0 : 1))
        bytes.appendBigEndian(Int32(values.contains { $0 == nil } ? 1 : 0))
        bytes.appendBigEndian(Element.dataType.objectID)
        guard !values.isEmpty else { return true }
        guard let count = Int32(exactly: values.count) else {
            throw PostgresError(.invalidParameter, "an array has more than 2,147,483,647 elements")
        }
        bytes.appendBigEndian(count)
        bytes.appendBigEndian(Int32(1))
        for value in values { try bytes.appendCell { bytes throws(PostgresError) in try encode(value, into: &bytes) } }
        return true
    }
}

extension [UInt8] {
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends what the closure appends with its length in front; -1 alone when the closure says that it is NULL.
    mutating func appendCell(
        _ encode: (inout [UInt8]) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        let start = count
        appendBigEndian(Int32(-1))
        guard try encode(&self) else { return }
        guard let length = Int32(exactly: count - start - 4) else {
            throw PostgresError(.invalidParameter, "a value is longer than 2,147,483,647 bytes")
        }
        for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: length >> Int32(24 - 8 * index)) }
    }
}
