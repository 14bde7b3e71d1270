package import JSONText

/// Something that a person should know about an association file.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing it is; stable between versions.
    package let code: FindingCode
    /// The value that it is about.
    package let path: JSONPath
    /// Where that begins in the text.
    package let position: JSONPosition
    /// What is wrong, in a clause or two without a full stop.
    package let message: String
    /// What to do, without a full stop.
    package let advice: String

    /// Makes a finding; what comes from the file and does not print is escaped, and what is too long cut.
    package init(
        _ code: FindingCode, at path: JSONPath, _ position: JSONPosition, _ message: String, advice: String
    ) {
        self.code = code
        self.path = path
        self.position = position
        self.message = message.onOneLine
        self.advice = advice.onOneLine
    }

    /// How much it matters.
    package var severity: Severity { code.severity }

    /// The value that it is about, as a JSON pointer (RFC 6901).
    package var pointer: String { path.pointer }

    /// Place, severity, reason, advice and code on one line.
    package var description: String {
        "\(position), at \(path): \(severity.rawValue): \(message); \(advice) [\(code.rawValue)]"
    }
}

extension String {
    /// The text, safe on one line of a terminal: at most 400 scalars, what does not print as `\u{…}`.
    package var onOneLine: String {
        var text = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            guard count < 400 else { return text + "…" }
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text
    }
}
