/// Many patterns as one automaton, of which all positions are followed at once.
///
/// A pattern is put in once, however many rules have it.
struct PatternAutomaton {
    private struct Key: Hashable {
        let tokens: [PatternToken]
        let choices: [[PatternChoice.Node]]
        let folds: Bool
        let decodes: Bool
        let isDynamic: Bool
    }

    /// Positions at most; a pattern that needs more is followed as one that matches nothing.
    static let mostPositions = 1 << 16

    private(set) var positions: [PatternPosition] = []
    /// Where each pattern begins.
    private(set) var starts: [UInt32] = []
    private var known: [Key: Int] = [:]
    /// Whether each pattern is in.
    private(set) var isWhole = true
    /// Whether a pattern meets decoded text, and whether one that is not `*` meets text as written.
    private(set) var hasDecoded = false
    private(set) var hasWritten = false
    /// Whether each pattern is followed through all texts that it can tell apart.
    ///
    /// Where some patterns meet text as written and others the same text decoded, not every escape is tried; nor are
    /// halves of UTF-16 pairs.
    var gap: ComparisonGap? {
        if !isWhole { return .limits }
        if hasDecoded && hasWritten { return .encodings }
        return isUTF16 && scalars.contains { $0 > 0xFFFF } ? .halves : nil
    }
    /// What is not ASCII and stands in a pattern.
    private(set) var scalars: Set<UInt32> = []

    private var stamps: [UInt32] = []
    private var stamp: UInt32 = 0

    init() {}

    /// Puts a pattern of Apple's in.
    ///
    /// - Returns: Its number.
    mutating func add(_ pattern: TextPattern, decodes: Bool) -> Int {
        // What any form of a URL matches alike is one pattern.
        let isEverything = pattern.isEverything
        let key = Key(
            tokens: isEverything ? [.star] : pattern.tokens, choices: pattern.choices.map(\.nodes),
            folds: !isEverything && pattern.folds, decodes: !isEverything && decodes, isDynamic: false)
        if let number = known[key] { return number }
        if !isEverything {
            if decodes { hasDecoded = true } else { hasWritten = true }
        }
        let count = pattern.choices.reduce(key.tokens.count) { $0 + $1.nodes.count }
        let isDead = pattern.isTooComplex || positions.count + count > Self.mostPositions
        if isDead { isWhole = false }
        let number = begin(key)
        guard !isDead else {
            append(.never, number, key)
            return number
        }
        for token in key.tokens { append(token, pattern.choices, number, key) }
        append(.accept, number, key)
        if key.tokens.last?.kind == .star { positions[positions.count - 2].coversAll = true }
        return number
    }

    /// Puts a pattern of Android's in, over UTF-16 units.
    ///
    /// - Returns: Its number.
    mutating func add(dynamic text: String) -> Int {
        var tokens: [PatternToken] = []
        for unit in text.utf16 {
            switch unit {
            case 0x2A: if tokens.last != .star { tokens.append(.star) }
            case 0x3F: tokens.append(.any)
            default: tokens.append(.literal(UInt32(unit)))
            }
        }
        let key = Key(tokens: tokens, choices: [], folds: false, decodes: true, isDynamic: true)
        if let number = known[key] { return number }
        hasDecoded = true
        scalars.formUnion(text.unicodeScalars.map(\.value).filter { $0 >= 128 })
        let isDead = positions.count + tokens.count > Self.mostPositions
        if isDead { isWhole = false }
        let number = begin(key)
        var index = 0
        while index < tokens.count, !isDead {
            if tokens[index] == .star, index + 1 < tokens.count {
                // A star takes nothing ahead of a question mark, and never goes back.
                if tokens[index + 1].kind == .literal {
                    index += 1
                    append(.seek(tokens[index].value), number, key)
                }
            } else {
                append(tokens[index], [], number, key)
            }
            index += 1
        }
        append(isDead ? .never : .accept, number, key)
        if !isDead, tokens.last == .star { positions[positions.count - 2].coversAll = true }
        return number
    }

    private mutating func begin(_ key: Key) -> Int {
        let number = starts.count
        known[key] = number
        starts.append(UInt32(positions.count))
        return number
    }

