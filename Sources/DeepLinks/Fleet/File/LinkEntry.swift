package import Platform

/// A link as a fleet file gives it: by its URL.
package struct LinkEntry: Equatable, Sendable {
    /// The link itself, with the host as the domain's name: `https://go.acme.example/c/summer`,
    /// `https://*.acme.example/c/summer`.
    package var url: String

    /// The link's route; `nil` is the one that decides the URL.
    ///
    /// An edit of routes may leave a link whose URL is another route's. Default `nil`.
    package var route: RouteName?

    /// Where a browser goes.
    package var destination: LinkDestination

    /// The first instant at which the link is gone; `nil` is never.
    package var expires: UnixTime?

    /// Makes an entry.
    package init(url: String, route: RouteName? = nil, destination: LinkDestination, expires: UnixTime? = nil) {
        self.url = url
        self.route = route
        self.destination = destination
        self.expires = expires
    }

    /// What tells it from the others of its file.
    var name: String { route.map { "\(url) of the route \($0)" } ?? url }
}
