/// A UUID in the text form of RFC 9562 section 4: 32 lower-case hexadecimal digits in five groups.
package struct UUIDText: Hashable, Sendable, CustomStringConvertible {
    /// The 36 characters.
    package let text: String

    /// Reads 36 characters; capital digits are turned into small ones.
    ///
    /// `nil` for any other form.
    package init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        for (index, character) in characters.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard character == UInt8(ascii: "-") else { return nil }
            default: guard character.hexadecimalDigit != nil else { return nil }
            }
        }
        self.text = text.lowercased()
    }

    /// The text.
    package var description: String { text }
}

extension UUIDText: Scalar {
    /// `uuid`.
    package static var dataType: DataType { .uuid }

    /// Reads sixteen bytes.
    package init(binary bytes: Span<UInt8>) throws(PostgresError) {
        guard bytes.count == 16 else { throw PostgresError.malformed(Self.dataType) }
        let digits = Array("0123456789abcdef".utf8)
        var characters: [UInt8] = []
        characters.reserveCapacity(36)
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { characters.append(UInt8(ascii: "-")) }
            characters.append(digits[Int(bytes[index] >> 4)])
            characters.append(digits[Int(bytes[index] & 15)])
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    /// Appends sixteen bytes.
    package func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = character.hexadecimalDigit else { continue }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
