import Synchronization

/// A fixed row of 64-bit counters that one thread changes and any thread reads; 0 at the start.
///
/// Relaxed atomics: each counter is exact by itself, and no order holds between two of them. Nothing allocates or locks.
// Sendable because: the counters are atomics, and their memory lives as long as the block.
@safe
package final class CounterBlock: @unchecked Sendable {
    private let cells: UnsafeMutablePointer<Atomic<UInt64>>

    /// The number of counters.
    package let count: Int

    /// Bytes between rows of different owners: two cache lines, because processors fetch lines in pairs.
    private static let alignment = 128

    /// Makes a row of zeros on cache lines of its own, so that two threads' rows never share one.
    package init(count: Int) {
        self.count = count
        let stride = MemoryLayout<Atomic<UInt64>>.stride
        let bytes = (max(1, count) * stride + Self.alignment - 1) / Self.alignment * Self.alignment
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
        unsafe cells = memory.bindMemory(to: Atomic<UInt64>.self, capacity: max(1, count))
        for index in 0..<count { unsafe (cells + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe cells.deinitialize(count: count)
        unsafe cells.deallocate()
    }

    /// Adds to a counter, and wraps around at 2^64; for the one thread that owns the row.
    package func add(_ amount: UInt64, at index: Int) {
        precondition(index >= 0 && index < count, "a counter outside the row")
        let old = unsafe cells[index].load(ordering: .relaxed)
        unsafe cells[index].store(old &+ amount, ordering: .relaxed)
    }

    /// Adds to a counter, and wraps around at 2^64; for any thread, if no thread uses ``add(_:at:)``.
    package func addShared(_ amount: UInt64, at index: Int) {
        precondition(index >= 0 && index < count, "a counter outside the row")
        unsafe cells[index].wrappingAdd(amount, ordering: .relaxed)
    }

    /// The counter's value now; for any thread.
    package func value(at index: Int) -> UInt64 {
        precondition(index >= 0 && index < count, "a counter outside the row")
        return unsafe cells[index].load(ordering: .relaxed)
    }
}
