import Platform

/// Reads comma-separated values record by record: RFC 4180, with `,`, `;` or a tab between fields as the first line has
/// it, line ends with or without CR, and a byte order mark left out.
struct CSVReader: ~Copyable {
    /// The line on which the record that was read last begins, from 1.
    private(set) var line = 0

    /// How many bytes were read of the file.
    private(set) var bytesRead = 0

    private let file: InputFile
    /// Whether a line is one field, with quotes like other characters.
    private let isPlain: Bool
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var nextLine = 1
    private var separator: UInt8?

    init(_ file: consuming InputFile, isPlain: Bool = false) {
        self.file = file
        self.isPlain = isPlain
    }

    /// The size of the file, where it has one.
    var size: Int? { file.size }

    /// The next record's fields; `nil` at the end.
    ///
    /// Lines with nothing on them are passed over.
    ///
    /// - Throws: ``BadLine``, ``SystemError``.
    mutating func next() throws -> [String]? {
        while let end = try endOfRecord() {
            line = nextLine
            let record = buffer[position..<end]
            nextLine += record.count { $0 == UInt8(ascii: "\n") }
            position = end
            let text = Self.withoutLineEnd(record)
            guard !text.isEmpty else { continue }
            guard !isPlain else { return [try utf8(text)] }
            let separator = separator ?? Self.separator(of: text)
            self.separator = separator
            return try fields(text, separator)
        }
        return nil
    }

    /// One past the line end that closes the record; line ends within quotes belong to it.
    private mutating func endOfRecord() throws -> Int? {
        var index = position
        var isQuoted = false
        while true {
            while index < buffer.count {
                let byte = buffer[index]
                index += 1
                if byte == UInt8(ascii: "\""), !isPlain { isQuoted.toggle() }
                if byte == UInt8(ascii: "\n"), !isQuoted { return index }
            }
            guard !isAtEnd else { return position < buffer.count ? buffer.count : nil }
            let consumed = position
            try fill()
            index -= consumed
        }
    }

    private mutating func fill() throws {
        buffer.removeFirst(position)
        position = 0
        guard buffer.count < 1 << 24 else {
            throw BadLine(line: nextLine, rule: "a record of more than 16 MiB; is a quote left open?", isLast: true)
        }
        var more = try file.read()
        isAtEnd = more.isEmpty
        if bytesRead == 0, more.starts(with: [0xEF, 0xBB, 0xBF]) { more.removeFirst(3) }
        bytesRead += more.count
        buffer += more
    }

    private func fields(_ record: ArraySlice<UInt8>, _ separator: UInt8) throws -> [String] {
        var fields: [String] = []
        var index = record.startIndex
        while true {
            var field: [UInt8] = []
            if index < record.endIndex, record[index] == UInt8(ascii: "\"") {
                index += 1
                while true {
                    guard index < record.endIndex else { throw malformed("a quote is left open") }
                    if record[index] == UInt8(ascii: "\"") {
                        guard index + 1 < record.endIndex, record[index + 1] == UInt8(ascii: "\"") else { break }
                        index += 1
                    }
                    field.append(record[index])
                    index += 1
                }
                index += 1
                guard index == record.endIndex || record[index] == separator else {
                    throw malformed("text follows a quoted field")
                }
            } else {
                let end = record[index...].firstIndex(of: separator) ?? record.endIndex
                field = Array(record[index..<end])
                index = end
            }
            fields.append(try utf8(field))
            guard index < record.endIndex else { return fields }
            index += 1
        }
    }

    private func utf8(_ bytes: some Sequence<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BadLine(line: line, rule: "it is not UTF-8")
        }
        return text
    }

    /// Where a record ends is told by its quotes, so that nothing certain follows one with bad quotes.
    private func malformed(_ rule: String) -> BadLine { BadLine(line: line, rule: rule, isLast: true) }

    private static func withoutLineEnd(_ record: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var record = record
        if record.last == UInt8(ascii: "\n") { record.removeLast() }
        if record.last == UInt8(ascii: "\r") { record.removeLast() }
        return record
    }

    private static func separator(of header: ArraySlice<UInt8>) -> UInt8 {
        header.first { [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains($0) } ?? UInt8(ascii: ",")
    }
}

extension String {
    /// The text as a field of comma-separated values: RFC 4180 section 2.
    var csvField: String {
        guard utf8.contains(where: { "\",;\r\n\t".utf8.contains($0) }) else { return self }
        return "\"" + replacing("\"", with: "\"\"") + "\""
    }
}
