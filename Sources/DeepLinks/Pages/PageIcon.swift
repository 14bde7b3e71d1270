/// A small image that stands in the page itself, so that no request leaves it: a `data:` URL (RFC 2397).
package struct PageIcon: Hashable, Sendable {
    /// The whole URL: `data:image/png;base64,iVBO…`.
    package let text: String

    /// Bytes in a URL at most: a page stays below 10 KiB.
    package static let longestText = 4096

    /// The types of images that every browser shows.
    package static let mediaTypes = ["image/png", "image/svg+xml", "image/webp", "image/jpeg"]

    /// Reads a `data:` URL in base64 of a PNG, SVG, WebP or JPEG image.
    ///
    /// - Throws: The rule, for any other text.
    package init(_ text: String) throws(RuleViolation) {
        let types = Self.mediaTypes
        guard let type = types.first(where: { text.hasPrefix("data:\($0);base64,") }) else {
            throw RuleViolation(
                "an icon is data:TYPE;base64, and the image, where TYPE is " + types.joined(separator: ", "))
        }
        let digits = Array(text.utf8.dropFirst("data:\(type);base64,".utf8.count))
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard digits.count > padding, digits.count.isMultiple(of: 4), padding <= 2,
            digits.dropLast(padding).allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2F })
        else { throw RuleViolation("an icon's image is in base64 with its padding (RFC 4648 section 4)") }
        guard text.utf8.count <= Self.longestText else {
            throw RuleViolation("an icon has at most \(Self.longestText) bytes in base64: about 3,000 as a file")
        }
        self.text = text
    }

    /// Makes the URL of an image; the type is told by how the bytes begin.
    ///
    /// - Throws: The rule, for no image and for one that is too large.
    package init(image bytes: [UInt8]) throws(RuleViolation) {
        let type: String
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            type = "image/png"
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "image/jpeg"
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            type = "image/webp"
        } else if bytes.starts(with: "<svg".utf8) || bytes.starts(with: "<?xml".utf8) {
            type = "image/svg+xml"
        } else {
            throw RuleViolation("an icon is a PNG, SVG, WebP or JPEG image")
        }
        try self.init("data:\(type);base64,\(Base64.text(bytes))")
    }
}

/// RFC 4648 section 4.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of bytes, with its padding.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let isPadding = place > group.count
                text.append(isPadding ? UInt8(ascii: "=") : digits[value >> (18 - 6 * place) & 63])
            }
        }
        return String(bytes: text)
    }
}
