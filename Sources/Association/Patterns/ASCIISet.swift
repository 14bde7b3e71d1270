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

    /// Puts a character in; what is not ASCII is left out.
    mutating func insert(_ unit: UInt32) {
        if unit < 64 { low |= 1 << UInt64(unit) } else if unit < 128 { high |= 1 << UInt64(unit - 64) }
    }

    /// Puts all characters of another set in.
    mutating func formUnion(_ other: ASCIISet) {
        low |= other.low
        high |= other.high
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
