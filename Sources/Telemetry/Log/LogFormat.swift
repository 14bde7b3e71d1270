import JSONText
package import Platform

/// How lines of the log are written; each ends in LF and holds no other line end.
package enum LogFormat: String, CaseIterable, Sendable {
    /// For people: `08:15:00.250 info    listening kind=http address=127.0.0.1:40123`.
    ///
    /// The time is in UTC. A value with anything but printable characters, or with a space, `"` or `=`, is quoted.
    case text

    /// For programs: one object of RFC 8259 a line, always in this order: `time`, `level`, `message`, then the fields in
    /// the order of the call.
    ///
    /// ```json
    /// {"time":"2026-11-30T08:15:00.250000Z","level":"info","message":"listening","kind":"http","address":"127.0.0.1:40123"}
    /// ```
    ///
    /// `time` is RFC 3339 in UTC with six digits of fraction, so that lines sort as text. Numbers and Booleans are JSON
    /// numbers and Booleans, durations numbers of seconds. Strings longer than 4,096 scalars are cut and end in `…`.
    /// Bytes from outside are shown as ``EscapedBytes``.
    case json

    private static let lengthLimit = 4096

    /// One line, with its end.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: What happened: constant text, so that lines can be counted by it.
    ///   - fields: The data.
    ///   - time: When it happened.
    /// - Returns: UTF-8.
    package func line(_ level: LogLevel, _ message: StaticString, _ fields: LogFields, at time: UnixTime) -> [UInt8] {
        switch self {
        case .text: textLine(level, message, fields, time)
        case .json: jsonLine(level, message, fields, time)
        }
    }

    private func jsonLine(_ level: LogLevel, _ message: StaticString, _ fields: LogFields, _ time: UnixTime) -> [UInt8]
    {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("time", time.sortableText)
            writer.member("level", level.text)
            writer.member("message", message.description)
            forEachFirst(fields) { key, value in
                writer.name(key.rawValue)
                switch value {
                case .integer(let number): writer.write(number)
                case .bool(let value): writer.write(value)
                case .duration(let duration): writer.write(duration.seconds)
                case .string, .bytes, .time: writer.write(plainText(value))
                }
            }
        }
        return writer.bytes + [0x0A]
    }

    private func textLine(_ level: LogLevel, _ message: StaticString, _ fields: LogFields, _ time: UnixTime) -> [UInt8]
    {
        var line = String(time.sortableText.dropFirst(11).prefix(12)) + " " + level.text
        line += String(repeating: " ", count: 8 - level.text.utf8.count) + message.description
        forEachFirst(fields) { key, value in
            let text = plainText(value)
            line += " \(key.rawValue)=" + (text.isPlainValue ? text : text.quoted(limit: Self.lengthLimit + 1))
        }
        return Array(line.utf8) + [0x0A]
    }

    private func forEachFirst(_ fields: LogFields, _ body: (LogKey, LogValue) -> Void) {
        for (index, field) in fields.enumerated() where !fields.prefix(index).contains(where: { $0.key == field.key }) {
            body(field.key, field.value)
        }
    }

    private func plainText(_ value: LogValue) -> String {
        switch value {
        case .string(let text):
            // A text of that many bytes at most needs no counting of its scalars.
            if text.utf8.count <= Self.lengthLimit { return text }
            let head = text.unicodeScalars.prefix(Self.lengthLimit)
            return head.endIndex == text.endIndex ? text : String(head) + "…"
        case .bytes(let bytes): return EscapedBytes.text(bytes)
        case .integer(let number): return String(number)
        case .bool(let value): return value ? "true" : "false"
        case .duration(let duration): return duration.seconds.description
        case .time(let time): return time.description
        }
    }
}

extension UnixTime {
    /// RFC 3339 with six digits of fraction.
    fileprivate var sortableText: String {
        let text = description.dropLast()
        guard let point = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return text + ".000000Z" }
        let digits = text.utf8.distance(from: point, to: text.endIndex) - 1
        return text + String(repeating: "0", count: 6 - digits) + "Z"
    }
}

extension Duration {
    fileprivate var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds / 1_000_000_000) / 1e9
    }
}

extension String {
    fileprivate var isPlainValue: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { $0.isPrintable && !$0.properties.isWhitespace && $0 != "\"" && $0 != "=" }
    }
}
