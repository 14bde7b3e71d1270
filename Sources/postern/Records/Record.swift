import CommandLine
import DeepLinks
import JSONText
import Platform

/// One thing that is listed or shown: named values in order, the same for people and for programs.
///
/// The names are those of the fleet file where it has the value too.
struct Record: Equatable, Sendable {
    /// A value of a record.
    enum Value: Equatable, Sendable {
        /// A text.
        case text(String)
        /// A whole number.
        case number(Int)
        /// Yes or no.
        case bool(Bool)
        /// Texts in order.
        case list([String])
        /// Values that belong together.
        indirect case record(Record)
        /// A JSON text, as it is.
        case json(String)
        /// No value: `null`.
        case none
    }

    /// The values with their names, in order.
    private(set) var fields: [(name: String, value: Value)] = []

    /// Adds a value.
    mutating func add(_ name: String, _ value: Value) {
        fields.append((name, value))
    }

    /// Adds a text, or no value.
    mutating func add(_ name: String, _ text: String?) {
        add(name, text.map(Value.text) ?? Value.none)
    }

    /// Adds a time in RFC 3339, or no value.
    mutating func add(_ name: String, _ time: UnixTime?) {
        add(name, time?.description)
    }

    /// Adds destinations by platform, or no value.
    mutating func add(_ platforms: PlatformDestinations) {
        guard !platforms.isEmpty else { return add("platforms", Value.none) }
        var record = Record()
        for (key, destination) in platforms.entries { record.add(key, destination.text) }
        add("platforms", .record(record))
    }

    /// The values as a person reads them, those of a record within by dotted names: `limits.links`.
    var lines: [(name: String, text: String)] {
        fields.flatMap { field in
            guard case .record(let record) = field.value else { return [(field.name, field.value.text)] }
            return record.lines.map { ("\(field.name).\($0.name)", $0.text) }
        }
    }

    static func == (left: Record, right: Record) -> Bool {
        left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
    }
}

extension Record.Value {
    /// The value as a person reads it; empty for none.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .bool(let bool): bool ? "yes" : "no"
        case .list(let texts): texts.joined(separator: ", ")
        case .record(let record): record.lines.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
        case .json(let text): text
        case .none: ""
        }
    }
}

extension JSONWriter {
    /// Writes an object of a record's values.
    mutating func write(_ record: Record) {
        beginObject()
        for field in record.fields {
            switch field.value {
            case .text(let text): member(field.name, text)
            case .number(let number): member(field.name, number)
            case .bool(let bool): member(field.name, bool)
            case .list(let texts): member(field.name, texts)
            case .record(let record):
                name(field.name)
                write(record)
            case .json(let text):
                name(field.name)
                write(json: text)
            case .none:
                name(field.name)
                writeNull()
            }
        }
        endObject()
    }
}

extension JSONWriter {
    /// Writes a JSON text as the value that it is; one that is none, as a string.
    fileprivate mutating func write(json text: String) {
        if let node = try? JSONReader.read(Array(text.utf8), grammar: .rfc8259) {
            write(node.value)
        } else {
            write(text)
        }
    }
}
