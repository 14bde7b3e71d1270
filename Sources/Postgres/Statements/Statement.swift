/// An SQL statement as a value: its text, what goes in, what comes out, and how a row becomes a Swift value.
///
/// ```swift
/// extension Statement<LinkRow> {
///     static let linksChangedSince = Statement(
///         "links_changed_since",
///         sql: "SELECT slug, expires_at FROM fleet.links WHERE changed > $1 ORDER BY slug",
///         parameters: [.int8],
///         columns: [.text, .timestamptz]
///     ) { row throws(PostgresError) in
///         LinkRow(slug: try row.next(), expires: try row.next())
///     }
/// }
/// ```
///
/// Results must have exactly the columns given, and the decoder must read each; both are checked at every result.
/// Columns of a type that is not in ``DataType`` (enums, `numeric`, `inet`) are cast in the SQL.
package struct Statement<Row>: Sendable {
    /// The name it is prepared under: unique in the process, at most 63 bytes.
    package let name: String

    /// One SQL command with `$1`, `$2`, … for its parameters.
    package let sql: String

    /// The types of the parameters, in order.
    package let parameters: [DataType]

    /// The types of the result's columns, in order; empty for a command without rows.
    package let columns: [DataType]

    let decode: @Sendable (inout RowReader) throws(PostgresError) -> Row

    /// Makes a statement with rows.
    package init(
        _ name: String, sql: String, parameters: [DataType] = [], columns: [DataType],
        decode: @escaping @Sendable (inout RowReader) throws(PostgresError) -> Row
    ) {
        self.name = name
        self.sql = sql
        self.parameters = parameters
        self.columns = columns
        self.decode = decode
    }

    /// The statement without its decoder, for lists of statements.
    package var definition: StatementDefinition {
        StatementDefinition(name: name, sql: sql, parameters: parameters, columns: columns)
    }

    func row(_ cells: RowReader.Cells) throws(PostgresError) -> Row {
        var reader = RowReader(cells, columns: columns)
        let row = try decode(&reader)
        try reader.finish()
        return row
    }
}

extension Statement<Void> {
    /// Makes a command without rows.
    package init(_ name: String, sql: String, parameters: [DataType] = []) {
        self.init(name, sql: sql, parameters: parameters, columns: []) { _ throws(PostgresError) in }
    }
}

extension Statement where Row: Scalar {
    /// Makes a statement with one column that is never NULL.
    package init(_ name: String, sql: String, parameters: [DataType] = []) {
        self.init(name, sql: sql, parameters: parameters, columns: [Row.dataType]) { row throws(PostgresError) in
            try row.next()
        }
    }
}

/// What a ``Statement`` says to the server.
package struct StatementDefinition: Hashable, Sendable {
    /// The name it is prepared under.
    package let name: String

    /// Its SQL.
    package let sql: String

    /// The types of the parameters.
    package let parameters: [DataType]

    /// The types of the result's columns.
    package let columns: [DataType]

    /// Refuses values that are not of the statement's parameter types.
    func check(_ values: [Value]) throws(PostgresError) {
        guard values.count == parameters.count else {
            throw PostgresError(
                .invalidParameter, "statement \(name) takes \(parameters.count) parameters, not \(values.count)")
        }
        for (index, value) in values.enumerated() where value.type != parameters[index] {
            throw PostgresError(
                .invalidParameter,
                "parameter $\(index + 1) of statement \(name) is \(parameters[index]), not \(value.type)")
        }
    }

    /// Refuses a result that has other columns than the statement says.
    func check(_ result: ResultHandle) throws(PostgresError) {
        let found = (0..<result.columnCount).map { result.columnType($0) }
        guard found == columns else {
            throw PostgresError(
                .unexpectedResult,
                "statement \(name) gives the columns (\(found.list)) instead of (\(columns.list))")
        }
    }
}

extension [DataType] {
    fileprivate var list: String { map(\.description).joined(separator: ", ") }
}
