/// Why a JSON text was refused, and where.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Hashable, Sendable {
        /// The text holds nothing but space and comments.
        case empty
        /// The text is longer than ``JSONLimits/bytes``.
        case tooLarge(limit: Int)
        /// Arrays and objects are nested deeper than ``JSONLimits/depth``.
        case tooDeep(limit: Int)
        /// The text begins with U+FEFF (RFC 8259 section 8.1).
        case byteOrderMark
        /// The byte is not part of well-formed UTF-8 (The Unicode Standard, table 3-7).
        case invalidUTF8(UInt8)
        /// An escape stands for half of a surrogate pair, and the other half is missing.
        case loneSurrogate(UInt16)
        /// A control character stands unescaped in a string (RFC 8259 section 7).
        case controlCharacter(UInt8)
        /// The object has the name already, at the first position.
        case duplicateName(String, first: JSONPosition)
        /// Something follows the end of the text's one value.
        case trailingContent(found: String)
        /// The grammar wants something else here.
        case unexpected(expected: String, found: String)
        /// The name is not in the closed set of this object; the nearest one, where one is near.
        case unknownName(String, nearest: String?, known: [String])
        /// A name that the object must have is missing.
        case missingName(String)
        /// The value has another type.
        case wrongType(expected: String, found: String)
        /// The number is not an integer or not in the range.
        case notInRange(String, found: String)
        /// The value is none of the listed ones; the nearest one, where one is near.
        case unknownChoice(String, nearest: String?, known: [String])
        /// The value breaks a rule of whoever reads it: one clause in lower case without a full stop.
        case refused(String)
    }

    /// What is wrong.
    package let kind: Kind

    /// Where the trouble begins.
    package let position: JSONPosition

    /// The value, or the member, that has the trouble.
    package let path: JSONPath

    /// Makes an error.
    package init(_ kind: Kind, at position: JSONPosition, path: JSONPath) {
        self.kind = kind
        self.position = position
        self.path = path
    }

    /// Place, path and reason on one line: `line 3, column 14, at $.tenants[0].name: expected a string, found null`.
    ///
    /// Text of the document appears quoted, escaped and shortened.
    package var description: String { "\(position), at \(path): \(kind)" }
}

extension JSONError.Kind: CustomStringConvertible {
    /// The reason on one line, without the place.
    package var description: String {
        switch self {
        case .empty: "expected a value, found an empty text"
        case .tooLarge(let limit): "the text is longer than \(limit) bytes"
        case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
        case .byteOrderMark: "expected a value, found a byte order mark; save the file as UTF-8 without it"
        case .invalidUTF8(let byte): "expected UTF-8, found the byte 0x\(byte.hexadecimal)"
        case .loneSurrogate(let unit): "expected both halves of a surrogate pair, found only \\u\(unit.hexadecimal)"
        case .controlCharacter(let byte): "expected an escape, found the raw control character U+00\(byte.hexadecimal)"
        case .duplicateName(let name, let first): "the name \(name.quotedForMessage) comes twice; first at \(first)"
        case .trailingContent(let found): "expected the end of the text, found \(found)"
        case .unexpected(let expected, let found): "expected \(expected), found \(found)"
        case .unknownName(let name, let nearest, let known):
            "unknown name \(name.quotedForMessage)" + Self.hint(nearest, known)
        case .missingName(let name): "the name \(name.quotedForMessage) is missing"
        case .wrongType(let expected, let found): "expected \(expected), found \(found)"
        case .notInRange(let range, let found): "expected \(range), found \(found)"
        case .unknownChoice(let text, let nearest, let known):
            "unknown value \(text.quotedForMessage)" + Self.hint(nearest, known)
        case .refused(let reason): reason
        }
    }

    private static func hint(_ nearest: String?, _ known: [String]) -> String {
        if let nearest { return "; did you mean \(nearest.quotedForMessage)?" }
        return known.isEmpty ? "; there are no known ones" : "; known: \(known.joined(separator: ", "))"
    }
}

extension FixedWidthInteger {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
