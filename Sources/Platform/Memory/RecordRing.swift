package import Synchronization

/// A queue of fixed size between one thread that writes and one that reads; what does not fit is counted, not waited for.
///
/// Neither side takes a lock or allocates.
// Sendable because: an element is written before the release store of `written` that hands it to the reader, and read
// before the release store of `read` that hands its place back to the writer.
@safe
package final class RecordRing<Element: Sendable>: @unchecked Sendable {
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    @usableFromInline let written = Atomic<Int>(0)
    @usableFromInline let read = Atomic<Int>(0)
    @usableFromInline let lost = Atomic<Int>(0)

    /// Makes an empty ring.
    ///
    /// - Parameter capacity: Elements it holds; rounded up to a power of two.
    package init(capacity: Int) {
        let count = 1 << (Int.bitWidth - (max(1, capacity) - 1).leadingZeroBitCount)
        mask = count - 1
        unsafe elements = .allocate(capacity: count)
    }

    deinit {
        while popFirst() != nil {}
        unsafe elements.deallocate()
    }

    /// Elements that the ring holds.
    package var capacity: Int { mask + 1 }

    /// Elements that found the ring full, since it was made.
    package var dropped: Int { lost.load(ordering: .relaxed) }

    /// Adds an element, or counts it as dropped when the ring is full.
    ///
    /// For the one writing thread. Inlined, for what knows no size of an element copies it twice.
    @inlinable
    @inline(__always)
    package func append(_ element: borrowing Element) {
        let end = written.load(ordering: .relaxed)
        // Acquiring pairs with the reader's release: the place may be overwritten only after it was read.
        guard end &- read.load(ordering: .acquiring) <= mask else {
            lost.store(lost.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            return
        }
        unsafe (elements + (end & mask)).initialize(to: copy element)
        written.store(end &+ 1, ordering: .releasing)
    }

    /// Takes the elements that are there when the call begins, oldest first, each out of its place.
    ///
    /// For the one reading thread.
    ///
    /// - Parameter body: Called for each element.
    /// - Returns: How many there were; no more than the ring holds.
    @inlinable
    package func takeAll(_ body: (Element) -> Void) -> Int {
        let start = read.load(ordering: .relaxed)
        let end = written.load(ordering: .acquiring)
        var next = start
        while next != end {
            let place = unsafe elements + (next & mask)
            unsafe body(place.pointee)
            unsafe place.deinitialize(count: 1)
            next &+= 1
            read.store(next, ordering: .releasing)
        }
        return end &- start
    }

    /// Takes the oldest element; `nil` when there is none.
    ///
    /// For the one reading thread.
    @inlinable
    package func popFirst() -> Element? {
        let start = read.load(ordering: .relaxed)
        guard start != written.load(ordering: .acquiring) else { return nil }
        let element = unsafe (elements + (start & mask)).move()
        read.store(start &+ 1, ordering: .releasing)
        return element
    }
}
