/// Writes RFC 8259 text: the same calls give the same bytes, always.
///
/// Names stand in the order of the calls. `/` and non-ASCII letters are not escaped; control characters are, by `\b`,
/// `\f`, `\n`, `\r`, `\t` or `\u00xx` with lower-case digits.
///
/// ```swift
/// var writer = JSONWriter(layout: .compact)
/// writer.object { writer in
///     writer.member("version", 1)
///     writer.name("tenants")
///     writer.array { $0.write("shop") }
/// }
/// ```
package struct JSONWriter: Sendable {
    /// How values are laid out.
    package enum Layout: Hashable, Sendable {
        /// No white space at all.
        case compact
        /// A line per item or member, two spaces a level, one after the colon; empty containers stay closed: `[]`.
        ///
        /// No line end follows the last line.
        case indented
    }

    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    private let layout: Layout
    private var depth = 0
    /// Whether a value must not have a comma ahead: the first one of a container, and the one behind a name.
    private var isFirst = true
    private var followsName = false

    /// Begins an empty text.
    package init(layout: Layout = .compact) {
        self.layout = layout
    }

    /// Forgets what has been written and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (depth, isFirst, followsName) = (0, true, false)
    }

    /// Writes an object whose members the closure writes.
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginObject()
        try body(&self)
        endObject()
    }

    /// Writes an array whose items the closure writes.
    package mutating func array<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        try body(&self)
        endArray()
    }

    /// Begins an object; ``name(_:)`` and a value follow for each member, then ``endObject()``.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Ends the object that was begun last.
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Begins an array.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Ends the array that was begun last.
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of a member; its value follows.
    package mutating func name(_ name: String) {
        beginValue()
        bytes.appendQuoted(name.utf8)
        bytes.append(UInt8(ascii: ":"))
        if layout == .indented { bytes.append(0x20) }
        followsName = true
    }

    /// Writes a string.
    package mutating func write(_ value: String) {
        beginValue()
        bytes.appendQuoted(value.utf8)
    }

    /// Writes an integer.
    package mutating func write(_ value: some BinaryInteger) {
        beginValue()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes the shortest text that reads back as the same value; `null` for infinite values and NaN.
    package mutating func write(_ value: Double) {
        guard value.isFinite else { return writeNull() }
        beginValue()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes `true` or `false`.
    package mutating func write(_ value: Bool) {
        beginValue()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    package mutating func writeNull() {
        beginValue()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a number: its own text where RFC 8259 has that too, else its value as integer or ``Double``.
    package mutating func write(_ value: JSONNumber) {
        guard !value.isPortable else {
            beginValue()
            bytes.append(contentsOf: value.text.utf8)
            return
        }
        if let integer = value.int64 { write(integer) } else { write(value.double) }
    }

    /// Writes a value that was read, with all that it holds.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writeNull()
        case .bool(let value): write(value)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let nodes):
            beginArray()
            for node in nodes { write(node.value) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(member.name)
                write(member.node.value)
            }
            endObject()
        }
    }

    // MARK: -

    private mutating func open(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if !isFirst { newLine() }
        bytes.append(bracket)
        isFirst = false
    }

    private mutating func beginValue() {
        if followsName {
            followsName = false
        } else if depth > 0 {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            newLine()
        }
        isFirst = false
    }

    private mutating func newLine() {
        guard layout == .indented else { return }
        bytes.append(0x0A)
        for _ in 0..<depth {
            bytes.append(0x20)
            bytes.append(0x20)
        }
    }
}
