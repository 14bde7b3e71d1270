/// One step of the schema, applied once, in a transaction of its own.
package struct Migration: Sendable {
    /// The file's name without `.sql`: four digits, an underscore, a name in snake case.
    package let name: String

    /// The statements, UTF-8.
    package let text: String

    /// Makes a migration from a file's name without `.sql` and its bytes.
    package init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The number that the name begins with, 1 or more; 0 when it begins with none.
    package var number: Int { Int(name.prefix(4)) ?? 0 }

    /// The number of the schema that the oldest binary knows which may still read after this migration.
    ///
    /// From the first line, `-- Oldest reader: 4`; the migration's own number where there is no such line.
    package var oldestReader: Int {
        let line = text.prefix { $0 != "\n" }
        guard let colon = line.firstIndex(of: ":"), line.hasPrefix("-- Oldest reader:") else { return number }
        return Int(line[line.index(after: colon)...].filter { $0 != " " }) ?? number
    }
}
