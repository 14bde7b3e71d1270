/// A set of ASCII characters.
struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    /// The set of one character.
    init(_ unit: UInt32) { insert(unit) }

    init(_ ranges: ClosedRange<Unicode.Scalar>...) {
        for range in ranges {
            for value in range.lowerBound.value...range.upperBound.value { insert(value) }
        }
    }

    /// The set of the characters of a text.
    init(_ text: StaticString) {
        for scalar in text.description.unicodeScalars { insert(scalar.value) }
    }

    static let all = ASCIISet("\0"..."\u{7F}")

    var isEmpty: Bool { low | high == 0 }

    /// Puts a character in; what is not ASCII is left out.
    mutating func insert(_ unit: UInt32) {
        if unit < 64 { low |= 1 << UInt64(unit) } else if unit < 128 { high |= 1 << UInt64(unit - 64) }
    }

    /// Puts all characters of another set in.
    mutating func formUnion(_ other: ASCIISet) {
        low |= other.low
        high |= other.high
    }

    /// Leaves the characters that another set has too.
    mutating func formIntersection(_ other: ASCIISet) {
        low &= other.low
        high &= other.high
    }

    /// The characters that both have.
    func intersection(_ other: ASCIISet) -> ASCIISet {
        var set = self
        set.formIntersection(other)
        return set
    }

    /// The characters that the other does not have.
    func subtracting(_ other: ASCIISet) -> ASCIISet {
        var set = self
        set.low &= ~other.low
        set.high &= ~other.high
        return set
    }

    func contains(_ unit: UInt32) -> Bool {
        if unit < 64 { return low & 1 << UInt64(unit) != 0 }
        return unit < 128 && high & 1 << UInt64(unit - 64) != 0
    }

    /// The set with upper-case letters turned to lower case.
    var folded: ASCIISet {
        let upper = high & 0x07FF_FFFE
        var set = self
        set.high = high & ~0x07FF_FFFE | upper << 32
        return set
    }

    /// The set with the other case of its lower-case letters.
    var raised: ASCIISet {
        var set = self
        set.high |= high >> 32 & 0x07FF_FFFE
        return set
    }

    /// The character that is read best: a letter before a digit before any other; `nil` in the empty set.
    var readableUnit: UInt32? {
        for preferred in Self.readable {
            let set = intersection(preferred)
            guard set.isEmpty else { return set.firstUnit }
        }
        return isEmpty ? nil : firstUnit
    }

    private var firstUnit: UInt32 { UInt32(low == 0 ? 64 + high.trailingZeroBitCount : low.trailingZeroBitCount) }

    private static let readable = [
        ASCIISet("x"..."z"), ASCIISet("a"..."z"), ASCIISet("0"..."9"), ASCIISet("A"..."Z"),
    ]

    /// The characters in order.
    var units: [UInt32] { (0..<128).filter(contains) }
}

extension UInt32 {
    /// The unit with an ASCII upper-case letter turned to lower case.
    var foldedUnit: UInt32 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
    /// The unit with an ASCII lower-case letter turned to upper case.
    var raisedUnit: UInt32 { (0x61...0x7A).contains(self) ? self & ~0x20 : self }

    static let slash: UInt32 = 0x2F
}
