extension NamingRules {
    /// Kotlin: language documentation, keywords and operators, hard keywords.
    static let kotlin = NamingRules(
        keywords: kotlinKeywords,
        types: [
            "Any", "Array", "Boolean", "Companion", "Exception", "Int", "LinkChoice", "LinkDomain", "LinkException",
            "LinkItem", "LinkMatch", "LinkSegment", "LinkText", "LinkValues", "List", "Long", "Map", "Nothing", "Pair",
            "Set", "String", "URI", "Unit",
        ],
        cases: ["entries", "name", "none", "ordinal", "text", "valueOf", "values"],
        labels: kotlinKeywords.union([
            "copy", "equals", "hashCode", "path", "query", "schemePath", "schemeUrl", "toString", "url",
        ]),
        linksAreTypes: true, valueSpelling: KotlinSpelling.entry)

    private static let kotlinKeywords: Set<String> = [
        "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
        "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var",
        "when",
        "while",
    ]
}

/// Names and texts in Kotlin's spelling.
enum KotlinSpelling {
    /// An entry of an enum: `item1` as `ITEM1`, `orderHistory` as `ORDER_HISTORY`, `faqPDF` as `FAQ_PDF`.
    static func entry(_ name: String) -> String { Identifier.camelWords(name).joined(separator: "_").uppercased() }

    /// A string literal.
    static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A text as it stands inside a string literal.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x24, 0x5C: escaped += "\\" + String(utf16CodeUnits: [unit])
            case 0x20..<0x7F: escaped += String(utf16CodeUnits: [unit])
            default:
                let digits = String(unit, radix: 16, uppercase: true)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }
}

extension String {
    fileprivate init(utf16CodeUnits units: [UInt16]) { self = String(decoding: units, as: UTF16.self) }
}
