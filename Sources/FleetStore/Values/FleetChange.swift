/// What the change feed tells: values of one transaction, routes and documents together.
package enum FleetChange: Equatable, Sendable {
    /// The whole fleet: at the start, and when it can no longer be told what changed.
    case everything(FleetSnapshot)

    /// Some tenants as they are now, the numbers of those that are no more, and which links may be others.
    case tenants([TenantState], removed: [TenantID], links: [ChangedLinks], generation: Int64)

    /// The number of the last change that is in it.
    package var generation: Int64 {
        switch self {
        case .everything(let snapshot): snapshot.generation
        case .tenants(_, _, _, let generation): generation
        }
    }
}

/// Links that may be others than before, or gone, or there for the first time.
package enum ChangedLinks: Hashable, Sendable {
    /// All there are; after a lost connection too, for nobody can tell.
    case all
    /// All of a domain.
    case domain(DomainID)
    /// The link of this key.
    case link(LinkQuery)
}

/// How far a process has followed the fleet.
package struct FeedStatus: Equatable, Sendable {
    /// Whether the database answered last time.
    package var isConnected = false

    /// Whether changes are announced, so that they need not wait for the next poll; false on a standby.
    package var listens = false

    /// The number of the last change that was delivered; `nil` before the first delivery.
    package var generation: Int64?

    /// When the database last said that nothing, or what, has changed; `nil` before the first time.
    package var lastRead: ContinuousClock.Instant?

    /// Whether the process is listed among the gateways.
    package var isListed = false

    /// Why it is not listed although it wants to be, in one line for people; `nil` when it is.
    package var listingProblem: String?

    /// What is wrong, in one line for people; `nil` when nothing is.
    package var problem: String?

    /// Makes the status of a feed that has not begun.
    package init() {}
}
