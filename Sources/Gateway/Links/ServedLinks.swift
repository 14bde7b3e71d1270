import FleetStore
import Platform

/// The links that this process serves: where they are looked up, and what its loops may keep of them.
final class ServedLinks: Sendable {
    let limits: LinkLimits
    /// What each loop counts.
    let counters: [LinkCounters]
    private let seats: [LinkSeat]
    private let onChange = LockedValue<@Sendable () -> Void>({})

    init(loops: Int, limits: LinkLimits = LinkLimits()) {
        self.limits = limits
        seats = (0..<loops).map { _ in LinkSeat() }
        counters = (0..<loops).map { _ in LinkCounters() }
    }

    /// How many loops keep links.
    var loopCount: Int { seats.count }

    /// Where other threads leave what a loop has to know.
    func seat(_ loop: Int) -> LinkSeat { seats[loop] }

    /// What to call when links changed, so that idle loops take it in.
    func whenChanged(_ action: @escaping @Sendable () -> Void) {
        onChange.withLock { $0 = action }
    }

    /// Says that links may be others than before; to be called after the table was published that goes with them.
    func change(_ links: [ChangedLinks]) {
        guard !links.isEmpty else { return }
        for seat in seats { seat.leave(.changed(links)) }
        onChange.withLock { $0 }()
    }

    /// A count, over all loops.
    subscript(count: LinkCount) -> Int { counters.reduce(0) { $0 + $1[count] } }
}
