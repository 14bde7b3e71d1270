import CommandLine
import JSONText

extension Console {
    /// Writes things: a table of some of their values, or all values as JSON.
    ///
    /// - Parameters:
    ///   - name: The name of the JSON member, a plural: `domains`.
    ///   - records: The things, all with the same names.
    ///   - columns: The names of the values that the table has.
    ///   - json: Whether to write `{"version": 1, NAME: […]}`.
    /// - Throws: ``SystemError`` when nobody reads.
    func list(_ name: String, _ records: [Record], columns: [String], json: Bool) throws {
        if json {
            try writeJSON { writer in
                writer.name(name)
                writer.array { writer in
                    for record in records { writer.write(record) }
                }
            }
            return
        }
        var table = TextTable(columns)
        for record in records {
            table.append(columns.map { column in record.fields.first { $0.name == column }?.value.text ?? "" })
        }
        try write(table.text)
        if records.isEmpty { note("no \(name)") }
    }

    /// Writes one thing: a line per value, or `{"version": 1, NAME: {…}}`.
    func show(_ name: String, _ record: Record, json: Bool) throws {
        if json {
            try writeJSON { writer in
                writer.name(name)
                writer.write(record)
            }
            return
        }
        var table = TextTable(["", ""])
        for field in record.fields { table.append([field.name, field.value.text]) }
        try write(table.rowsText)
    }
}
