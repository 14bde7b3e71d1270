/// Reads the text of a pattern, left to right.
struct PatternParser {
    private(set) var segments: [PatternSegment] = []
    private(set) var rest: String?
    private(set) var items: [PatternItem] = []

    private let bytes: [UInt8]
    private var position = 0
    private var names: Set<String> = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Reads all of it.
    mutating func parse() throws(RuleViolation) {
        guard bytes.first == UInt8(ascii: "/") else { throw RuleViolation("a pattern begins with a slash", at: 0) }
        while next == UInt8(ascii: "/") {
            position += 1
            try parseSegment()
        }
        if next == UInt8(ascii: "?") {
            repeat {
                position += 1
                try parseItem()
            } while next == UInt8(ascii: "&")
        }
        if position < bytes.count { throw RuleViolation("a pattern ends here: it has no fragment", at: position) }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func parseSegment() throws(RuleViolation) {
        let start = position
        if next == nil || next == UInt8(ascii: "?") { return }
        if next == UInt8(ascii: "/") { throw RuleViolation("a pattern has no empty segment", at: position) }
        if rest != nil { throw RuleViolation("nothing follows a rest", at: position) }
        let head = try parseLiteral(in: .path)
        guard next == UInt8(ascii: "{") else {
            if head == "." || head == ".." { throw RuleViolation("a pattern has no dot segments", at: start) }
            try append(.literal(head), at: start)
            return
        }
        let capture = try parseCapture(in: .path)
        let tail = try parseLiteral(in: .path)
        if next == UInt8(ascii: "{") { throw RuleViolation("a segment has at most one capture", at: position) }
        guard capture.place == .rest else {
            try append(.capture(capture, head: head, tail: tail), at: start)
            return
        }
        guard head.isEmpty, tail.isEmpty else { throw RuleViolation("a rest is a whole segment", at: start) }
        rest = capture.name
    }

    private mutating func append(_ segment: PatternSegment, at start: Int) throws(RuleViolation) {
        guard segments.count < RoutePattern.mostSegments else {
            throw RuleViolation("a pattern has at most \(RoutePattern.mostSegments) segments", at: start)
        }
        segments.append(segment)
    }

    private mutating func parseItem() throws(RuleViolation) {
        let start = position
        while let byte = next, URLCharacter.isUnreserved(byte) { position += 1 }
        let name = String(bytes: bytes[start..<position])
        guard !name.isEmpty, next == UInt8(ascii: "=") else {
            throw RuleViolation("a query item is a name of unreserved characters, = and a value", at: position)
        }
        if items.contains(where: { $0.name == name }) {
            throw RuleViolation("the query item \(name) is there already", at: start)
        }
        position += 1
        let value = position
        let literal = try parseLiteral(in: .query)
        guard next == UInt8(ascii: "{") else {
            if literal.isEmpty { throw RuleViolation("a query item has a value: an empty one is none", at: position) }
            items.append(PatternItem(name: name, condition: .equals(literal)))
            return
        }
        let capture = try parseCapture(in: .query)
        guard literal.isEmpty, next == nil || next == UInt8(ascii: "&") else {
            throw RuleViolation("a capture is the whole value of a query item", at: value)
        }
        items.append(PatternItem(name: name, condition: .captured(capture)))
    }

    private mutating func parseLiteral(in part: PatternLiteral.Part) throws(RuleViolation) -> String {
        let start = position
        while let byte = next, !part.ends(before: byte) { position += 1 }
        return try PatternLiteral.canonical(bytes[start..<position], in: part)
    }
}

// MARK: - Captures

extension PatternParser {
    private mutating func parseCapture(in part: PatternLiteral.Part) throws(RuleViolation) -> PatternCapture {
        let open = position
        guard let close = bytes[open...].firstIndex(of: UInt8(ascii: "}")) else {
            throw RuleViolation("a brace is not closed", at: open)
        }
        position = open + 1
        let name = try parseName(before: close)
        if position == close {
            position = close + 1
            return PatternCapture(name: name, values: .any, place: part == .path ? .segment : .item)
        }
        let mark = bytes[position]
        let markPosition = position
        let body = bytes[(position + 1)..<close]
        position = close + 1
        switch (mark, part) {
        case (UInt8(ascii: ":"), .path):
            return PatternCapture(name: name, values: try values(body, part), place: .segment)
        case (UInt8(ascii: ":"), .query):
            let values = try values(body, part)
            if case .digits = values {
                throw RuleViolation("digits are asked for in a path only", at: body.startIndex)
            }
            return PatternCapture(name: name, values: values, place: .item)
        case (UInt8(ascii: "*"), .path) where body.isEmpty:
            return PatternCapture(name: name, values: .any, place: .rest)
        case (UInt8(ascii: "?"), .query) where body.isEmpty:
            return PatternCapture(name: name, values: .any, place: .optionalItem)
        case (UInt8(ascii: "*"), .query) where body.isEmpty:
            throw RuleViolation("a rest is the end of the path", at: markPosition)
        case (UInt8(ascii: "?"), .path) where body.isEmpty:
            throw RuleViolation("only a query item is optional", at: markPosition)
        default:
            throw RuleViolation(
                "a capture is {name}, {name:int}, {name:int4}, {name:a|b}, {name*} or {name?}", at: markPosition
            )
        }
    }

    private mutating func parseName(before close: Int) throws(RuleViolation) -> String {
        let start = position
        while position < close, isLetter(bytes[position]) || isDigit(bytes[position]) || bytes[position] == 0x5F {
            position += 1
        }
        let name = String(bytes: bytes[start..<position])
        guard (1...64).contains(name.utf8.count), isLetter(bytes[start]) else {
            throw RuleViolation("a capture's name is a letter, then letters, digits and _, at most 64", at: start)
        }
        if name == "path" || name == "query" { throw RuleViolation("{\(name)} belongs to templates", at: start) }
        guard names.insert(name).inserted else { throw RuleViolation("the name \(name) is taken", at: start) }
        guard names.count <= RoutePattern.mostCaptures else {
            throw RuleViolation("a pattern has at most \(RoutePattern.mostCaptures) captures", at: start)
        }
        return name
    }

    private func values(_ body: ArraySlice<UInt8>, _ part: PatternLiteral.Part) throws(RuleViolation) -> CaptureValues {
        if body.elementsEqual("int".utf8) { return .digits(CaptureValues.anyDigits) }
        if body.starts(with: "int".utf8), body.dropFirst(3).allSatisfy(isDigit) {
            guard body.dropFirst(3).first != 0x30, let count = Int(String(bytes: body.dropFirst(3))), count <= 18 else {
                throw RuleViolation("a number of digits is 1 to 18: {year:int4}", at: body.startIndex + 3)
            }
            return .digits(count...count)
        }
        var values: [String] = []
        for raw in body.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            if raw.isEmpty { throw RuleViolation("a listed value is not empty", at: raw.startIndex) }
            let value = try PatternLiteral.canonical(raw, in: part)
            if value == "." || value == ".." {
                throw RuleViolation("a pattern has no dot segments", at: raw.startIndex)
            }
            if values.contains(value) {
                throw RuleViolation("the value \(value) is listed already", at: raw.startIndex)
            }
            values.append(value)
        }
        return .listed(values)
    }
}
