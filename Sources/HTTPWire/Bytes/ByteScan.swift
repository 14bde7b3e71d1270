/// Tests on eight bytes at once: each answer has the high bit of every byte that fits.
///
/// `below` and `equal` are exact up to the first byte that fits and may be wrong above it, which a search does not see.
enum ByteMarks {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Bytes less than a limit of at most 128.
    @inline(__always)
    static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
        (word &- ones &* UInt64(limit)) & ~word & highs
    }

    /// Bytes equal to a given one.
    @inline(__always)
    static func equal(_ byte: UInt8, _ word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highs
    }

    /// Bytes outside ASCII.
    @inline(__always)
    static func nonASCII(_ word: UInt64) -> UInt64 {
        word & highs
    }

    /// Control characters, the tabulator among them.
    @inline(__always)
    static func control(_ word: UInt64) -> UInt64 {
        below(0x20, word) | equal(0x7F, word)
    }

    /// Bytes other than ASCII letters, digits and the hyphen.
    @inline(__always)
    static func notNameLike(_ word: UInt64) -> UInt64 {
        let low = word & ~highs
        let folded = low | (ones &* 0x20)
        let letter = atLeast(0x61, folded) & ~atLeast(0x7B, folded)
        let digit = atLeast(0x30, low) & ~atLeast(0x3A, low)
        let hyphen = ~atLeast(1, low ^ (ones &* 0x2D))
        return ~((letter | digit | hyphen) & ~word) & highs
    }

    /// Bytes of at least a value, where every byte of the word is below 128.
    @inline(__always)
    private static func atLeast(_ value: UInt8, _ word: UInt64) -> UInt64 {
        (word | highs) &- (ones &* UInt64(value))
    }
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
