import DeepLinks
import JSONText
import Platform

/// A line that cannot be read.
struct BadLine: Error {
    /// The line, from 1.
    var line: Int
    /// What is wrong with it.
    var rule: String
    /// Whether what follows cannot be read either.
    var isLast = false
}

/// A file of links, read line by line: comma-separated values with a header, or a JSON object on each line.
struct LinkFile: ~Copyable {
    /// How the lines are written.
    enum Form: String, CaseIterable {
        /// Comma-separated values.
        case csv
        /// JSON Lines.
        case jsonl
    }

    /// What a line says of a link.
    struct Entry {
        /// The line, from 1.
        var line: Int
        /// The values in the order of ``LinkColumns/fields``; `nil` for one that is empty.
        var values: [String?]
    }

    /// Columns and members that no field is read from, a few of them.
    private(set) var passedOver: [String] = []

    private var rows: CSVReader
    private let form: Form
    private let columns: LinkColumns
    /// Whether a header has to have a column for the link.
    private let namesLinks: Bool
    /// What the places below are of.
    private var header: [String]?
    private var places: [Int?] = []

    /// Opens a file.
    init(_ path: String, form: Form, columns: LinkColumns, namesLinks: Bool) throws {
        rows = CSVReader(try InputFile(path), isPlain: form == .jsonl)
        self.form = form
        self.columns = columns
        self.namesLinks = namesLinks
    }

    /// How much of the file was read, in percent; `nil` where it has no length.
    var progress: Int? { rows.size.map { $0 == 0 ? 100 : min(100, rows.bytesRead * 100 / $0) } }

    /// The next line that says something; `nil` at the end.
    ///
    /// - Throws: ``BadLine``, after which the next may be read unless it is the last, and ``SystemError``.
    mutating func next() throws -> Entry? {
        if form == .csv, header == nil {
            guard let names = try rows.next() else { return nil }
            try begin(names)
        }
        guard let row = try rows.next() else { return nil }
        guard form == .csv else { return try object(row.first ?? "") }
        guard row.count == header?.count else {
            throw BadLine(
                line: rows.line,
                rule:
                    "it has \(row.count) fields where the header has \(header?.count ?? 0); is a separator not quoted?")
        }
        return entry(row)
    }

    private mutating func begin(_ names: [String]) throws {
        find(names)
        let isNamed = places[LinkColumns.url] != nil || places[LinkColumns.slug] != nil
        guard places[LinkColumns.firstSetting] != nil, isNamed || !namesLinks else {
            throw BadLine(
                line: rows.line,
                rule: "the header names no column for the destination, or none for the link: it has "
                    + names.map(\.quotedForMessage).joined(separator: ", "), isLast: true)
        }
    }

    private mutating func find(_ names: [String]) {
        header = names
        places = columns.places(in: names)
        for (index, name) in names.enumerated() where !places.contains(index) && passedOver.count < 20 {
            if !passedOver.contains(name) { passedOver.append(name) }
        }
    }

    private func entry(_ row: [String]) -> Entry {
        Entry(line: rows.line, values: places.map { place in place.flatMap { row[$0].isEmpty ? nil : row[$0] } })
    }

    private mutating func object(_ text: String) throws -> Entry {
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONReader.read(Array(text.utf8), grammar: .rfc8259)
        } catch {
            throw BadLine(line: rows.line, rule: "\(error)")
        }
        guard case .object(let members) = node.value else {
            throw BadLine(line: rows.line, rule: "a JSON object is wanted on each line")
        }
        var names: [String] = []
        var texts: [String] = []
        for member in members {
            names.append(member.name)
            texts.append(member.node.value.plainText)
        }
        if names != header { find(names) }
        return entry(texts)
    }
}

extension JSONValue {
    /// The value as a column has it; a list of texts with commas between them.
    fileprivate var plainText: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): text
        case .array(let nodes): nodes.map(\.value.plainText).joined(separator: ",")
        case .object: kind
        }
    }
}
