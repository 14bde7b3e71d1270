import Platform
import Synchronization

/// Hands new routing tables to the loops, and lets old ones go on the thread that publishes.
///
/// Publishing belongs to one control thread; seats belong to one loop each.
final class TablePublisher: Sendable {
    private let seats: [TableSeat]
    /// Every table that some loop may still use, oldest first; the last is the current one.
    private let held: LockedValue<[RoutingTable]>

    /// Starts with a table that all loops see from their first turn.
    init(_ table: RoutingTable, loops: Int) {
        seats = (0..<loops).map { _ in TableSeat(table) }
        held = LockedValue([table])
    }

    /// The newest table.
    var current: RoutingTable {
        held.withLock { $0[$0.count - 1] }
    }

    /// The place where a loop takes its tables.
    func seat(_ loop: Int) -> TableSeat { seats[loop] }

    /// Makes a table the newest; each loop serves it from its next turn on.
    func publish(_ table: RoutingTable) {
        held.withLock { $0.append(table) }
        for seat in seats { seat.offer(table) }
        releaseUnused()
    }

    /// Drops the tables that all loops have left behind.
    func releaseUnused() {
        let oldest = seats.map(\.taken).min() ?? 0
        // They are freed outside of the lock.
        _ = held.withLock { tables in
            let unused = tables.filter { $0.version < oldest }
            tables.removeAll { $0.version < oldest }
            return unused
        }
    }
}

/// Where one loop takes the newest table.
final class TableSeat: Sendable {
    private let next: LockedValue<RoutingTable>
    /// Version on offer.
    ///
    /// A hint: the table itself travels under the lock, so relaxed order is enough.
    private let offered: Atomic<UInt64>
    /// Version that the loop has taken; released by the loop after it let the older table go.
    private let holding: Atomic<UInt64>

    fileprivate init(_ table: RoutingTable) {
        next = LockedValue(table)
        offered = Atomic(table.version)
        holding = Atomic(table.version)
    }

    fileprivate func offer(_ table: RoutingTable) {
        next.withLock { $0 = table }
        offered.store(table.version, ordering: .releasing)
    }

    fileprivate var taken: UInt64 { holding.load(ordering: .acquiring) }

    /// Whether ``take()`` gives another table than the one of this version; costs a load.
    func hasOther(than version: UInt64) -> Bool { offered.load(ordering: .relaxed) != version }

    /// The newest table; to be called on the loop's thread.
    func take() -> RoutingTable { next.withLock { $0 } }

    /// Says that the loop holds this version and none before it.
    func settle(_ version: UInt64) { holding.store(version, ordering: .releasing) }
}
