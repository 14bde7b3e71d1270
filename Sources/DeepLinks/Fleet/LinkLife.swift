package import Platform

/// When a link is there for browsers; it never decides whether the app opens.
package struct LinkLife: Equatable, BitwiseCopyable, Sendable {
    /// The first instant at which the link is there; `nil` is always.
    package var starts: UnixTime?

    /// The first instant at which the link is gone; `nil` is never.
    package var expires: UnixTime?

    /// Whether its tenant has taken it back for a while.
    package var isPaused: Bool

    /// Whether the operator has taken it away.
    package var isBlocked: Bool

    /// Makes a life; by default that of a link that is always there.
    package init(
        starts: UnixTime? = nil, expires: UnixTime? = nil, isPaused: Bool = false, isBlocked: Bool = false
    ) {
        self.starts = starts
        self.expires = expires
        self.isPaused = isPaused
        self.isBlocked = isBlocked
    }

    /// Whether it is there at all times.
    package var isUnconditional: Bool { starts == nil && expires == nil && !isPaused && !isBlocked }

    /// How the link stands at a time.
    package func state(at time: UnixTime) -> LinkState {
        if isBlocked || isPaused { return .inactive }
        if let starts, time < starts { return .inactive }
        if let expires, expires <= time { return .expired }
        return .live
    }
}

/// How a link stands at a time.
package enum LinkState: Equatable, Sendable {
    /// It leads to its destination.
    case live
    /// It is answered like an unknown one: paused, blocked, or before its start.
    case inactive
    /// Its time is over.
    case expired
}
