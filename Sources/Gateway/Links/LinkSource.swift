import DeepLinks

/// Where links are looked up, one at a time by their keys.
protocol LinkSource: Sendable {
    /// Looks a link up.
    ///
    /// - Parameters:
    ///   - key: What it is found by.
    ///   - answer: Called once, on any thread, possibly before the call returns.
    func find(_ key: LinkKey, _ answer: @escaping @Sendable (FoundLink) -> Void)
}

/// What a look-up of a link came to.
enum FoundLink: Sendable {
    /// There it is.
    case link(Link)
    /// There is none.
    case unknown
    /// It cannot be known now.
    case unavailable
}
