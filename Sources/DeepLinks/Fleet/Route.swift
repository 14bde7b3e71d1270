package import Platform

/// An ordered rule: a URL pattern, whether it opens the app, and where a browser goes.
package struct Route: Equatable, Sendable {
    /// Dotted lower camel case, unique in the tenant: `product`, `profile.settings`.
    package var name: RouteName

    /// The URLs it is about.
    package var pattern: RoutePattern

    /// Whether these open an app.
    package var opens: AppSelection

    /// Where a browser goes.
    package var destination: RouteDestination

    /// The domains it holds for; `nil` is all domains of the tenant.
    package var domains: [DomainName]?

    /// The app's custom scheme URL without the scheme: `item/{id}`; `nil` is the pattern's path.
    package var schemeURL: SchemeTemplate?

    /// URLs that must be decided by this route; checked at every write.
    ///
    /// Absolute, or a path for all its domains.
    package var examples: [String]

    /// When it holds, for browsers only: whether the app opens does not depend on the time of day.
    package var lifeSpan: LifeSpan

    /// How the redirect is answered.
    package var redirect: RedirectPolicy

    /// Where browsers on certain platforms go instead.
    package var platforms: PlatformDestinations

    /// What becomes of a request's query.
    package var query: QueryPolicy

    /// Campaign items that destinations get.
    package var campaign: CampaignDefaults

    /// What programs that draw previews are given; `nil` sends them to the web destination.
    package var preview: LinkPreview?

    /// Makes a route.
    package init(
        name: RouteName, pattern: RoutePattern, opens: AppSelection = .all, destination: RouteDestination,
        domains: [DomainName]? = nil, schemeURL: SchemeTemplate? = nil, examples: [String] = [],
        lifeSpan: LifeSpan = LifeSpan(), redirect: RedirectPolicy = RedirectPolicy(),
        platforms: PlatformDestinations = PlatformDestinations(), query: QueryPolicy = .keep,
        campaign: CampaignDefaults = CampaignDefaults(), preview: LinkPreview? = nil
    ) {
        self.name = name
        self.pattern = pattern
        self.opens = opens
        self.destination = destination
        self.domains = domains
        self.schemeURL = schemeURL
        self.examples = examples
        self.lifeSpan = lifeSpan
        self.redirect = redirect
        self.platforms = platforms
        self.query = query
        self.campaign = campaign
        self.preview = preview
    }
}

/// Which apps a route opens.
package enum AppSelection: Equatable, Sendable {
    /// Every app of the tenant.
    case all
    /// No app: the URL stays in the browser.
    case none
    /// The named apps, in the tenant's order; not empty.
    case only([AppName])
}

/// Where a route sends a browser.
package enum RouteDestination: Equatable, Sendable {
    /// An https URL, filled from the captures.
    case web(URLTemplate)
    /// The one required capture names a link, which has a destination of its own.
    case links
}

/// A span of time, half open: `start` is in it, `end` is not.
package struct LifeSpan: Equatable, Sendable {
    /// The first instant; `nil` is since ever.
    package var start: UnixTime?
    /// The first instant after it; `nil` is for ever.
    package var end: UnixTime?

    /// Makes a span.
    package init(start: UnixTime? = nil, end: UnixTime? = nil) {
        self.start = start
        self.end = end
    }
}

/// Status and caching of a route's redirect.
package struct RedirectPolicy: Equatable, Sendable {
    /// 301, 302, 303, 307 or 308.
    ///
    /// Default 302.
    package var status: Int
    /// Seconds a client may keep the answer, 0 to 31,536,000; 0 is `no-store`.
    ///
    /// Default 0; required for 301 and 308.
    package var maxAge: Int

    /// Seconds for which a client may keep that another host stands for a domain.
    static let canonicalAge = 3600

    /// What ``maxAge`` may be: up to a year.
    package static let maxAges = 0...31_536_000

    /// Makes a policy.
    package init(status: Int = 302, maxAge: Int = 0) {
        self.status = status
        self.maxAge = maxAge
    }
}