    private mutating func append(_ kind: PatternPosition.Kind, _ number: Int, _ key: Key) {
        positions.append(
            PatternPosition(kind: kind, pattern: Int32(number), folds: key.folds, decodes: key.decodes))
        stamps.append(0)
    }

    private mutating func append(_ token: PatternToken, _ choices: [PatternChoice], _ number: Int, _ key: Key) {
        let here = UInt32(positions.count)
        switch token.kind {
        case .literal:
            if token.value >= 128 { scalars.insert(token.value) }
            append(.literal(token.value), number, key)
        case .any: append(.any, number, key)
        case .set: append(.set(token.set), number, key)
        case .never: append(.never, number, key)
        case .star:
            append(.star, number, key)
            positions[Int(here)].jumps = [here + 1]
        case .choice:
            let nodes = choices[Int(token.value)].nodes
            let end = here + UInt32(nodes.count)
            for node in nodes {
                append(.node, number, key)
                let index = positions.count - 1
                positions[index].jumps = node.jumps.map { here + UInt32($0) } + (node.isFinal ? [end] : [])
                positions[index].edges = node.edges.map { ($0.label, here + UInt32($0.target)) }
                for case .unit(let unit) in node.edges.map(\.label) { scalars.insert(unit) }
            }
        }
    }

    // MARK: - Following

    /// The positions before the first unit, in order.
    mutating func start(_ patterns: some Sequence<Int>) -> [UInt32] {
        var set: [UInt32] = []
        nextStamp()
        for pattern in patterns { reach(starts[pattern], &set) }
        set.sort()
        return set
    }

    /// The positions behind a letter, in order.
    mutating func step(_ set: some Sequence<UInt32>, by letter: URLLetter) -> [UInt32] {
        guard letter.isEscaped else { return step(set, by: letter.unit) }
        // Text as written has the characters of the escapes, decoded text what they stand for.
        var written: [UInt32] = []
        var decoded: [UInt32] = []
        for place in set {
            if positions[Int(place)].decodes { decoded.append(place) } else { written.append(place) }
        }
        for unit in letter.characters where !written.isEmpty { written = step(written, by: unit) }
        for unit in units(of: letter.unit) where !decoded.isEmpty { decoded = step(decoded, by: unit) }
        return written.isEmpty ? decoded : (written + decoded).sorted()
    }

    /// Whether decoded text is made of UTF-16 units.
    var isUTF16 = false

    private func units(of scalar: UInt32) -> [UInt32] {
        guard isUTF16, scalar > 0xFFFF, let scalar = Unicode.Scalar(scalar) else { return [scalar] }
        return UTF16.encode(scalar).map { $0.map(UInt32.init) } ?? []
    }

    private mutating func step(_ set: some Sequence<UInt32>, by unit: UInt32) -> [UInt32] {
        var next: [UInt32] = []
        nextStamp()
        for place in set {
            let position = positions[Int(place)]
            let unit = position.folds ? unit.foldedUnit : unit
            switch position.kind {
            case .literal(let only): if unit == only { reach(place + 1, &next) }
            case .any: reach(place + 1, &next)
            case .set(let set): if set.contains(unit) { reach(place + 1, &next) }
            case .star: reach(place, &next)
            case .seek(let only): reach(unit == only ? place + 1 : place, &next)
            case .node:
                for edge in position.edges where edge.label.accepts(unit) { reach(edge.target, &next) }
            case .accept, .never: break
            }
        }
        next.sort()
        return next
    }

    private mutating func nextStamp() {
        stamp &+= 1
        if stamp == 0 {
            stamps = [UInt32](repeating: 0, count: positions.count)
            stamp = 1
        }
    }

    private mutating func reach(_ place: UInt32, _ set: inout [UInt32]) {
        guard stamps[Int(place)] != stamp else { return }
        stamps[Int(place)] = stamp
        // What is reached without a unit is behind what reaches it, and may reach more.
        var next = set.count
        set.append(place)
        while next < set.count {
            for jump in positions[Int(set[next])].jumps where stamps[Int(jump)] != stamp {
                stamps[Int(jump)] = stamp
                set.append(jump)
            }
            next += 1
        }
    }
}

extension PatternChoice.Edge.Label {
    func accepts(_ unit: UInt32) -> Bool {
        switch self {
        case .any: true
        case .ascii(let set): set.contains(unit)
        case .unit(let only): only == unit
        }
    }
}
