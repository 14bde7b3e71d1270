import DeepLinks

/// What is known of a domain beside its blocks: what only people, pages and links ask for.
final class ServedDetails: Sendable {
    /// Where the details of a domain come from.
    enum Source: Sendable {
        /// They were made with its blocks.
        case made(ServedDetails)
        /// They are made from what was kept of the tenant, when they are first asked for.
        case kept(KeptTenant)
    }

    /// What the program was compiled from.
    let routes: RouteSet

    /// The association files that are not compiled from them.
    let uploads: UploadedFiles

    /// What its pages have in common with all of the tenant's.
    let page: ServedPage

    /// Who gave its destinations by platform.
    let levels: DestinationLevels

    /// The host whose links open the app from its pages.
    let appHost: HostName?

    /// Takes the details of a domain of a tenant.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - tenant: Its tenant.
    ///   - routes: Its routes; domains with equal ones share them.
    ///   - page: What the tenant's pages have in common.
    init(of domain: Domain, _ tenant: Tenant, routes: RouteSet, page: ServedPage) {
        self.routes = routes
        uploads = domain.uploads
        self.page = page
        levels = DestinationLevels(of: tenant, for: domain)
        appHost = tenant.appHost(for: domain)
    }
}
