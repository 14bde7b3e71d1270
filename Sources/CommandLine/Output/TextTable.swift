/// Rows under headings, in columns wide enough for what they hold: for people to read.
package struct TextTable: Sendable {
    private var rows: [[String]]

    /// Makes a table without rows.
    ///
    /// - Parameter headings: One per column.
    package init(_ headings: [String]) {
        rows = [headings.map { $0.uppercased() }]
    }

    /// Whether the table has no row.
    package var isEmpty: Bool { rows.count == 1 }

    /// Adds a row.
    ///
    /// - Parameter cells: One per column; a control character in one is shown as `\u{…}`, an empty one as `-`.
    package mutating func append(_ cells: [String]) {
        precondition(cells.count == rows[0].count, "a row has one cell per column")
        rows.append(cells.map { $0.isEmpty ? "-" : printable($0) })
    }

    /// The lines of the table, each with a line feed, without spaces at the ends; empty when there is no row.
    package var text: String { isEmpty ? "" : lines(of: rows[...]) }

    /// The lines without that of the headings.
    package var rowsText: String { lines(of: rows.dropFirst()) }

    private func lines(of rows: ArraySlice<[String]>) -> String {
        let widths = self.rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row.dropLast(), widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            return line + (row.last ?? "") + "\n"
        }.joined()
    }
}

/// The text with control characters, and those that turn the direction of text, escaped; a terminal obeys neither.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
