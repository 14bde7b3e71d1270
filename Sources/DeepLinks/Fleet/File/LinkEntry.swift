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

    /// When the link is there.
    package var life: LinkLife

    /// Where a browser goes once its time is over; `nil` is the page that says so.
    package var afterwards: WebURL?

    /// What else the link has.
    package var details: LinkDetails

    /// Makes an entry.
    package init(
        url: String, route: RouteName? = nil, destination: LinkDestination, life: LinkLife = LinkLife(),
        afterwards: WebURL? = nil, details: LinkDetails = LinkDetails()
    ) {
        self.url = url
        self.route = route
        self.destination = destination
        self.life = life
        self.afterwards = afterwards
        self.details = details
    }

    /// What tells it from the others of its file.
    var name: String { route.map { "\(url) of the route \($0)" } ?? url }
}
