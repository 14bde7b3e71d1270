/// Bytes side by side that one operation changes all of: eight in a number, more in a vector.
///
/// All operations are those of 64-bit numbers in which the first byte is the lowest.
protocol ByteLanes {
    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self
    static func &+ (left: Self, right: Self) -> Self
    static func &- (left: Self, right: Self) -> Self
    prefix static func ~ (lanes: Self) -> Self

    /// The same eight bytes everywhere.
    init(everywhere word: UInt64)
}

extension UInt64: ByteLanes {
    @inline(__always)
    init(everywhere word: UInt64) { self = word }
}

/// Thirty-two bytes.
extension SIMD4<UInt64>: ByteLanes {
    @inline(__always)
    init(everywhere word: UInt64) { self.init(repeating: word) }
}

/// A test that a search looks for bytes by.
///
/// Its answer has the high bit of every byte that fits. It is exact up to the first such byte of eight and may be wrong
/// above it, which a search does not see.
protocol ByteTest {
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes
}

/// Control characters, the tabulator among them.
enum ControlBytes: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes {
        (lanes.below(0x20) | lanes.equal(ASCII.delete)) & Lanes.highs
    }
}

/// Bytes other than ASCII letters and the hyphen, which is what names of fields are made of; exact for each byte.
enum UnlikeNames: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes {
        let low = lanes & ~Lanes.highs
        let folded = low | Lanes(each: 0x20)
        let letter = folded.atLeast(0x61) & ~folded.atLeast(0x7B)
        let notHyphen = (low ^ Lanes(each: 0x2D)).atLeast(1)
        return (notHyphen & ~letter | lanes) & Lanes.highs
    }
}

/// Bytes other than ASCII letters, digits, `-`, `.` and `:`, which is what hosts are made of; exact for each byte.
enum UnlikeHosts: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes {
        let low = lanes & ~Lanes.highs
        let folded = low | Lanes(each: 0x20)
        let letter = folded.atLeast(0x61) & ~folded.atLeast(0x7B)
        // The colon is next to the digits.
        let digit = low.atLeast(0x30) & ~low.atLeast(0x3B)
        // So are hyphen and dot to one another.
        let mark = low.atLeast(0x2D) & ~low.atLeast(0x2F)
        return (~(letter | digit | mark) | lanes) & Lanes.highs
    }
}

/// Bytes that end a request target or begin its query.
///
/// Besides the characters of RFC 3986 all printable ASCII but `#` is let through, for browsers send it; bytes outside
/// ASCII are not.
enum TargetMarks: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes {
        (lanes.below(0x21) | lanes.equal(ASCII.delete) | lanes | lanes.equal(ASCII.questionMark)
            | lanes.equal(ASCII.numberSign)) & Lanes.highs
    }
}

/// Commas.
enum Commas: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes { lanes.equal(ASCII.comma) & Lanes.highs }
}

/// Slashes.
enum Slashes: ByteTest {
    @inline(__always)
    static func marks<Lanes: ByteLanes>(_ lanes: Lanes) -> Lanes { lanes.equal(ASCII.slash) & Lanes.highs }
}

/// What tests are made of; of the answers only the high bit of each byte counts.
extension ByteLanes {
    @inline(__always)
    fileprivate static var highs: Self { Self(everywhere: 0x8080_8080_8080_8080) }

    /// The same byte everywhere.
    @inline(__always)
    fileprivate init(each byte: UInt8) { self.init(everywhere: 0x0101_0101_0101_0101 &* UInt64(byte)) }

    /// Bytes less than a limit of at most 128.
    @inline(__always)
    fileprivate func below(_ limit: UInt8) -> Self { (self &- Self(each: limit)) & ~self }

    /// Bytes equal to a given one.
    @inline(__always)
    fileprivate func equal(_ byte: UInt8) -> Self {
        let difference = self ^ Self(each: byte)
        return (difference &- Self(each: 1)) & ~difference
    }

    /// Bytes of at least a value, where every byte is below 128.
    @inline(__always)
    fileprivate func atLeast(_ value: UInt8) -> Self { self &+ Self(each: 0x80 &- value) }
}

extension Span where Element == UInt8 {
    /// Loads eight bytes, with zeros for those beyond the end.
    @inline(__always)
    func paddedWord(at index: Int) -> UInt64 {
        index &+ 8 <= count ? word(at: index) : lastWord(at: index)
    }

    @inline(never)
    func lastWord(at index: Int) -> UInt64 {
        var word: UInt64 = 0
        var position = count
        while position > index {
            position &-= 1
            word = (word &<< 8) | UInt64(self[position])
        }
        return word
    }
}

extension UInt64 {
    /// Which of eight bytes is the first that is marked; `nil` when none is.
    @inline(__always)
    var firstMark: Int? { self == 0 ? nil : trailingZeroBitCount &>> 3 }
}

extension SIMD4<UInt64> {
    /// Which of thirty-two bytes is the first that is marked; `nil` when none is.
    @inline(__always)
    var firstMark: Int? {
        // One test for the vectors that have none, which most of a long text has.
        let any = lowHalf | highHalf
        guard any[0] | any[1] != 0 else { return nil }
        for word in 0..<3 {
            if let mark = self[word].firstMark { return word &* 8 &+ mark }
        }
        return 24 &+ self[3].trailingZeroBitCount &>> 3
    }
}
