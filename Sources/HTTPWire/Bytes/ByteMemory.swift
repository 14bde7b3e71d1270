// The one file of this module that touches memory directly: the multi-byte load, the bytes of a static string, and
// the store with a bulk append. `Span` and `OutputSpan` have neither, and both are most of the cost of a request.

extension Span where Element == UInt8 {
    /// Loads the eight bytes from an index on, the first of them in the lowest bits.
    ///
    /// The index must leave eight bytes.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        precondition(index >= 0 && index &+ 8 <= count)
        return unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        )
    }

    /// Finds the first byte that a test marks.
    ///
    /// - Parameters:
    ///   - start: Where to begin; at least 0.
    ///   - end: Where to stop; at most the count.
    ///   - marks: A test of `ByteMarks`.
    /// - Returns: The index, or `end` when there is none.
    @inline(__always)
    func firstIndex(from start: Int, to end: Int, _ marks: (UInt64) -> UInt64) -> Int {
        // Checked once: within the loop the index only grows, and eight bytes are left.
        precondition(start >= 0 && end <= count)
        let lastFull = count &- 8
        var index = start
        while index < end {
            let found: UInt64
            if index <= lastFull {
                found = unsafe marks(
                    UInt64(
                        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
                    )
                )
            } else {
                found = marks(lastWord(at: index))
            }
            if found != 0 {
                let hit = index &+ (found.trailingZeroBitCount &>> 3)
                return hit < end ? hit : end
            }
            index &+= 8
        }
        return end
    }
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
        let length = bytes.count
        if capacity &- count < length { grow(by: length) }
        let end = unsafe base + count
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            switch length {
            case 8...64: unsafe Self.copyWords(from: start, to: end, length)
            case 4..<8: unsafe Self.copyHalves(from: start, to: end, length)
            default: unsafe end.copyMemory(from: start, byteCount: length)
            }
        }
        count &+= length
    }

    /// Copies at least eight bytes, the last of them maybe twice: for the short pieces of a response less than half of
    /// what a call of `memcpy` costs.
    @inline(__always)
    private static func copyWords(from start: UnsafeRawPointer, to end: UnsafeMutableRawPointer, _ length: Int) {
        let last = length &- 8
        var offset = 0
        while offset < last {
            unsafe end.storeBytes(
                of: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        unsafe end.storeBytes(
            of: start.loadUnaligned(fromByteOffset: last, as: UInt64.self), toByteOffset: last, as: UInt64.self)
    }

    /// Copies four to seven bytes, those in the middle maybe twice.
    @inline(__always)
    private static func copyHalves(from start: UnsafeRawPointer, to end: UnsafeMutableRawPointer, _ length: Int) {
        let first = unsafe start.loadUnaligned(as: UInt32.self)
        let last = unsafe start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
        unsafe end.storeBytes(of: first, as: UInt32.self)
        unsafe end.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
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
