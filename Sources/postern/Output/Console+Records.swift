import CommandLine
import JSONText

extension Console {
    /// Writes things: a table of some of their values, or all values as JSON.
    ///
    /// - Parameters:
    ///   - name: The name of the JSON member, a plural: `domains`.
    ///   - records: The things, all with the same names.
    ///   - columns: The names of the values that the table has; a heading is the last part of a dotted name.
    ///   - json: Whether to write `{"version": 1, NAME: […]}`.
    /// - Throws: ``SystemError`` when nobody reads.
    func list(_ name: String, _ records: [Record], columns: [String], json: Bool) throws {
        if json {
            try writeJSON { writer in writer.list(name, records) }
            return
        }
        var table = TextTable(columns.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
        for record in records {
            let lines = record.lines
            table.append(columns.map { column in lines.first { $0.name == column }?.text ?? "" })
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
        for line in record.lines { table.append([line.name, line.text]) }
        try write(table.rowsText)
    }
}

extension JSONWriter {
    /// Writes a member that is a list of things.
    mutating func list(_ name: String, _ records: [Record]) {
        self.name(name)
        array { writer in
            for record in records { writer.write(record) }
        }
    }
}
