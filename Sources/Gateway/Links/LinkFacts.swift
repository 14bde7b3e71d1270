import DeepLinks
import FleetStore
import Platform

/// What decides about a link but its texts; copying it counts no reference.
struct LinkFacts: Equatable, BitwiseCopyable, Sendable {
    /// Its number in request records.
    var number: UInt32 = 0
    /// Whether it leads to a path of its domain, and not to a URL.
    var isPath = false
    /// Whether it leads to an `http://` URL, which few may.
    var isHTTP = false
    /// When it is there.
    var life = LinkLife()
    /// Of a link that is not there, until when that holds, in nanoseconds of the monotonic clock.
    var end: Int64 = 0

    /// What the routes have to know.
    var answer: LinkAnswer {
        let end = life.expires?.microseconds
        return isPath ? .path(expires: end) : .url(expires: end)
    }
}

extension LinkFacts {
    /// The facts of a link that was looked up.
    init(_ link: StoredLink) {
        number = UInt32(clamping: link.id.rawValue)
        switch link.destination {
        case .path: isPath = true
        case .url(let url): isHTTP = url.scheme == .http
        }
        life = link.life
    }
}
