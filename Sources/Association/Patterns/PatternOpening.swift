/// The units that may stand at the first places of a text that a pattern matches.
///
/// It tells most texts that do not fit without following the states of a pattern. Only where the fixed text at the
/// beginning ends in alternatives or in a set there is something to say.
struct PatternOpening: Sendable {
    /// How many places are looked at.
    static let mostPlaces = 16

    /// For each place the units that may stand there; beyond them any may.
    private(set) var places: [ASCIISet] = []

    init(_ pattern: TextPattern) {
        let first = pattern.tokens.first { $0.kind != .literal }?.kind
        guard first == .choice || first == .set else { return }
        places = Array(repeating: ASCIISet(), count: Self.mostPlaces)
        // The places at which a token may begin, one bit each.
        var starts: UInt32 = 1
        for token in pattern.tokens {
            switch token.kind {
            case .literal where token.value < 128:
                allow(ASCIISet(token.value), at: starts)
                starts <<= 1
            case .set:
                allow(token.set, at: starts)
                starts <<= 1
            case .choice:
                let choice = pattern.choices[Int(token.value)].opening
                for (depth, set) in choice.places.enumerated() { allow(set, at: starts << UInt32(depth)) }
                if let depth = choice.end { end(at: starts << UInt32(depth)) }
                starts = choice.lengths.reduce(0) { $0 | starts << UInt32($1) }
            case .literal, .any, .star, .never: end(at: starts)
            }
            if starts.trailingZeroBitCount >= places.count { break }
        }
    }

    private mutating func allow(_ set: ASCIISet, at starts: UInt32) {
        for place in places.indices where starts & 1 << UInt32(place) != 0 { places[place].formUnion(set) }
    }

    /// Notes that any units may follow.
    private mutating func end(at starts: UInt32) {
        places.removeLast(max(0, places.count - starts.trailingZeroBitCount))
    }
}

/// The same of the values of a variable.
struct ChoiceOpening: Sendable {
    /// For each depth the units that a value may have there.
    private(set) var places: [ASCIISet] = []
    /// The least depth at which a value may have other units than those of ASCII; `nil` is none that is looked at.
    private(set) var end: Int?
    /// The lengths of values, up to the number of places that are looked at; those beyond `end` are of no account.
    private(set) var lengths: Set<Int> = []

    init(_ values: [[UInt32]]) {
        for value in values {
            for (depth, unit) in value.prefix(PatternOpening.mostPlaces).enumerated() where depth < end ?? .max {
                if unit >= 128 || unit == 0x2A || unit == 0x3F {
                    end = depth
                } else {
                    if depth == places.count { places.append(ASCIISet()) }
                    places[depth].insert(unit)
                }
            }
            if value.count <= PatternOpening.mostPlaces { lengths.insert(value.count) }
        }
        if let end { places.removeLast(max(0, places.count - end)) }
    }
}
