/// Puts what the scanner reads together to a tree, without recursion.
struct JSONTreeBuilder {
    private typealias Failure = JSONScanner.Failure

    private var scanner: JSONScanner
    private let limits: JSONLimits
    private var open: [JSONContainer] = []

    init(_ bytes: [UInt8], grammar: JSONGrammar, limits: JSONLimits) {
        scanner = JSONScanner(bytes, grammar: grammar)
        self.limits = limits
    }

    /// The value that is being read.
    var path: JSONPath { JSONPath(open.compactMap(\.step)) }

    /// Reads the whole text.
    mutating func document() throws(JSONScanner.Failure) -> JSONNode {
        guard scanner.bytes.count <= limits.bytes else { throw scanner.failure(.tooLarge(limit: limits.bytes)) }
        guard !scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw scanner.failure(.byteOrderMark) }
        try scanner.skipSpace()
        guard scanner.next != nil else { throw scanner.failure(.empty) }
        var finished = try value()
        while true {
            guard let node = finished else {
                finished = try item(isFirst: true)
                continue
            }
            guard !open.isEmpty else {
                try scanner.skipSpace()
                guard scanner.next == nil else { throw scanner.failure(.trailingContent(found: try scanner.found())) }
                return node
            }
            open[open.count - 1].append(node)
            finished = try item(isFirst: false)
        }
    }

    /// Reads the next item of the innermost container, or its end.
    ///
    /// - Returns: The item or the container; `nil` where the item is a container that has just been opened.
    private mutating func item(isFirst: Bool) throws(Failure) -> JSONNode? {
        try scanner.skipSpace()
        let kind = open[open.count - 1].kind
        if scanner.skip(kind.closing) { return close() }
        if !isFirst {
            guard scanner.skip(UInt8(ascii: ",")) else { throw scanner.unexpected(kind.afterItem) }
            try scanner.skipSpace()
            if scanner.grammar == .json5, scanner.skip(kind.closing) { return close() }
        }
        if kind == .object { try memberName() } else { open[open.count - 1].beginItem() }
        return try value()
    }

    private mutating func close() -> JSONNode? {
        open.popLast()?.node
    }

    /// Reads a member's name and its colon.
    private mutating func memberName() throws(Failure) {
        let position = scanner.position
        let name: String
        switch scanner.next {
        case UInt8(ascii: "\""): name = try scanner.string()
        case UInt8(ascii: "'") where scanner.grammar == .json5: name = try scanner.string()
        case .some(let byte) where scanner.grammar == .json5 && byte != UInt8(ascii: "}"):
            name = try scanner.identifier()
        default: throw scanner.unexpected("a name in double quotes")
        }
        if let first = open[open.count - 1].beginMember(name, at: position) {
            throw Failure(kind: .duplicateName(name, first: first), position: position)
        }
        try scanner.skipSpace()
        guard scanner.skip(UInt8(ascii: ":")) else { throw scanner.unexpected("\":\" after the name") }
        try scanner.skipSpace()
    }

    /// Reads a value; `nil` where it is a container that has just been opened.
    private mutating func value() throws(Failure) -> JSONNode? {
        let position = scanner.position
        let value: JSONValue
        switch scanner.next {
        case UInt8(ascii: "["):
            try beginContainer(.array, at: position)
            return nil
        case UInt8(ascii: "{"):
            try beginContainer(.object, at: position)
            return nil
        case UInt8(ascii: "\""): value = .string(try scanner.string())
        case UInt8(ascii: "'") where scanner.grammar == .json5: value = .string(try scanner.string())
        case .some(let byte) where scanner.beginsNumber(byte): value = .number(try scanner.number())
        case UInt8(ascii: "n") where scanner.skipWord("null"): value = .null
        case UInt8(ascii: "t") where scanner.skipWord("true"): value = .bool(true)
        case UInt8(ascii: "f") where scanner.skipWord("false"): value = .bool(false)
        default: throw scanner.unexpected("a value")
        }
        return JSONNode(value: value, position: position)
    }

    private mutating func beginContainer(_ kind: JSONContainer.Kind, at position: JSONPosition) throws(Failure) {
        guard open.count < limits.depth else { throw scanner.failure(.tooDeep(limit: limits.depth)) }
        scanner.advance()
        open.append(JSONContainer(kind: kind, position: position))
    }
}
