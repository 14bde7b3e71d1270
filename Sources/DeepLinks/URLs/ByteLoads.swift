/// Sixteen bytes side by side, all looked at by the same instructions.
typealias ByteBlock = SIMD16<UInt8>

/// Which of the bytes of a block fit.
typealias ByteMarks = SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
    /// Loads the eight bytes from an index on, the first of them in the lowest bits; `nil` when fewer are left.
    ///
    /// The index is at least 0.
    @inline(__always)
    func word(at index: Int) -> UInt64? {
        precondition(index >= 0)
        guard index <= count &- 8 else { return nil }
        return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Loads the sixteen bytes from an index on; `nil` when fewer are left.
    ///
    /// The index is at least 0.
    @inline(__always)
    func block(at index: Int) -> ByteBlock? {
        precondition(index >= 0)
        guard index <= count &- 16 else { return nil }
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: ByteBlock.self)
    }
}

extension ByteBlock {
    /// Which bytes are this one.
    @inline(__always)
    func isEqual(_ byte: UInt8) -> ByteMarks { self .== ByteBlock(repeating: byte) }

    /// Which bytes lie in a range.
    @inline(__always)
    func isWithin(_ range: ClosedRange<UInt8>) -> ByteMarks {
        let distance = self &- ByteBlock(repeating: range.lowerBound)
        return distance .<= ByteBlock(repeating: range.upperBound &- range.lowerBound)
    }
}

extension ByteMarks {
    /// Eight bits of a byte that fits, none of one that does not; those of the first byte are the lowest.
    @inline(__always)
    var bits: UInt128 { UInt128(littleEndian: unsafe unsafeBitCast(self, to: UInt128.self)) }
}
