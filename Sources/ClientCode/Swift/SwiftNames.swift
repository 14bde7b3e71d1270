extension NamingRules {
    /// Swift: The Swift Programming Language, lexical structure, keywords.
    static let swift = NamingRules(
        keywords: swiftKeywords,
        types: [
            "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Character", "Data", "Date", "Dictionary", "Double",
            "Equatable", "Error", "Float", "Foundation", "Hashable", "Int", "LinkDomain", "LinkError", "LinkItem",
            "LinkMatch", "LinkSegment", "LinkText", "LinkValues", "LocalizedStringKey", "Never", "Optional", "Protocol",
            "RawRepresentable", "Result", "Self", "Sendable", "Set", "String", "Substring", "Swift", "Type", "URL",
            "Void",
        ],
        cases: Set([
            "allCases", "domains", "hashValue", "init", "none", "path", "query", "rawValue", "route",
            "schemePath", "schemeRoute", "schemeURL", "self", "some", "title", "url",
        ]).union(CodePart<ClientRoute>.names("routes")).union(CodePart<ClientRoute>.names("schemeRoutes")),
        labels: swiftKeywords.union(["init", "self", "path", "query", "hashValue"]),
        linksAreTypes: false)

    private static let swiftKeywords: Set<String> = [
        "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}

/// Names and texts in Swift's spelling.
enum SwiftSpelling {
    /// A name where it is declared, in backticks where it is a keyword; behind a dot it needs none.
    static func name(_ name: String) -> String {
        NamingRules.swift.keywords.contains(name) ? "`\(name)`" : name
    }

    /// A string literal.
    static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A text as it stands inside a string literal.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\"", "\\": escaped += "\\\(character)"
            case _ where character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }:
                for scalar in character.unicodeScalars {
                    escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
