package import DeepLinks

/// A route of a tenant as one app sees it.
package struct ClientRoute: Equatable, Sendable {
    /// The name.
    package let name: RouteName
    /// The pattern of its universal links.
    package let pattern: RoutePattern
    /// What its universal links look like.
    package let webForm: LinkForm
    /// The template of its scheme URLs; `nil` is the pattern.
    package let schemeTemplate: SchemeTemplate?
    /// What its scheme URLs look like.
    package let schemeForm: LinkForm
    /// Whether it opens the app.
    package let opensApp: Bool
    /// The domains it holds for, in the order of the app's; `nil` is all.
    package let domains: [DomainName]?
    /// URLs that it decides, absolute and ordinary; a made-up one where the route has none.
    package let examples: [ClientExample]

    /// The captures in the pattern's order.
    package var captures: [PatternCapture] { pattern.captures }
}

/// A URL and what its route captures.
package struct ClientExample: Equatable, Sendable {
    /// The URL.
    package let url: LinkURL
    /// The captured texts, undecoded, by the captures' names; empty where an optional one is absent.
    package let values: [String: String]
}
