extension Span<UInt8> {
    /// Whether so many bytes from a place on are those of another text from a place on; both texts have so many.
    @inline(__always)
    func isEqual(_ start: Int, _ length: Int, to other: Span<UInt8>, _ otherStart: Int) -> Bool {
        precondition(length >= 0 && start >= 0 && start &+ length <= count)
        precondition(otherStart >= 0 && otherStart &+ length <= other.count)
        let (left, right) = unsafe (bytes, other.bytes)
        if length >= 8 {
            // The last eight bytes maybe twice.
            let last = length &- 8
            var offset = 0
            while offset < last {
                guard unsafe left.word(start &+ offset) == right.word(otherStart &+ offset) else { return false }
                offset &+= 8
            }
            return unsafe left.word(start &+ last) == right.word(otherStart &+ last)
        }
        for offset in 0..<length where self[start &+ offset] != other[otherStart &+ offset] { return false }
        return true
    }
}

extension RawSpan {
    @unsafe
    @inline(__always)
    fileprivate func word(_ index: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    }
}
