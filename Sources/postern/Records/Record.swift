import CommandLine
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
            case .none:
                name(field.name)
                writeNull()
            }
        }
        endObject()
    }
}
