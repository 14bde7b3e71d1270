// The same for all links that 'postern code swift' writes.

extension StringProtocol {
    /// The text with all but letters, digits, `-`, `.`, `_` and `~` encoded.
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            if unreservedBytes.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 0x10 ? "%0" : "%"
                text += String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// The text decoded once; `nil` when an escape is malformed or the text is not UTF-8.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension String {
    /// The text with an escape that is cut off at its end encoded: the route's own text may begin
    /// within one, as `A` does in `%4A`.
    var encodingCutEscape: String {
        var whole = self[...]
        while whole.percentDecoded == nil { whole.removeLast() }
        return whole + self[whole.endIndex...].percentEncoded
    }
}

extension [String] {
    /// The texts as segments of a path, a slash before each.
    var percentEncodedPath: String { map { "/" + $0.percentEncoded }.joined() }
}

private let unreservedBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

extension UInt8 {
    fileprivate var hexDigitValue: UInt8? {
        Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init)
    }
}

extension Int {
    /// The decimal digits, with zeros ahead where they are fewer.
    func padded(to count: Int) -> String {
        let digits = String(self)
        let zeros = count - digits.count
        return zeros > 0 ? String(repeating: "0", count: zeros) + digits : digits
    }
}

/// A query of the items that have a value; the values are encoded already.
func query(_ items: (name: String, value: String?)...) -> String {
    let items = items.compactMap { item in item.value.map { "\(item.name)=\($0)" } }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
}
