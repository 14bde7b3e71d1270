import DeepLinks
import Dispatch
import FleetStore
import Platform

/// What a process knows that follows the change feed, and a way to wait for it.
final class FollowedFleet: Sendable {
    private struct State {
        var tenants: [TenantID: TenantState] = [:]
        var deliveries = 0
        var generations: [Int64] = []
        var links: [ChangedLinks] = []
    }

    private let state = LockedValue(State())
    private let signal = DispatchSemaphore(value: 0)

    func apply(_ change: FleetChange) {
        state.withLock { state in
            switch change {
            case .everything(let snapshot):
                state.tenants = Dictionary(
                    snapshot.tenants.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            case .tenants(let changed, let removed, let links, _):
                for tenant in changed { state.tenants[tenant.id] = tenant }
                for id in removed { state.tenants[id] = nil }
                state.links += links
            }
            state.deliveries += 1
            state.generations.append(change.generation)
        }
        signal.signal()
    }

    var deliveries: Int { state.withLock { $0.deliveries } }
    var generations: [Int64] { state.withLock { $0.generations } }
    /// All links that were told to have changed, in order.
    var links: [ChangedLinks] { state.withLock { $0.links } }
    var tenants: [TenantState] { state.withLock { $0.tenants.values.sorted { $0.id < $1.id } } }

    /// Waits until the tenants are as wanted, a minute at most.
    func waits(until isWanted: ([TenantState]) -> Bool) -> Bool {
        let deadline = DispatchTime.now() + 60
        while !isWanted(tenants) {
            if signal.wait(timeout: deadline) == .timedOut { return isWanted(tenants) }
        }
        return true
    }
}
