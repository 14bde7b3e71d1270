/// How much one tenant may own; the operator can raise each number.
package struct TenantLimits: Equatable, Sendable {
    /// Domains, pending ones included.
    ///
    /// Default 1,000.
    package var domains: Int
    /// Routes that hold for any one domain.
    ///
    /// Default 500.
    package var routesPerDomain: Int
    /// Links.
    ///
    /// Default 1,000,000.
    package var links: Int

    /// Makes limits; a number not given is the default.
    package init(domains: Int = 1000, routesPerDomain: Int = 500, links: Int = 1_000_000) {
        self.domains = domains
        self.routesPerDomain = routesPerDomain
        self.links = links
    }

    /// What each number may be.
    package static let range = 1...1_000_000_000
}
