/// The pseudo-header fields of one request, and the request line that is made of them: RFC 9113 section 8.3.1.
struct PseudoFields: ~Copyable {
    private var text = ByteMemory(capacity: 256)
    private var method: ByteRange?
    private var scheme: ByteRange?
    private var authority: ByteRange?
    private var path: ByteRange?

    init() {}

    /// Bytes of all values.
    var count: Int { text.count }

    /// Forgets the values, and gives back memory beyond what most requests need.
    mutating func reset() {
        text.reset(keeping: 1_024)
        method = nil
        scheme = nil
        authority = nil
        path = nil
    }

    /// Takes a value.
    ///
    /// - Throws: `invalidPseudoField` when the name is none of ours, or comes a second time.
    mutating func append(name: Span<UInt8>, value: Span<UInt8>) throws(HTTPParseError) {
        let range = ByteRange(text.count, text.count + value.count)
        if name.equals(":method"), method == nil {
            method = range
        } else if name.equals(":scheme"), scheme == nil {
            scheme = range
        } else if name.equals(":authority"), authority == nil {
            authority = range
        } else if name.equals(":path"), path == nil {
            path = range
        } else {
            throw .invalidPseudoField
        }
        text.append(value)
    }

    /// Writes the request line and the host of HTTP/1.1.
    ///
    /// - Throws: What keeps the values from being one.
    func writeRequestLine(to line: inout ByteMemory) throws(HTTPParseError) {
        guard let method else { throw .invalidPseudoField }
        let values = text.bytes
        let methodName = values.extracting(method.indices)
        guard methodName.isToken else { throw .invalidMethod }
        let target = methodName.equals("CONNECT") ? try authorityTarget() : try pathTarget(methodName)
        line.append(methodName)
        line.append(ASCII.space)
        line.append(values.extracting(target))
        line.append(" HTTP/1.1\r\n")
        guard let authority else { return }
        line.append("host: ")
        line.append(values.extracting(authority.indices))
        line.append("\r\n")
    }

    /// Whether a Host names the same as `:authority`, letters in any case; `nil` when there is no `:authority`.
    func isAuthority(_ host: Span<UInt8>) -> Bool? {
        guard let authority else { return nil }
        return text.bytes.extracting(authority.indices).equalsWhenFolded(host)
    }

    /// The target of CONNECT: RFC 9113 section 8.5.
    private func authorityTarget() throws(HTTPParseError) -> Range<Int> {
        guard let authority, path == nil, scheme == nil else { throw .invalidPseudoField }
        guard text.bytes.extracting(authority.indices).isHost else { throw .invalidTarget }
        return authority.indices
    }

    /// The target of every other method: a path, or `*` of OPTIONS; no byte of it can end the request line.
    private func pathTarget(_ method: Span<UInt8>) throws(HTTPParseError) -> Range<Int> {
        guard let path, let scheme else { throw .invalidPseudoField }
        let schemeName = text.bytes.extracting(scheme.indices)
        guard schemeName.equals("https") || schemeName.equals("http") else { throw .invalidPseudoField }
        let target = text.bytes.extracting(path.indices)
        guard target.isPrintable else { throw .invalidTarget }
        guard target[0] == ASCII.slash || target.equals("*") && method.equals("OPTIONS") else {
            throw .invalidTarget
        }
        return path.indices
    }
}

extension ByteMemory {
    fileprivate mutating func append(_ text: StaticString) { append(text.bytes) }
}

extension Span where Element == UInt8 {
    /// Whether these are the bytes of a text.
    func equals(_ text: StaticString) -> Bool {
        let other = text.bytes
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    fileprivate func equalsWhenFolded(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where ASCII.folded(self[index]) != ASCII.folded(other[index]) { return false }
        return true
    }

    fileprivate var isToken: Bool {
        for index in indices where !ASCII.isToken(self[index]) { return false }
        return !isEmpty
    }

    fileprivate var isHost: Bool {
        for index in indices where !ASCII.isHost(self[index]) { return false }
        return !isEmpty
    }

    /// Whether there are bytes, and all are ASCII that is neither a blank nor a control character.
    fileprivate var isPrintable: Bool {
        for index in indices where self[index] <= ASCII.space || self[index] >= ASCII.delete { return false }
        return !isEmpty
    }
}
