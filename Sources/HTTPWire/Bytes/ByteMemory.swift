// The one file of this module that touches memory directly: the multi-byte loads, the bytes of a static string, and
// the store with a bulk append. `Span` and `OutputSpan` have neither, and both are most of the cost of a request.

extension Span where Element == UInt8 {
    /// Loads the four bytes from an index on, the first of them in the lowest bits; `nil` when fewer are left.
    ///
    /// The index is at least 0.
    @inline(__always)
    func halfWord(at index: Int) -> UInt32? {
        precondition(index >= 0)
        guard index <= count &- 4 else { return nil }
        return unsafe UInt32(littleEndian: load(index, as: UInt32.self))
    }

    /// Loads the eight bytes from an index on, the first of them in the lowest bits; `nil` when fewer are left.
    ///
    /// The index is at least 0.
    @inline(__always)
    func word(at index: Int) -> UInt64? {
        precondition(index >= 0)
        guard index <= count &- 8 else { return nil }
        return unsafe UInt64(littleEndian: load(index, as: UInt64.self))
    }

    /// Loads the sixteen bytes from an index on; `nil` when fewer are left.
    ///
    /// The index is at least 0.
    @inline(__always)
    func block(at index: Int) -> ByteBlock? {
        precondition(index >= 0)
        guard index <= count &- 16 else { return nil }
        return unsafe load(index, as: ByteBlock.self)
    }

    /// Loads the last sixteen bytes; where there are fewer, the first and the last eight, which must be there.
    @inline(__always)
    var lastBlock: ByteBlock {
        precondition(count >= 8)
        if let block = block(at: Swift.max(count &- 16, 0)) { return block }
        return unsafe ByteBlock(
            lowHalf: load(0, as: SIMD8<UInt8>.self), highHalf: load(count &- 8, as: SIMD8<UInt8>.self))
    }

    /// Finds the first byte that a test marks.
    ///
    /// - Parameters:
    ///   - start: Where to begin; at least 0.
    ///   - end: Where to stop; at most the count.
    ///   - test: What is looked for.
    /// - Returns: The index, or `end` when there is none.
    @inline(__always)
    func firstIndex<Test: ByteTest>(from start: Int, to end: Int, _ test: Test.Type) -> Int {
        // Checked once: within the loop the index only grows, up to where sixteen bytes are left.
        precondition(start >= 0 && end <= count)
        let blocksEnd = Swift.min(end, count &- 15)
        var index = start
        while index < blocksEnd {
            if let offset = test.marks(unsafe load(index, as: ByteBlock.self)).first {
                return Swift.min(index &+ offset, end)
            }
            index &+= 16
        }
        return index < end ? lastIndex(from: index, to: end, test) : end
    }

    /// Loads from an index that leaves so many bytes.
    @unsafe
    @inline(__always)
    private func load<Lanes: BitwiseCopyable>(_ index: Int, as type: Lanes.Type) -> Lanes {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: type)
    }
}

extension ByteMarks {
    /// Eight bits of a byte that fits, none of one that does not; those of the first byte are the lowest.
    @inline(__always)
    var bits: UInt128 { UInt128(littleEndian: unsafe unsafeBitCast(self, to: UInt128.self)) }
}

extension StaticString {
    /// The UTF-8 bytes of the string.
    package var bytes: Span<UInt8> {
        @_lifetime(immortal)
        get {
            // A static string may hold one scalar instead of a pointer; those are not written in this project.
            precondition(hasPointerRepresentation)
            let span = unsafe Span<UInt8>(_unsafeStart: utf8Start, count: utf8CodeUnitCount)
            return unsafe _overrideLifetime(span, copying: ())
        }
    }
}

extension Span where Element == UInt8 {
    /// Copies the first bytes, as many as there is room for.
    ///
    /// - Parameter room: Takes them at its beginning.
    /// - Returns: How many bytes were copied.
    package func copyPrefix(into room: inout MutableSpan<UInt8>) -> Int {
        let length = Swift.min(count, room.count)
        unsafe room.withUnsafeMutableBytes { target in
            unsafe withUnsafeBytes { source in
                guard length > 0, let start = source.baseAddress, let end = target.baseAddress else { return }
                unsafe end.copyMemory(from: start, byteCount: length)
            }
        }
        return length
    }
}

/// Bytes in memory of their own, with a bulk append; grows by doubling and never shrinks by itself.
@safe
struct ByteMemory: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private(set) var count = 0

    /// Reserves room for a number of bytes, at least 64.
    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        unsafe base.deallocate()
    }

    /// The bytes appended so far.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let span = unsafe Span<UInt8>(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Appends a copy of the bytes.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        copy(bytes)
    }

    /// Makes room for so many bytes more.
    @inline(__always)
    mutating func reserve(_ length: Int) {
        if capacity &- count < length { grow(by: length) }
    }

    /// Appends a copy of bytes that there is room for.
    @inline(__always)
    mutating func copy(_ bytes: Span<UInt8>) {
        let length = bytes.count
        precondition(capacity &- count >= length)
        let end = unsafe base + count
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            if length > 64 {
                unsafe end.copyMemory(from: start, byteCount: length)
            } else if length >= 16 {
                unsafe Self.copyEnds(from: start, to: end, length, of: SIMD2<UInt64>.self)
                if length > 32 {
                    unsafe Self.copyEnds(from: start + 16, to: end + 16, length &- 32, of: SIMD2<UInt64>.self)
                }
            } else if length >= 8 {
                unsafe Self.copyEnds(from: start, to: end, length, of: UInt64.self)
            } else if length >= 4 {
                unsafe Self.copyEnds(from: start, to: end, length, of: UInt32.self)
            } else if length > 0 {
                unsafe Self.copyEnds(from: start, to: end, 1, of: UInt8.self)
                unsafe Self.copyEnds(
                    from: start + (length &>> 1), to: end + (length &>> 1), length &- (length &>> 1), of: UInt8.self)
            }
        }
        count &+= length
    }

    /// Copies the first and the last bytes of a text, which may be the same ones: for the short pieces of a response two
    /// such copies cost less than half of a call of `memcpy`.
    @inline(__always)
    private static func copyEnds<Word: BitwiseCopyable>(
        from start: UnsafeRawPointer, to end: UnsafeMutableRawPointer, _ length: Int, of word: Word.Type
    ) {
        let offset = length &- MemoryLayout<Word>.size
        let first = unsafe start.loadUnaligned(as: word)
        let last = unsafe start.loadUnaligned(fromByteOffset: offset, as: word)
        unsafe end.storeBytes(of: first, as: word)
        unsafe end.storeBytes(of: last, toByteOffset: offset, as: word)
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        unsafe (base + count).storeBytes(of: byte, as: UInt8.self)
        count &+= 1
    }

    /// Drops the bytes from an index on; the index is at most the count.
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count)
        count = newCount
    }

    /// Drops bytes at the front and moves the rest there; the number is at most the count.
    mutating func removeFirst(_ removed: Int) {
        precondition(removed >= 0 && removed <= count)
        count &-= removed
        if removed > 0, count > 0 { unsafe base.copyMemory(from: base + removed, byteCount: count) }
    }

    /// Empties the store and, when it has grown beyond a capacity, goes back to that.
    mutating func reset(keeping kept: Int) {
        count = 0
        guard capacity > max(kept, 64) else { return }
        unsafe base.deallocate()
        capacity = max(kept, 64)
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
    }

    @inline(never)
    private mutating func grow(by needed: Int) {
        let larger = max(capacity * 2, count + needed)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        unsafe moved.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }
}
