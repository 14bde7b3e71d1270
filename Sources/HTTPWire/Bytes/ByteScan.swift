/// Sixteen bytes side by side, all looked at by the same instructions.
typealias ByteBlock = SIMD16<UInt8>

/// Which of the bytes of a block fit.
typealias ByteMarks = SIMDMask<SIMD16<Int8>>

/// A test that a search looks for bytes by.
protocol ByteTest {
    static func marks(_ block: ByteBlock) -> ByteMarks
}

/// Control characters, the tabulator among them.
enum ControlBytes: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks {
        block.isBelow(0x20) .| block.isEqual(ASCII.delete)
    }
}

/// Bytes other than ASCII letters and the hyphen, which is what names of fields are made of.
enum UnlikeNames: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks {
        .!(block.isLetter .| block.isEqual(0x2D))
    }
}

/// Bytes other than ASCII letters, digits, `-`, `.` and `:`, which is what hosts are made of.
enum UnlikeHosts: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks {
        // The colon is next to the digits; so are hyphen and dot to one another.
        .!(block.isLetter .| block.isWithin(0x30...0x3A) .| block.isWithin(0x2D...0x2E))
    }
}

/// Bytes that end a request target or begin its query.
///
/// Besides the characters of RFC 3986 all printable ASCII but `#` is let through, for browsers send it; bytes outside
/// ASCII are not.
enum TargetMarks: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks {
        .!block.isWithin(0x21...0x7E) .| block.isEqual(ASCII.questionMark) .| block.isEqual(ASCII.numberSign)
    }
}

/// Commas.
enum Commas: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks { block.isEqual(ASCII.comma) }
}

/// Slashes.
enum Slashes: ByteTest {
    @inline(__always)
    static func marks(_ block: ByteBlock) -> ByteMarks { block.isEqual(ASCII.slash) }
}

/// What tests are made of.
extension ByteBlock {
    @inline(__always)
    fileprivate func isBelow(_ limit: UInt8) -> ByteMarks { self .< ByteBlock(repeating: limit) }

    @inline(__always)
    fileprivate func isEqual(_ byte: UInt8) -> ByteMarks { self .== ByteBlock(repeating: byte) }

    @inline(__always)
    fileprivate func isWithin(_ range: ClosedRange<UInt8>) -> ByteMarks {
        (self &- ByteBlock(repeating: range.lowerBound)).isBelow(range.upperBound &- range.lowerBound &+ 1)
    }

    @inline(__always)
    fileprivate var isLetter: ByteMarks { (self | ByteBlock(repeating: 0x20)).isWithin(0x61...0x7A) }
}

extension Span where Element == UInt8 {
    /// As ``firstIndex(from:to:_:)``, where fewer than sixteen bytes are left.
    @inline(never)
    func lastIndex<Test: ByteTest>(from start: Int, to end: Int, _ test: Test.Type) -> Int {
        let first = Swift.max(count &- 16, 0)
        let marks =
            test.marks(block(at: first) ?? paddedBlock).bits &>> UInt128(truncatingIfNeeded: (start &- first) &* 8)
        return marks == 0 ? end : Swift.min(start &+ marks.trailingZeroBitCount &>> 3, end)
    }

    /// The first bytes, as many as there are, with zeros behind them.
    private var paddedBlock: ByteBlock {
        var block = ByteBlock()
        for index in 0..<Swift.min(count, 16) { block[index] = self[index] }
        return block
    }

    /// Loads eight bytes, with zeros for those beyond the end.
    @inline(__always)
    func paddedWord(at index: Int) -> UInt64 {
        word(at: index) ?? lastWord(at: index)
    }

    @inline(never)
    private func lastWord(at index: Int) -> UInt64 {
        var word: UInt64 = 0
        var position = count
        while position > index {
            position &-= 1
            word = (word &<< 8) | UInt64(self[position])
        }
        return word
    }
}

extension ByteMarks {
    /// Which of the bytes is the first that fits; `nil` when none does.
    @inline(__always)
    var first: Int? {
        let bits = bits
        return bits == 0 ? nil : bits.trailingZeroBitCount &>> 3
    }
}
