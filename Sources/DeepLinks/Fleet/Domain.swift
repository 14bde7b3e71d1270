/// A host name, or all names one label below one, that the gateway answers for.
package struct Domain: Equatable, Sendable {
    /// The exact name or the wildcard.
    package var name: DomainName

    /// Whether the domain is served.
    package var state: DomainState

    /// The operator's own word, instead of a proof, that the tenant controls the name.
    package var isAttested: Bool

    /// What a browser gets when no route matches; `nil` leads to the tenant's web page.
    package var fallback: UnmatchedAnswer?

    /// What a browser gets at `/` when no route matches it; `nil` is the fallback.
    package var root: UnmatchedAnswer?

    /// The domain of the tenant to which browsers go for every path that the gateway does not answer itself; `nil` is
    /// none.
    package var canonical: HostName?

    /// The text of `/robots.txt`; `nil` forbids nothing.
    package var robots: RobotsText?

    /// What browsers are told over HTTPS; `nil` is nothing.
    package var strictTransport: StrictTransport?

    /// Whether search engines may list links by their own addresses.
    ///
    /// Default false.
    package var indexesLinks: Bool

    /// Whether ASCII letters of paths and item values must agree in case.
    ///
    /// Default true.
    package var isCaseSensitive: Bool

    /// The query item and the fragment that keep any URL in the browser.
    package var optOut: OptOut?

    /// The association files that are not compiled but given.
    package var uploads: UploadedFiles

    /// Where browsers on certain platforms go, for routes that do not say it.
    package var platforms: PlatformDestinations

    /// Makes a domain.
    package init(
        name: DomainName, state: DomainState = .pending, isAttested: Bool = false, fallback: UnmatchedAnswer? = nil,
        root: UnmatchedAnswer? = nil, canonical: HostName? = nil, robots: RobotsText? = nil,
        strictTransport: StrictTransport? = nil, indexesLinks: Bool = false,
        isCaseSensitive: Bool = true, optOut: OptOut? = nil, uploads: UploadedFiles = UploadedFiles(),
        platforms: PlatformDestinations = PlatformDestinations()
    ) {
        self.name = name
        self.state = state
        self.isAttested = isAttested
        self.fallback = fallback
        self.root = root
        self.canonical = canonical
        self.robots = robots
        self.strictTransport = strictTransport
        self.indexesLinks = indexesLinks
        self.isCaseSensitive = isCaseSensitive
        self.optOut = optOut
        self.uploads = uploads
        self.platforms = platforms
    }
}

/// Whether a domain is served.
///
/// A released name is no longer its tenant's and is no part of a ``Tenant``.
package enum DomainState: String, Equatable, Sendable {
    /// Added, control not proved yet; reserves nothing and is not served.
    case pending
    /// Served.
    case live
}

/// With what a URL stays in the browser: the routes still choose where it goes.
package struct OptOut: Equatable, Sendable {
    /// The name of the query item that must be present and not empty; unreserved characters.
    package var queryItem: String
    /// The fragment, percent-encoded, that has the same effect.
    package var fragment: String

    /// Makes an opt-out.
    package init(queryItem: String, fragment: String) {
        self.queryItem = queryItem
        self.fragment = fragment
    }
}
