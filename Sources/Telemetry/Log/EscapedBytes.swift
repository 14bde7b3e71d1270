import JSONText

/// Text that any bytes can be shown as, and that no terminal, log reader or database chokes on.
///
/// Printable characters in well-formed UTF-8 stay. All other bytes, and the backslash, become `\xhh` with lower-case
/// digits, so that the bytes can be told from the text.
package enum EscapedBytes {
    /// The text for the bytes.
    ///
    /// - Parameters:
    ///   - bytes: Bytes in no particular encoding.
    ///   - limit: How many bytes to show at most; the text of longer ones ends in `…`. Default 1,024.
    /// - Returns: Printable text.
    package static func text(_ bytes: [UInt8], limit: Int = 1024) -> String {
        var text = ""
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var start = 0
        while true {
            var printable: Unicode.Scalar?
            let length: Int
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return text
            case .error(let count): length = count
            case .valid(let encoded):
                let scalar = UTF8.decode(encoded)
                length = encoded.count
                if scalar.isPrintable && scalar != "\\" { printable = scalar }
            }
            guard start + length <= limit else { return text + "…" }
            if let printable {
                text.unicodeScalars.append(printable)
            } else {
                for byte in bytes[start..<start + length] { text += escape(byte) }
            }
            start += length
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }
}
