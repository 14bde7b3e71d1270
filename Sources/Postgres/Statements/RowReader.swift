/// Reads the columns of one row from left to right, each as the type that the caller wants.
///
/// `Link(slug: try row.next(), expires: try row.next())` takes the types from what they initialise: `String` for a column
/// that is never NULL, `UnixTime?` for one that may be, `[String]` for an array.
package struct RowReader {
    private let cells: Cells
    private let columns: [DataType]
    private var index = 0

    enum Cells {
        case result(ResultHandle, row: Int)
        case tuple(bytes: [UInt8], cells: [Range<Int>?])
    }

    init(_ cells: Cells, columns: [DataType]) {
        self.cells = cells
        self.columns = columns
    }

    /// Reads a column that is not NULL.
    ///
    /// - Throws: ``PostgresError`` with `unexpectedResult` for NULL, another type, or when no column is left.
    package mutating func next<Column: Scalar>(_ type: Column.Type = Column.self) throws(PostgresError) -> Column {
        guard let value: Column = try next() else { throw unexpected("NULL") }
        return value
    }

    /// Reads a column that may be NULL.
    ///
    /// - Throws: As for a column that may not.
    package mutating func next<Column: Scalar>(_ type: Column?.Type = Column?.self) throws(PostgresError) -> Column? {
        guard Column.canRead(try advance()) else { throw unexpected("\(columns[index - 1])") }
        return try withCell { cell throws(PostgresError) in
            guard let cell else { return nil }
            return try Column(binary: cell)
        }
    }

    /// Reads an array that is not NULL and holds no NULL.
    ///
    /// - Throws: As for a column, and for an array of several dimensions.
    package mutating func next<Element: Scalar>(
        _ type: [Element].Type = [Element].self
    ) throws(PostgresError) -> [Element] {
        guard let values: [Element?] = try next() else { throw unexpected("NULL") }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let value else { throw unexpected("a NULL in an array") }
            elements.append(value)
        }
        return elements
    }

    /// Reads an array that may be NULL and may hold NULLs.
    ///
    /// - Throws: As for a column, and for an array of several dimensions.
    package mutating func next<Element: Scalar>(
        _ type: [Element?]?.Type = [Element?]?.self
    ) throws(PostgresError) -> [Element?]? {
        guard let element = try advance().element, Element.canRead(element) else {
            throw unexpected("\(columns[index - 1])")
        }
        return try withCell { cell throws(PostgresError) in
            guard let cell else { return nil }
            return try BinaryArray.elements(of: cell, type: element)
        }
    }

    /// Passes over a column.
    package mutating func skip() throws(PostgresError) {
        _ = try advance()
    }

    /// Refuses a decoder that left columns unread.
    func finish() throws(PostgresError) {
        guard index == columns.count else {
            throw PostgresError(.unexpectedResult, "the decoder read \(index) of \(columns.count) columns")
        }
    }

    private mutating func advance() throws(PostgresError) -> DataType {
        guard index < columns.count else {
            throw PostgresError(.unexpectedResult, "the decoder reads more than \(columns.count) columns")
        }
        index += 1
        return columns[index - 1]
    }

    private func withCell<Result>(
        _ body: (Span<UInt8>?) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        switch cells {
        case .result(let result, let row):
            return try result.withValue(row: row, column: index - 1, body)
        case .tuple(let bytes, let ranges):
            guard let range = ranges[index - 1] else { return try body(nil) }
            return try body(bytes.span.extracting(range))
        }
    }

    private func unexpected(_ found: String) -> PostgresError {
        PostgresError(.unexpectedResult, "column \(index) is \(found), which the decoder does not take")
    }
}

/// The binary form of an array (PostgreSQL 15, `array_send`).
enum BinaryArray {
    static func elements<Element: Scalar>(
        of bytes: Span<UInt8>, type: DataType
    ) throws(PostgresError) -> [Element?] {
        guard bytes.count >= 12 else { throw PostgresError.malformed(type) }
        let dimensions: Int32 = bytes.bigEndian(at: 0)
        guard bytes.bigEndian(at: 8) == type.objectID else { throw PostgresError.malformed(type) }
        if dimensions == 0 && bytes.count == 12 { return [] }
        guard dimensions == 1, bytes.count >= 20 else { throw PostgresError.malformed(type) }
        let count: Int32 = bytes.bigEndian(at: 12)
        // Each element has four bytes of length, which bounds what may be reserved.
        guard count >= 0, Int(count) <= (bytes.count - 20) / 4 else { throw PostgresError.malformed(type) }
        var elements: [Element?] = []
        elements.reserveCapacity(Int(count))
        var offset = 20
        for _ in 0..<count {
            guard offset + 4 <= bytes.count else { throw PostgresError.malformed(type) }
            let length: Int32 = bytes.bigEndian(at: offset)
            offset += 4
            guard length >= 0 else {
                guard length == -1 else { throw PostgresError.malformed(type) }
                elements.append(nil)
                continue
            }
            guard Int(length) <= bytes.count - offset else { throw PostgresError.malformed(type) }
            elements.append(try Element(binary: bytes.extracting(offset..<(offset + Int(length)))))
            offset += Int(length)
        }
        guard offset == bytes.count else { throw PostgresError.malformed(type) }
        return elements
    }
}
