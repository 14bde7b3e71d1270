/// Takes an answer as it comes, within limits.
struct AnswerCollector {
    /// The most bytes of header fields, those of interim answers and trailers included.
    static let headerByteLimit = 32_768
    /// The most header fields.
    static let headerCountLimit = 128

    /// Why the rest was not taken.
    enum Excess {
        case headers
        case body
    }

    let bodyLimit: Int
    private(set) var headers: [HeaderField] = []
    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?
    /// Whether the head of the final answer is whole.
    private(set) var hasHead = false

    /// Whether a line of an answer has come.
    var hasBegun: Bool { headerCount > 0 }

    private var headerBytes = 0
    private var headerCount = 0
    private var isInterim = false

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Takes a line of the head or the trailer, with its end.
    ///
    /// - Returns: Whether the answer is read on.
    mutating func takeLine(_ line: [UInt8]) -> Bool {
        headerBytes += line.count
        headerCount += 1
        guard headerBytes <= Self.headerByteLimit, headerCount <= Self.headerCountLimit else {
            excess = .headers
            return false
        }
        guard !hasHead else { return true }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            headers = []
            isInterim = text.split(separator: " ").dropFirst().first?.hasPrefix("1") ?? false
        } else if let colon = text.firstIndex(of: ":") {
            headers.append(
                HeaderField(
                    name: String(text[..<colon]).trimmed, value: String(text[text.index(after: colon)...]).trimmed))
        } else if text.trimmed.isEmpty {
            hasHead = !isInterim
        }
        return true
    }

    /// Takes a piece of the decoded body.
    ///
    /// - Returns: Whether the answer is read on.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = bodyLimit - body.count
        unsafe body.append(contentsOf: bytes.prefix(max(0, room)))
        guard bytes.count <= room else {
            excess = .body
            return false
        }
        return true
    }
}

extension String {
    /// The text without white space and line ends around it.
    fileprivate var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first...last])
    }
}
