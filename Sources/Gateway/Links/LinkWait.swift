import FleetStore
import HTTPServer
import Platform

/// A look-up under way and the replies that wait for it; equal questions of a loop wait for one look-up.
final class LinkWait: Sendable {
    /// A request as far as it still matters, and the reply that is owed.
    struct Waiter: Sendable {
        let token: DeferredToken
        let request: LinkRequestCopy
    }

    let query: LinkQuery
    /// The number of the tenant that asks.
    let tenant: UInt32
    /// How soon it is looked up.
    let lane: LookupLane
    /// `nil` once they were answered.
    private let waiters = LockedValue<[Waiter]?>([])

    init(_ query: LinkQuery, tenant: UInt32, lane: LookupLane = .prompt) {
        self.query = query
        self.tenant = tenant
        self.lane = lane
    }

    /// Waits too.
    ///
    /// - Returns: False when it is too late, for the answer is there.
    func join(_ waiter: Waiter) -> Bool {
        waiters.withLock { waiters in
            waiters?.append(waiter)
            return waiters != nil
        }
    }

    /// Ends the waiting.
    ///
    /// - Returns: Whoever waited until now.
    func end() -> [Waiter] {
        waiters.withLock { waiters in
            let all = waiters ?? []
            waiters = nil
            return all
        }
    }
}
