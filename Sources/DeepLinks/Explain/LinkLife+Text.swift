package import Platform

extension LinkLife {
    /// How the link stands at a time, in a word for reports: `live`, `blocked`, `paused`, `notBegun` or `expired`.
    package func text(at time: UnixTime) -> String {
        switch state(at: time) {
        case .live: "live"
        case .expired: "expired"
        case .inactive: isBlocked ? "blocked" : isPaused ? "paused" : "notBegun"
        }
    }
}
