import DeepLinks
import Platform

/// Where links are looked up, one at a time.
protocol LinkSource: Sendable {
    /// Looks a link up.
    ///
    /// - Parameters:
    ///   - slug: As it is stored: decoded once, folded where the domain folds.
    ///   - route: The index of the route in the domain's set.
    ///   - domain: The domain that was asked for.
    ///   - answer: Called once, on any thread, possibly before the call returns.
    func find(_ slug: String, route: Int, of domain: ServedDomain, _ answer: @escaping @Sendable (FoundLink) -> Void)
}

/// What a look-up of a link came to.
enum FoundLink: Sendable {
    /// There it is: its number in request records, where it leads, and its end.
    case link(number: UInt32, destination: LinkDestination, expires: UnixTime?)
    /// There is none.
    case unknown
    /// It cannot be known now.
    case unavailable
}
