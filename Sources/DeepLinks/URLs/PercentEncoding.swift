/// Percent-encoding of whole texts, for people and for slugs: RFC 3986 section 2.1.
package enum PercentEncoding {
    /// Decodes once; a `%` without two digits stays as it is.
    package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(text)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
                let high = URLCharacter.hexValue(bytes[position + 1]),
                let low = URLCharacter.hexValue(bytes[position + 2])
            {
                decoded.append(high << 4 | low)
                position += 3
            } else {
                decoded.append(bytes[position])
                position += 1
            }
        }
        return decoded
    }

    /// Encodes everything but unreserved characters, with upper-case hex.
    package static func encoded(_ text: some Sequence<UInt8>) -> String {
        var encoded: [UInt8] = []
        for byte in text {
            if URLCharacter.isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), URLCharacter.hexDigit(byte >> 4), URLCharacter.hexDigit(byte & 15)]
            }
        }
        return String(bytes: encoded)
    }

    /// Whether the bytes spell `.` or `..`, encoded or not: RFC 3986 section 6.2.2.3.
    static func isDotSegment(_ text: some Sequence<UInt8>) -> Bool {
        let dots = decoded(text)
        return (1...2).contains(dots.count) && dots.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
