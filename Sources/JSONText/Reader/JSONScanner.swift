/// Walks over the bytes of a text, checks UTF-8, and knows line and column at every step in constant time.
struct JSONScanner {
    /// An error before its path is known.
    struct Failure: Error {
        let kind: JSONError.Kind
        let position: JSONPosition
    }

    let bytes: [UInt8]
    let grammar: JSONGrammar
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of the current line that only continue a scalar; what they add to the offset is not in the column.
    private var continuationBytes = 0

    init(_ bytes: [UInt8], grammar: JSONGrammar) {
        self.bytes = bytes
        self.grammar = grammar
    }

    var position: JSONPosition {
        JSONPosition(offset: offset, line: line, column: offset - lineStart - continuationBytes + 1)
    }

    /// The next byte; `nil` at the end.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The byte after that many more; `nil` behind the end.
    func byte(after count: Int) -> UInt8? {
        offset + count < bytes.count ? bytes[offset + count] : nil
    }

    /// Steps over one ASCII byte that ends no line.
    mutating func advance() {
        offset += 1
    }

    /// Steps over the byte if it is next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    /// Steps over LF, CR or CR LF, one of which is next.
    mutating func advanceLine() {
        offset += bytes[offset] == 0x0D && byte(after: 1) == 0x0A ? 2 : 1
        line += 1
        lineStart = offset
        continuationBytes = 0
    }

    /// Steps over the scalar of that many bytes.
    mutating func advance(over scalar: Unicode.Scalar) {
        let length = UTF8.width(scalar)
        offset += length
        continuationBytes += length - 1
    }

    /// The scalar that is next, without stepping over it; `nil` at the end.
    ///
    /// The Unicode Standard, table 3-7: no overlong form, no surrogate, nothing beyond U+10FFFF.
    func scalar() throws(Failure) -> Unicode.Scalar? {
        guard let first = next else { return nil }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case ..<0x80: return Unicode.Scalar(first)
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw failure(.invalidUTF8(first))
        }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in 1..<length {
            let allowed = index == 1 ? second : 0x80...0xBF
            guard let byte = byte(after: index), allowed.contains(byte) else { throw failure(.invalidUTF8(first)) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return Unicode.Scalar(value)
    }

    /// An error at the next byte.
    func failure(_ kind: JSONError.Kind) -> Failure {
        Failure(kind: kind, position: position)
    }

    /// The error that something else is next; bad UTF-8 is reported as such.
    func unexpected(_ expected: String) -> Failure {
        do throws(Failure) {
            return failure(.unexpected(expected: expected, found: try found()))
        } catch {
            return error
        }
    }

    /// What is next, for messages: a word, a character, or the end.
    func found() throws(Failure) -> String {
        guard let scalar = try scalar() else { return "the end of the text" }
        let word = bytes[offset...].prefix(60).prefix { $0.isASCIIWordByte }
        guard word.isEmpty else { return String(decoding: word, as: UTF8.self).quotedForMessage }
        return String(Character(scalar)).quotedForMessage
    }
}
