/// A place in a JSON text.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    /// Bytes before the place.
    package let offset: Int

    /// The line, from 1; LF, CR and CR LF each end a line.
    package let line: Int

    /// The column, from 1, in Unicode scalars.
    package let column: Int

    /// Makes a position.
    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The first place of every text.
    package static let start = JSONPosition(offset: 0, line: 1, column: 1)

    /// Line and column, for people.
    package var description: String { "line \(line), column \(column)" }
}
